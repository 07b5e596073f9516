import { useMutation, useQueryClient } from '@tanstack/react-query'
import { throwFailure } from '../../lib/not-authenticated.ts'
import { supabase } from '../../lib/supabase.ts'
import { usersKeys } from './keys.ts'

export interface NewNote {
  memberId: string
  content: string
  /** Created by the browser and kept for every attempt until one is confirmed. */
  requestId: string
}

/** Adds a note of the team about a member; a repeated request adds nothing. */
export function useNoteMutation() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: async ({ memberId, content, requestId }: NewNote) => {
      const client = await supabase()
      throwFailure(await client.rpc('add_team_note', { member_id: memberId, content, request_id: requestId }))
    },
    onSettled: (_data, _error, { memberId }) => queries.invalidateQueries({ queryKey: usersKeys.record(memberId) }),
  })
}

/** Deletes a note of the team; one that is gone stays gone. */
export function useNoteDeleteMutation(memberId: string) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: async (id: string) => {
      const client = await supabase()
      throwFailure(await client.rpc('delete_team_note', { id }))
    },
    onSettled: () => queries.invalidateQueries({ queryKey: usersKeys.record(memberId) }),
  })
}
