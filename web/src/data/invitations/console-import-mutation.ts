import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { ImportAnswer } from '../../../../contract/src/column-types.ts'
import { codeOf } from '../../lib/refusal.ts'
import { supabase } from '../../lib/supabase.ts'
import { invitationsKeys } from './keys.ts'

/** Somebody who was a member elsewhere. */
export interface ImportedMember {
  address: string
  /** Proposed as the username. */
  name: string | null
  /** The day when they joined: `2019-05-31`. */
  joined: string | null
  points: number | null
}

export interface MembersToImport {
  /** Created by the browser and kept for every attempt, which is answered as the first one was. */
  request: string
  members: readonly ImportedMember[]
}

/** Invites members by email, with what is known of them. @returns what became of each, in the same order. */
export function useImportMutation() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: async ({ request, members }: MembersToImport): Promise<ImportAnswer[]> => {
      const client = await supabase()
      const values = members.map(({ address, name, joined, points }) => ({ address, name, joined, points }))
      const { data } = await client.rpc('import_members', { request, members: values }).throwOnError()
      return data.map(({ answer }) => answer)
    },
    onError: (error) => {
      if (codeOf(error) === 'IN001') void queries.invalidateQueries({ queryKey: invitationsKeys.canMail() })
    },
    onSettled: () => queries.invalidateQueries({ queryKey: invitationsKeys.mailed() }),
  })
}
