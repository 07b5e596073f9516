import { useMutation, useQueryClient } from '@tanstack/react-query'
import { codeOf, refusalIn } from '../../lib/refusal.ts'
import { StaleError } from '../../lib/stale-error.ts'
import { supabase } from '../../lib/supabase.ts'
import { type LevelStep, type Levels, levelsOf } from './console-levels-query.ts'
import { siteKeys } from './keys.ts'

/** Why the levels were refused, as a sentence; undefined for any other failure. */
export const levelsRefusal = refusalIn({
  23514: 'A name has signs that cannot be used. Try it with letters, digits and spaces.',
  LV002: 'One level has to start at 0, and names and points must differ.',
})

/**
 * Saves all levels over those that were seen, and resolves to the stored ones. Safe to repeat.
 * Fails with `StaleError` when another admin changed them first.
 */
export function useLevelsMutation() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: saveLevels,
    onSuccess: (levels) => queries.setQueryData(siteKeys.levels(), levels),
    onError: () => queries.invalidateQueries({ queryKey: siteKeys.levels() }),
  })
}

async function saveLevels({ steps, seen }: { steps: readonly LevelStep[]; seen: string }): Promise<Levels> {
  const client = await supabase()
  const levels = steps.map(({ name, points }) => ({ name, points }))
  const { data, error } = await client.rpc('save_levels', { levels, seen })
  if (codeOf(error) === 'LV001') throw new StaleError()
  if (error) throw error
  return levelsOf(data)
}
