import { useQuery } from '@tanstack/react-query'
import UserRound from 'lucide-react/icons/user-round'
import { CarpIcon } from '../../components/ui/icons.tsx'
import { consoleGamesQuery } from '../../data/games/console-games-query.ts'
import { usersQuery } from '../../data/users/console-list-query.ts'
import { useIsModerator } from '../../hooks/use-is-moderator.ts'
import { formatPoints } from '../../lib/format.ts'
import { matching, PALETTE_HITS, type PaletteEntry, type PaletteGroup } from './palette-entries.ts'

export interface PaletteContent {
  sections: readonly PaletteEntry[]
  actions: readonly PaletteEntry[]
  /** The places that were opened last, the latest first. */
  recent: readonly PaletteEntry[]
}

/** What the palette offers for a text; without a text the last places and the actions. No games for moderators. */
export function usePaletteGroups(text: string, { sections, actions, recent }: PaletteContent) {
  const enabled = text !== ''
  const isModerator = useIsModerator()
  const users = useQuery({
    ...usersQuery({ text, page: 1, size: PALETTE_HITS, sort: 'points', descending: true }, undefined, isModerator),
    enabled,
  })
  const games = useQuery({
    ...consoleGamesQuery({ text, view: 'all', type: undefined, sort: 'created', descending: true, page: 1 }),
    enabled: enabled && !isModerator,
  })
  const members: PaletteEntry[] = (users.data?.users ?? []).map(({ username, points, is_suspended }) => ({
    label: username ?? '',
    detail: [!isModerator && `${formatPoints(points ?? 0)} points`, is_suspended && 'suspended']
      .filter(Boolean)
      .join(', '),
    to: `/admin/users?q=${encodeURIComponent(username ?? '')}`,
    Icon: UserRound,
  }))
  const found = isModerator ? [] : (games.data?.games ?? [])
  const played: PaletteEntry[] = found.slice(0, PALETTE_HITS).map(({ id, title, state }) => ({
    label: title,
    detail: state,
    to: `/admin/games?entries=${id}`,
    Icon: CarpIcon,
  }))
  const groups: PaletteGroup[] = enabled
    ? [
        { name: 'Members', entries: members },
        { name: 'Games', entries: played },
        { name: 'Sections', entries: matching(sections, text) },
        { name: 'Actions', entries: matching(actions, text) },
      ]
    : [
        { name: 'Last opened', entries: recent },
        { name: 'Actions', entries: actions },
      ]
  return {
    groups: groups.filter(({ entries }) => entries.length > 0),
    // Of the text itself: rows of the text before are shown meanwhile.
    isLoading: enabled && (users.isFetching || games.isFetching),
    isFailed: enabled && (users.isError || games.isError),
  }
}
