import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { AddressAnswer } from '../../../../contract/src/column-types.ts'
import { throwFailure } from '../../lib/not-authenticated.ts'
import { codeOf } from '../../lib/refusal.ts'
import { supabase } from '../../lib/supabase.ts'
import { useUnanswered } from '../../lib/unanswered.ts'
import { invitationsKeys } from './keys.ts'

export interface AnsweredAddress {
  /** As it was given. */
  address: string
  answer: AddressAnswer
}

export interface AddressesToInvite {
  /** Created by the browser and kept for every attempt, which is answered as the first one was. */
  request: string
  addresses: readonly string[]
}

/** Invites addresses by email. @returns what became of each, in the same order. */
export function useInviteMutation() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: async ({ request, addresses }: AddressesToInvite): Promise<AnsweredAddress[]> => {
      const client = await supabase()
      const { data } = await client.rpc('invite_addresses', { request, addresses: [...addresses] }).throwOnError()
      return data
    },
    onError: (error) => {
      if (codeOf(error) === 'IN001') void queries.invalidateQueries({ queryKey: invitationsKeys.canMail() })
    },
    onSettled: () => queries.invalidateQueries({ queryKey: invitationsKeys.mailed() }),
  })
}

/** Withdraws an invitation. @returns false when it was no longer open. Safe to repeat after a lost answer. */
export function useWithdrawMutation() {
  const queries = useQueryClient()
  const unanswered = useUnanswered()
  return useMutation({
    mutationFn: async (id: string): Promise<boolean> => {
      const client = await supabase()
      const answer = await client.rpc('withdraw_invitations', { ids: [id] })
      if (answer.error) unanswered.note(id, answer.error)
      throwFailure(answer)
      return (answer.data ?? 0) > 0 || unanswered.has(id)
    },
    onSettled: () => queries.invalidateQueries({ queryKey: invitationsKeys.mailed() }),
  })
}
