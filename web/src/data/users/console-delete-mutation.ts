import { useMutation, useQueryClient } from '@tanstack/react-query'
import { throwFailure } from '../../lib/not-authenticated.ts'
import { type BanksideClient, supabase } from '../../lib/supabase.ts'
import { usersKeys } from './keys.ts'

/** What became of a deletion; the account is gone in both cases. */
export type DeletedUser = 'with-files' | 'files-left'

// One call to the storage service removes no more; the database lists no more either.
const BATCH = 1000

/**
 * Deletes an account with all personal data, then the files that it leaves in the buckets. Files that could not be
 * removed are found again by the next deletion.
 */
export function useUserDeleteMutation() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: deleteUser,
    onSettled: () => queries.invalidateQueries({ queryKey: usersKeys.all }),
  })
}

async function deleteUser(userId: string): Promise<DeletedUser> {
  const client = await supabase()
  const answer = await client.rpc('delete_user', { user_id: userId })
  // Gone already, by another admin or by an attempt whose answer was lost.
  if (answer.error?.code !== 'PT404') throwFailure(answer)
  try {
    await removeLeftovers(client)
    return 'with-files'
  } catch (error) {
    console.error('leftover files', error)
    return 'files-left'
  }
}

async function removeLeftovers(client: BanksideClient): Promise<void> {
  for (;;) {
    const { data: files } = await client.rpc('leftover_files').throwOnError()
    if (files.length === 0) return
    let removed = 0
    for (const bucket of new Set(files.map((file) => file.bucket_id))) {
      const names = files.filter((file) => file.bucket_id === bucket).map((file) => file.name)
      const { data, error } = await client.storage.from(bucket).remove(names)
      if (error) throw error
      removed += data.length
    }
    if (removed === 0) throw new Error(`${files.length} files could not be removed`)
    if (files.length < BATCH) return
  }
}
