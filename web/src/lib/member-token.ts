import type { BanksideClient } from './supabase.ts'

/**
 * The token of this moment, renewed when it has expired; undefined when another member, or nobody, is signed in.
 * @throws {Error} `AuthRetryableFetchError` when it has to be renewed and there is no answer.
 */
export async function tokenOfMember(client: BanksideClient, userId: string): Promise<string | undefined> {
  const { data, error } = await client.auth.getSession()
  if (error?.name === 'AuthRetryableFetchError') throw error
  return data.session?.user.id === userId ? data.session.access_token : undefined
}
