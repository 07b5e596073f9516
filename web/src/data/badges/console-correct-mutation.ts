import { useMutation, useQueryClient } from '@tanstack/react-query'
import { requireValues } from '../../lib/has-values.ts'
import { throwFailure } from '../../lib/not-authenticated.ts'
import { supabase } from '../../lib/supabase.ts'
import { badgesKeys } from './keys.ts'
import { BadgeNameTaken, BadgeNotFound } from './refusal.ts'

export interface BadgeCorrection {
  id: string
  name: string
  description: string
  icon: string
  color: string
  /** `updated_at` of the badge as the admin saw it. */
  seen: string
}

/**
 * Corrects a badge from the version that the admin saw; its holders get the corrected one.
 * @throws {StaleError} when it was corrected in the meantime, {@link BadgeNotFound} when it was deleted,
 * {@link BadgeNameTaken} when another badge has the name.
 */
export function useBadgeCorrectMutation() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: correctBadge,
    onSettled: () => queries.invalidateQueries({ queryKey: badgesKeys.all }),
  })
}

async function correctBadge({ id, seen, ...wanted }: BadgeCorrection): Promise<void> {
  const client = await supabase()
  const answer = await client.from('badges').update(wanted).eq('id', id).eq('updated_at', seen).select('id')
  if (answer.error?.code === '23505') throw new BadgeNameTaken()
  throwFailure(answer)
  if (answer.data?.length) return
  const { data: now } = await client
    .from('badges')
    .select('name, description, icon, color')
    .eq('id', id)
    .maybeSingle()
    .throwOnError()
  if (!now) throw new BadgeNotFound()
  requireValues(now, wanted)
}
