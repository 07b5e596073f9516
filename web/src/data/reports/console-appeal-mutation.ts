import { useMutation, useQueryClient } from '@tanstack/react-query'
import { throwFailure } from '../../lib/not-authenticated.ts'
import { supabase } from '../../lib/supabase.ts'
import { overviewKeys } from '../overview/keys.ts'
import { usersKeys } from '../users/keys.ts'
import { consoleReportsKeys } from './keys.ts'

export interface DecidedAppeal {
  id: string
  decision: 'end' | 'keep'
  /** The member reads it; may be empty. */
  words: string
}

/** Ends or keeps a suspension that was answered. `SU003` when somebody else was first, `SU004` when it has ended. */
export function useAppealDecisionMutation() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: async (decided: DecidedAppeal) => {
      const client = await supabase()
      throwFailure(await client.rpc('decide_appeal', { ...decided }))
    },
    // Not awaited: what was decided is said before the answer leaves the list.
    onSettled: () => {
      for (const queryKey of [consoleReportsKeys.all, overviewKeys.waiting(), usersKeys.all])
        void queries.invalidateQueries({ queryKey })
    },
  })
}
