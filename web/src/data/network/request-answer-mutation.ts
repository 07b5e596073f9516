import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { supabase } from '../../lib/supabase.ts'
import { notificationsKeys } from '../notifications/keys.ts'
import { networkKeys } from './keys.ts'

export interface RequestAnswer {
  /** Who sent the request. */
  memberId: string
  accept: boolean
}

/** What became of a request; `gone` if it was taken back, or declined in another window, before the answer. */
export type RequestOutcome = 'accepted' | 'declined' | 'gone'

/** Accepts or declines a request to the viewer; the lists then show the database's state. */
export function useRequestAnswerMutation(userId: string) {
  const queryClient = useQueryClient()
  // Who was declined without an answer: it may have been carried out.
  const declined = useRef(new Set<string>())
  return useMutation({
    mutationFn: async (given: RequestAnswer) => {
      try {
        return await answer(userId, given, declined.current.has(given.memberId))
      } catch (error) {
        if (!given.accept && navigator.onLine) declined.current.add(given.memberId)
        throw error
      }
    },
    // Not awaited: the answered request disappears with the reload, and its caller must receive the success first.
    onSettled: () => {
      for (const queryKey of [networkKeys.requests(userId), networkKeys.connections(userId), notificationsKeys.lists()])
        queryClient.invalidateQueries({ queryKey }).catch((error: unknown) => console.error(queryKey, error))
    },
  })
}

async function answer(
  userId: string,
  { memberId, accept }: RequestAnswer,
  wasDeclined: boolean,
): Promise<RequestOutcome> {
  // Pending again: it was taken back and sent once more between the two questions.
  const became = (await asked(userId, memberId, accept)) ?? (await asked(userId, memberId, accept))
  if (became === undefined) throw new Error('the request was sent again while it was answered')
  return became === 'gone' && wasDeclined && !accept ? 'declined' : became
}

/** @returns undefined if the request was not open when it was answered, and is open now. */
async function asked(userId: string, memberId: string, accept: boolean): Promise<RequestOutcome | undefined> {
  const client = await supabase()
  const requests = client.from('member_connections')
  const { data: answered } = await (accept ? requests.update({ status: 'accepted' }) : requests.delete())
    .eq('user_id', memberId)
    .eq('connected_user_id', userId)
    .eq('status', 'pending')
    .select('id')
    .throwOnError()
  if (answered.length > 0) return accept ? 'accepted' : 'declined'
  const { data: left } = await client
    .from('member_connections')
    .select('status')
    .eq('user_id', memberId)
    .eq('connected_user_id', userId)
    .throwOnError()
  const [found] = left
  if (!found) return 'gone'
  return found.status === 'accepted' ? 'accepted' : undefined
}
