import { queryOptions } from '@tanstack/react-query'
import { type BanksideClient, supabase } from '../../lib/supabase.ts'
import { authKeys } from './keys.ts'

/**
 * Why nobody can register: the club takes no new members, it asks for an invitation, or the invitation does not
 * count: it has expired, was replaced, withdrawn, ended or used up, its member is suspended, or nobody has made it.
 */
export type Shut = 'closed' | 'needed' | 'ended'

const isShut = (answer: string): answer is Shut => answer === 'closed' || answer === 'needed' || answer === 'ended'

/** Why nobody can register with this invitation, or without one; null when they can. */
export async function shutReason(
  client: BanksideClient,
  invitation: string | undefined,
  signal?: AbortSignal,
): Promise<Shut | null> {
  const asked = client.rpc('may_join', invitation === undefined ? {} : { invitation })
  const { data } = await (signal ? asked.abortSignal(signal) : asked).throwOnError()
  return isShut(data) ? data : null
}

/** The same for a page: asked once each time that it opens, so that the form stays while somebody writes in it. */
export const joiningQuery = (invitation: string | undefined) =>
  queryOptions({
    queryKey: authKeys.joining(invitation),
    queryFn: async ({ signal }) => shutReason(await supabase(), invitation, signal),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
