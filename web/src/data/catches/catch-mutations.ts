import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { CatchVariety, CatchVisibility } from '../../../../contract/src/column-types.ts'
import { requireValues } from '../../lib/has-values.ts'
import { type BanksideClient, type RowOf, supabase } from '../../lib/supabase.ts'
import { profileKeys } from '../profile/keys.ts'
import { catchesKeys } from './keys.ts'

/** What an angler says about a catch. There is no place. */
export interface CatchFields {
  grams: number
  caught_on: string
  variety: CatchVariety
  visibility: CatchVisibility
  words: string
  photo_path: string | null
}

export const logCatch = (client: BanksideClient, requestId: string, { photo_path, ...fields }: CatchFields) =>
  client.rpc('log_catch', { request_id: requestId, ...fields, ...(photo_path !== null && { photo_path }) })

/** Whether a logged catch is a personal best of its variety, and by how much. */
export type LoggedCatch = RowOf<typeof logCatch>

function useJournalMutation<Input, Result>(mutationFn: (input: Input) => Promise<Result>) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn,
    onSettled: () =>
      Promise.all([
        queries.invalidateQueries({ queryKey: catchesKeys.all }),
        // Its weight may be the best catch.
        queries.invalidateQueries({ queryKey: profileKeys.all }),
      ]),
  })
}

/** Logs a catch. Sent twice with one request ID it is one catch, with the same answer. */
export function useCatchLogMutation() {
  return useJournalMutation(
    async ({ requestId, fields }: { requestId: string; fields: CatchFields }): Promise<LoggedCatch> => {
      const client = await supabase()
      const { data } = await logCatch(client, requestId, fields).single().throwOnError()
      return data
    },
  )
}

/** Changes the version of a catch that was seen; `StaleError` when another device changed it first. */
export function useCatchEditMutation() {
  return useJournalMutation(async ({ id, seen, fields }: { id: string; seen: string; fields: CatchFields }) => {
    const client = await supabase()
    const { data } = await client
      .from('catches')
      .update(fields)
      .eq('id', id)
      .eq('updated_at', seen)
      .select('id')
      .throwOnError()
    if (data.length > 0) return
    const { data: now } = await client
      .from('catches')
      .select('grams, caught_on, variety, visibility, words, photo_path')
      .eq('id', id)
      .maybeSingle()
      .throwOnError()
    requireValues(now, fields)
  })
}

/** Deletes a catch. One that was already deleted counts as done; one that still exists is an error. */
export function useCatchDeleteMutation() {
  return useJournalMutation(async (id: string) => {
    const client = await supabase()
    const { data: gone } = await client.from('catches').delete().eq('id', id).select('id').throwOnError()
    if (gone.length > 0) return
    // The database filters out rows that may not be deleted without an error; a second read detects that.
    const { data: still } = await client.from('catches').select('id').eq('id', id).throwOnError()
    if (still.length > 0) throw Object.assign(new Error(`catch ${id} was not deleted`), { code: '42501' })
  })
}
