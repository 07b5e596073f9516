import { useMutation, useQueryClient } from '@tanstack/react-query'
import { followingId } from '../../lib/new-id.ts'
import { NotAuthenticated, throwFailure } from '../../lib/not-authenticated.ts'
import { isRepeated, rowOfRequest } from '../../lib/repeated-request.ts'
import { type BanksideClient, supabase } from '../../lib/supabase.ts'
import { useUnanswered } from '../../lib/unanswered.ts'
import { leaderboardKeys } from '../leaderboard/keys.ts'
import { badgesKeys } from './keys.ts'
import { BadgeNotFound } from './refusal.ts'

export interface Award {
  userId: string
  badgeId: string
}

/** An award and its request ID, the same for every attempt; the database makes the award once. */
export interface NewAward extends Award {
  requestId: string
}

/**
 * Awards a badge to a member; a newsfeed post announces it. Safe to repeat.
 * @param adminId the caller, or undefined for a guest.
 */
export function useAwardMutation(adminId: string | undefined) {
  const onSettled = useBadgesChanged()
  return useMutation({
    mutationFn: async (award: NewAward) => {
      if (!adminId) throw new NotAuthenticated()
      await makeAward(adminId, award)
    },
    onSettled,
  })
}

async function makeAward(adminId: string, { requestId, userId, badgeId }: NewAward): Promise<void> {
  const client = await supabase()
  for (let request = requestId; ; request = followingId(request)) {
    const answer = await client
      .from('user_badges')
      .insert({ request_id: request, user_id: userId, badge_id: badgeId, awarded_by: adminId })
    if (answer.error?.code === 'BD001') throw new BadgeNotFound()
    if (!isRepeated(answer.error)) return throwFailure(answer)
    // An earlier attempt had been written although its answer was lost, perhaps for another member.
    if (await isAward(client, await rowOfRequest(client, request), { userId, badgeId })) return
  }
}

async function isAward(client: BanksideClient, id: string | null, { userId, badgeId }: Award): Promise<boolean> {
  if (!id) return false
  const awards = client.from('user_badges').select('id').eq('id', id).eq('user_id', userId).eq('badge_id', badgeId)
  return (await awards.throwOnError()).data.length > 0
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
