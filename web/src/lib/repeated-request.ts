import type { BanksideClient } from './supabase.ts'

/** True when the database has already carried out this request: it had arrived, but its answer was lost. */
export const isRepeated = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && 'code' in error && error.code === 'PT409'

/** The ID of the row that the viewer's request created; null when it created none. The row may have been deleted. */
export async function rowOfRequest(client: BanksideClient, requestId: string): Promise<string | null> {
  const { data } = await client.rpc('request_row', { request_id: requestId }).throwOnError()
  return data
}
