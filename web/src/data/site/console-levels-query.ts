import { queryOptions } from '@tanstack/react-query'
import { supabase } from '../../lib/supabase.ts'
import { siteKeys } from './keys.ts'

/** A level: its name and from how many points earned a member has it. */
export interface LevelStep {
  name: string
  points: number
}

/** All levels, lowest first. */
export interface Levels {
  steps: LevelStep[]
  /** When the list was saved, the same for all. */
  updatedAt: string
}

export const levelsQuery = () =>
  queryOptions({ queryKey: siteKeys.levels(), queryFn: ({ signal }) => loadLevels(signal) })

async function loadLevels(signal: AbortSignal): Promise<Levels> {
  const client = await supabase()
  const { data } = await client
    .from('levels')
    .select('points, name, updated_at')
    .order('points')
    .abortSignal(signal)
    .throwOnError()
  return levelsOf(data)
}

/** The list that the rows are. */
export function levelsOf(rows: readonly { points: number; name: string; updated_at: string }[]): Levels {
  const steps = rows.map(({ name, points }) => ({ name, points })).toSorted((a, b) => a.points - b.points)
  return { steps, updatedAt: rows[0]?.updated_at ?? '' }
}
