import { useMutation, useQueryClient } from '@tanstack/react-query'
import { throwFailure } from '../../lib/not-authenticated.ts'
import { type BanksideClient, supabase } from '../../lib/supabase.ts'
import { usersKeys } from './keys.ts'

/** The outcome of a deletion; the account is deleted in both cases. */
export type DeletedUser = 'with-files' | 'files-left'

// The limit of the storage service for one call, and of the list that the database returns.
const BATCH = 1000

/**
 * Deletes an account with all personal data, then the files that it leaves in the buckets. The next deletion retries
 * files that could not be removed.
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
  // Already deleted, by another admin or by an attempt whose answer was lost.
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
  const tried = new Set<string>()
  for (;;) {
    const { data: files } = await client.rpc('leftover_files').throwOnError()
    const left = files.filter((file) => tried.has(`${file.bucket_id}/${file.name}`))
    if (left.length > 0) throw new Error(`${left.length} files could not be removed`)
    let removed = 0
    for (const bucket of new Set(files.map((file) => file.bucket_id))) {
      const names = files.filter((file) => file.bucket_id === bucket).map((file) => file.name)
      const { data, error } = await client.storage.from(bucket).remove(names)
      if (error) throw error
      removed += data.length
      for (const name of names) tried.add(`${bucket}/${name}`)
    }
    // Another admin's deletion may have removed some of them in the meantime: then the list is loaded again.
    if (removed === files.length && files.length < BATCH) return
  }
}
