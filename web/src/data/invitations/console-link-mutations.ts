import { useMutation, useQueryClient } from '@tanstack/react-query'
import { supabase } from '../../lib/supabase.ts'
import { type ClubLink, clubLinkOf, clubLinksQuery } from './console-links-query.ts'
import { invitationsKeys } from './keys.ts'

export interface NewLink {
  /** Created by the browser and kept for every attempt: one link is made. */
  id: string
  note: string
  places: number
  /** How long it counts. */
  days: number
}

/** Makes a link of the club, or returns the one that an earlier attempt has made. */
export function useLinkMakeMutation() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: async (link: NewLink): Promise<ClubLink> => {
      const client = await supabase()
      const { data } = await client.rpc('make_club_link', { ...link }).throwOnError()
      const [made] = data
      if (!made) throw new Error('no link came back')
      return clubLinkOf(made)
    },
    onSuccess: (made) =>
      queries.setQueryData(
        clubLinksQuery.queryKey,
        (links) => links && [made, ...links.filter(({ id }) => id !== made.id)],
      ),
    onSettled: () => queries.invalidateQueries({ queryKey: invitationsKeys.links() }),
  })
}

/** Ends a link of the club. One that has ended already, or is gone, counts as ended. */
export function useLinkEndMutation() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: async (id: string) => {
      const client = await supabase()
      await client.rpc('end_club_link', { id }).throwOnError()
    },
    onSettled: () => queries.invalidateQueries({ queryKey: invitationsKeys.links() }),
  })
}
