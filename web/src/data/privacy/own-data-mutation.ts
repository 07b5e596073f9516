import { useMutation } from '@tanstack/react-query'
import { throwFailure } from '../../lib/not-authenticated.ts'
import { supabase } from '../../lib/supabase.ts'
import { ownFiles } from './own-files.ts'

/** Loads all data stored about the member, with the addresses of their photos. Ten times an hour. */
export function useOwnDataMutation(userId: string) {
  return useMutation({ mutationFn: () => loadOwnData(userId) })
}

async function loadOwnData(userId: string): Promise<Record<string, unknown>> {
  const client = await supabase()
  const { data, error, status } = await client.rpc('my_data')
  throwFailure({ error, status })
  const files = await ownFiles(userId)
  const photos = files.map(({ bucket, path }) => client.storage.from(bucket).getPublicUrl(path).data.publicUrl)
  return { ...(data as Record<string, unknown>), photos }
}
