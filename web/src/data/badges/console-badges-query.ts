import { queryOptions } from '@tanstack/react-query'
import { supabase } from '../../lib/supabase.ts'
import { badgesKeys } from './keys.ts'

export interface Badge {
  id: string
  name: string
  description: string
  icon: string
  /** `#` and six hexadecimal digits. */
  color: string
  is_custom: boolean
  /** How many members hold it. */
  holders: number
}

interface BadgeRow extends Omit<Badge, 'holders'> {
  user_badges: { count: number }[]
}

// Hosted services cut answers at this many rows without a word.
const BATCH = 1000

/** Every badge by name, with the number of its holders. */
export const badgesQuery = () =>
  queryOptions({
    queryKey: badgesKeys.list(),
    queryFn: ({ signal }) => loadBadges(signal),
  })

async function loadBadges(signal: AbortSignal): Promise<Badge[]> {
  const client = await supabase()
  const badges: Badge[] = []
  for (let first = 0; ; first += BATCH) {
    const { data } = await client
      .from('badges')
      .select('id, name, description, icon, color, is_custom, user_badges(count)')
      .order('name')
      .order('id')
      .range(first, first + BATCH - 1)
      .abortSignal(signal)
      .throwOnError()
      .overrideTypes<BadgeRow[], { merge: false }>()
    for (const { user_badges: held, ...badge } of data) badges.push({ ...badge, holders: held[0]?.count ?? 0 })
    if (data.length < BATCH) return badges
  }
}
