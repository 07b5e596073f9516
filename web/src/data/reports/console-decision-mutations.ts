import { useMutation, useQueryClient } from '@tanstack/react-query'
import { throwFailure } from '../../lib/not-authenticated.ts'
import { supabase } from '../../lib/supabase.ts'
import { overviewKeys } from '../overview/keys.ts'
import { consoleReportsKeys } from './keys.ts'

export type Decision = 'dismiss' | 'hide' | 'remove' | 'warn' | 'suspend'

export interface DecidedReport {
  id: string
  /** The version of the case that the admin saw. */
  version: number
  /** That of the case that the admin saw. */
  shown: string
  decision: Decision
  /** The author reads it, with a warning or suspension. */
  reason?: string
  /** Whether a warning or suspension also hides the post, comment or photo. */
  hides?: boolean
  /** Of a suspension; null lasts until it is lifted. */
  days?: number | null
}

/**
 * Decides a case. Resolves to its new version; fails with `RP004` when another admin was first, and with `RP008` when the
 * author has changed it since.
 */
export function useDecideMutation() {
  const settle = useSettle()
  return useMutation({
    mutationFn: async ({ id, version, shown, decision, reason = '', hides = false, days = null }: DecidedReport) => {
      const client = await supabase()
      // Without an end the argument is left out, and its default is none.
      const term = days === null ? {} : { days }
      const answer = await client.rpc('decide_report', { id, seen: version, shown, decision, reason, hides, ...term })
      throwFailure(answer)
      return answer.data ?? version + 1
    },
    onSettled: settle,
  })
}

/** Undoes the decision of a case in the version that the admin saw. */
export function useReopenMutation() {
  const settle = useSettle()
  return useMutation({
    mutationFn: async ({ id, version }: { id: string; version: number }) => {
      const client = await supabase()
      throwFailure(await client.rpc('reopen_report', { id, seen: version }))
    },
    onSettled: settle,
  })
}

function useSettle() {
  const queries = useQueryClient()
  return () =>
    Promise.all([
      queries.invalidateQueries({ queryKey: consoleReportsKeys.all }),
      queries.invalidateQueries({ queryKey: overviewKeys.waiting() }),
    ])
}
