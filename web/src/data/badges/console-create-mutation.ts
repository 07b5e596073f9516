import { useMutation, useQueryClient } from '@tanstack/react-query'
import { NotAuthenticated, throwFailure } from '../../lib/not-authenticated.ts'
import { isRepeated, rowOfRequest } from '../../lib/repeated-request.ts'
import { supabase } from '../../lib/supabase.ts'
import { badgesKeys } from './keys.ts'
import { BadgeNameTaken } from './refusal.ts'

export interface NewBadge {
  /** Created by the browser and kept for every attempt: the badge is created once. */
  requestId: string
  name: string
  description: string
  icon: string
  color: string
}

/**
 * Creates a custom badge.
 * @throws {BadgeNameTaken} when another badge has this name.
 * @param adminId the caller, or undefined for a guest.
 */
export function useBadgeCreateMutation(adminId: string | undefined) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: async ({ requestId, ...badge }: NewBadge) => {
      if (!adminId) throw new NotAuthenticated()
      const client = await supabase()
      const answer = await client
        .from('badges')
        .insert({ request_id: requestId, ...badge, is_custom: true, created_by: adminId })
      // A repeated request is detected by its ID, so any other duplicate is the name's.
      if (answer.error?.code === '23505') throw new BadgeNameTaken()
      // The answer to an earlier attempt may have been lost: then the badge exists, and only its values may differ.
      const id = isRepeated(answer.error) && (await rowOfRequest(client, requestId))
      if (!id) return throwFailure(answer)
      const changed = await client.from('badges').update(badge).eq('id', id).select('id')
      if (changed.error?.code === '23505') throw new BadgeNameTaken()
      throwFailure(changed)
      if (changed.data?.length === 0) throwFailure(answer)
    },
    onSettled: () => queries.invalidateQueries({ queryKey: badgesKeys.all }),
  })
}
