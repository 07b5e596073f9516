import { useMutation } from '@tanstack/react-query'
import { throwFailure } from '../../lib/not-authenticated.ts'
import { supabase } from '../../lib/supabase.ts'
import { ownFiles } from './own-files.ts'

const PRIVATE = 'catch-photos'
/** Links to private photos stop working after this time. */
const WEEK_SECONDS = 7 * 24 * 60 * 60

/** Loads all data stored about the member, with the addresses of their photos. Ten times an hour. */
export function useOwnDataMutation(userId: string) {
  return useMutation({ mutationFn: () => loadOwnData(userId) })
}

async function loadOwnData(userId: string): Promise<Record<string, unknown>> {
  const client = await supabase()
  const { data, error, status } = await client.rpc('my_data')
  throwFailure({ error, status })
  const files = await ownFiles(userId)
  const photos = files.flatMap(({ bucket, path }) =>
    bucket === PRIVATE ? [] : client.storage.from(bucket).getPublicUrl(path).data.publicUrl,
  )
  const paths = files.filter(({ bucket }) => bucket === PRIVATE).map(({ path }) => path)
  for (let at = 0; at < paths.length; at += 500) {
    const signed = await client.storage.from(PRIVATE).createSignedUrls(paths.slice(at, at + 500), WEEK_SECONDS)
    if (signed.error) throw signed.error
    photos.push(...signed.data.flatMap(({ signedUrl }) => signedUrl || []))
  }
  return { ...(data as Record<string, unknown>), photos }
}
