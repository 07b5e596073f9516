import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query'
import type { InvitationState } from '../../../../contract/src/column-types.ts'
import { type BanksideClient, supabase } from '../../lib/supabase.ts'
import { invitationsKeys } from './keys.ts'

const PAGE_SIZE = 50

/** How often the list is read while mails in it wait to be sent, in milliseconds. */
const AGAIN_MS = 10_000

export const INVITATION_STATES = [
  'waiting',
  'sent',
  'failed',
  'accepted',
  'expired',
  'withdrawn',
] as const satisfies readonly InvitationState[]

export interface MailedInvitation {
  id: string
  address: string
  /** Username; null when the account is deleted. */
  invitedBy: string | null
  createdAt: string
  expiresAt: string
  state: InvitationState
  /** What the mail server answered last, when it took no mail. */
  error: string | null
  /** What the admin knew of somebody who was a member elsewhere, and what they get with the account. */
  proposedName: string | null
  /** `2019-05-31`. */
  joinedOn: string | null
  points: number | null
  /** When the account of the address was given the day and the points; null when another address has accepted. */
  givenAt: string | null
}

export interface MailedSearch {
  /** A part of the address; blank for all. */
  text: string
  state: InvitationState | 'all'
}

const page = (client: BanksideClient, values: { search?: string; state?: string; before?: string }) =>
  client.rpc('mailed_invitations', values, { get: true })

/** The invitations that were sent by email, newest first, page by page. */
export const mailedQuery = ({ text, state }: MailedSearch) =>
  infiniteQueryOptions({
    queryKey: invitationsKeys.mailedList(text, state),
    queryFn: async ({ pageParam, signal }): Promise<MailedInvitation[]> => {
      const chosen = { ...(text !== '' && { search: text }), ...(state !== 'all' && { state }) }
      const { data } = await page(await supabase(), { ...chosen, ...(pageParam !== null && { before: pageParam }) })
        .abortSignal(signal)
        .throwOnError()
      return data.map((row) => ({
        id: row.id,
        address: row.address,
        invitedBy: row.invited_by,
        createdAt: row.created_at,
        expiresAt: row.expires_at,
        state: row.state,
        error: row.error,
        proposedName: row.proposed_name,
        joinedOn: row.joined_on,
        points: row.points,
        givenAt: row.given_at,
      }))
    },
    initialPageParam: null as string | null,
    getNextPageParam: (last) => (last.length < PAGE_SIZE ? null : (last.at(-1)?.createdAt ?? null)),
    placeholderData: keepPreviousData,
    // Mails go out within seconds, and nothing tells of it.
    refetchInterval: ({ state: { data } }) =>
      data?.pages.flat().some(({ state }) => state === 'waiting') ? AGAIN_MS : false,
  })
