import { useQueryClient } from '@tanstack/react-query'
import type { TopicMessage } from '../../lib/live/topic-message.ts'
import { useTopic } from '../../lib/live/use-topic.ts'
import { networkKeys } from './keys.ts'
import type { MemberOnPage } from './member-page-query.ts'

// At once when a name, a picture or a standing changed or an account was deleted; now and then for points.
const loadOf = ({ what }: TopicMessage) => (what.length > 0 ? 'all' : 'named')

/**
 * Loads the members again when accounts are deleted or their names or standing change, as the rankings' topic announces.
 * It also announces every change of points. Connections and requests arrive on the member's own topic, which every page
 * follows.
 */
export function useNetworkRealtime(): void {
  useTopic('leaderboard', { rows: [networkKeys.all], onMessage: loadOf, gapMs: 10_000 })
}

/**
 * Keeps the page of a member up to date: their name, standing and points, as the rankings' topic announces, and their
 * posts that are taken down.
 */
export function useMemberPageRealtime(name: string): void {
  const queries = useQueryClient()
  const queryKey = networkKeys.page(name)
  useTopic('leaderboard', { rows: [queryKey], onMessage: loadOf, gapMs: 5_000 })
  useTopic('feed', {
    rows: [queryKey],
    onMessage({ gone }) {
      queries.setQueryData<MemberOnPage | null>(
        queryKey,
        (member) => member && { ...member, posts: member.posts.filter(({ id }) => !gone.includes(id)) },
      )
      return undefined
    },
  })
}
