import { queryOptions } from '@tanstack/react-query'
import { type BanksideClient, type RowOf, supabase } from '../../lib/supabase.ts'
import { badgesKeys } from './keys.ts'

const badgesWithHolders = (client: BanksideClient) =>
  client.from('badges').select('id, name, description, icon, color, is_custom, updated_at, user_badges(count)')

/** `color` is `#` and six hexadecimal digits; `updated_at` is the version that a correction must name. */
export interface Badge extends Omit<RowOf<typeof badgesWithHolders>, 'user_badges'> {
  /** Number of members who hold it. */
  holders: number
}

// Hosted services silently cut answers at this many rows.
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
    const { data } = await badgesWithHolders(client)
      .order('name')
      .order('id')
      .range(first, first + BATCH - 1)
      .abortSignal(signal)
      .throwOnError()
    for (const { user_badges: held, ...badge } of data) badges.push({ ...badge, holders: held[0]?.count ?? 0 })
    if (data.length < BATCH) return badges
  }
}
