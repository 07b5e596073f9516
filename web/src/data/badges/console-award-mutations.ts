import { useMutation, useQueryClient } from '@tanstack/react-query'
import { combinedId } from '../../lib/console-combined-id.ts'
import { followingId } from '../../lib/new-id.ts'
import { NotAuthenticated, throwFailure } from '../../lib/not-authenticated.ts'
import { isRepeated } from '../../lib/repeated-request.ts'
import { type BanksideClient, supabase } from '../../lib/supabase.ts'
import { useUnanswered } from '../../lib/unanswered.ts'
import { leaderboardKeys } from '../leaderboard/keys.ts'
import { badgesKeys } from './keys.ts'
import { BadgeNotFound } from './refusal.ts'

export interface Award {
  userId: string
  badgeId: string
}

/** An award to one or more members. */
export interface NewAwards {
  /** The same for every attempt; the database makes each award once. */
  requestId: string
  userIds: readonly string[]
  badgeId: string
}

/**
 * Awards a badge to members, to all or to none; a newsfeed post announces each award. Safe to repeat.
 * @param adminId the caller, or undefined for a guest.
 */
export function useAwardMutation(adminId: string | undefined) {
  const onSettled = useBadgesChanged()
  return useMutation({
    mutationFn: async (awards: NewAwards) => {
      if (!adminId) throw new NotAuthenticated()
      await makeAwards(adminId, awards)
    },
    onSettled,
  })
}

async function makeAwards(adminId: string, { requestId, userIds, badgeId }: NewAwards): Promise<void> {
  const client = await supabase()
  let left = userIds
  for (let request = requestId; ; request = followingId(request)) {
    const rows = left.map((userId) => ({
      request_id: combinedId(request, userId, badgeId),
      user_id: userId,
      badge_id: badgeId,
      awarded_by: adminId,
    }))
    const answer = await client.from('user_badges').insert(rows)
    if (answer.error?.code === 'BD001') throw new BadgeNotFound()
    if (!isRepeated(answer.error)) return throwFailure(answer)
    // An earlier attempt had been written although its answer was lost; an award may have been taken back since.
    const holders = await holdersAmong(client, left, badgeId)
    left = left.filter((userId) => !holders.has(userId))
    if (left.length === 0) return
  }
}

async function holdersAmong(client: BanksideClient, userIds: readonly string[], badgeId: string): Promise<Set<string>> {
  const awards = client
    .from('user_badges')
    .select('user_id')
    .eq('badge_id', badgeId)
    .in('user_id', [...userIds])
  const { data } = await awards.throwOnError()
  return new Set(data.map((award) => award.user_id))
}

/**
 * Takes a badge back from a member. Safe to repeat after a lost answer.
 * @throws {BadgeNotFound} when the member no longer held it.
 */
export function useAwardRemoveMutation() {
  const onSettled = useBadgesChanged()
  const unanswered = useUnanswered()
  return useMutation({
    mutationFn: async ({ userId, badgeId }: Award) => {
      const client = await supabase()
      const answer = await client
        .from('user_badges')
        .delete()
        .eq('user_id', userId)
        .eq('badge_id', badgeId)
        .select('id')
      if (answer.error) unanswered.note(userId + badgeId, answer.error)
      throwFailure(answer)
      if (answer.data?.length === 0 && !unanswered.has(userId + badgeId)) throw new BadgeNotFound()
    },
    onSettled,
  })
}

/**
 * Deletes a custom badge; its holders lose it. Safe to repeat after a lost answer.
 * @throws {BadgeNotFound} when it was already deleted.
 */
export function useBadgeDeleteMutation() {
  const onSettled = useBadgesChanged()
  const unanswered = useUnanswered()
  return useMutation({
    mutationFn: async (badgeId: string) => {
      const client = await supabase()
      const answer = await client.from('badges').delete().eq('id', badgeId).eq('is_custom', true).select('id')
      if (answer.error) unanswered.note(badgeId, answer.error)
      throwFailure(answer)
      if (answer.data?.length === 0 && !unanswered.has(badgeId)) throw new BadgeNotFound()
    },
    onSettled,
  })
}

function useBadgesChanged() {
  const queries = useQueryClient()
  return () => {
    void queries.invalidateQueries({ queryKey: leaderboardKeys.all })
    return queries.invalidateQueries({ queryKey: badgesKeys.all })
  }
}
