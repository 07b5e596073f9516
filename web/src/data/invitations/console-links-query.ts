import { queryOptions } from '@tanstack/react-query'
import { type BanksideClient, type RowOf, supabase } from '../../lib/supabase.ts'
import { invitationsKeys } from './keys.ts'

const clubLinks = (client: BanksideClient) => client.rpc('club_links', undefined, { get: true })

/** A link by which the club invites; it admits while it has places and has neither expired nor been ended. */
export interface ClubLink {
  id: string
  /** What it is for, in the words of the admin who made it. */
  note: string
  code: string
  places: number
  /** Sign-ups with it so far. */
  taken: number
  /** Username; null when the account is deleted. */
  madeBy: string | null
  createdAt: string
  expiresAt: string
  /** Null unless an admin has ended it. */
  endedAt: string | null
}

/** The links of the club, newest first, the last 200. */
export const clubLinksQuery = queryOptions({
  queryKey: invitationsKeys.links(),
  queryFn: async ({ signal }): Promise<ClubLink[]> => {
    const { data } = await clubLinks(await supabase())
      .abortSignal(signal)
      .throwOnError()
    return data.map(clubLinkOf)
  },
})

export function clubLinkOf(row: RowOf<typeof clubLinks>): ClubLink {
  const { id, note, code, places, taken } = row
  return {
    ...{ id, note, code, places, taken },
    madeBy: row.made_by,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    endedAt: row.ended_at,
  }
}
