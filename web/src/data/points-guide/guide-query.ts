import { queryOptions } from '@tanstack/react-query'
import { STALE } from '../../config/stale.ts'
import { type BanksideClient, type RowOf, supabase } from '../../lib/supabase.ts'
import { pointsGuideKeys } from './keys.ts'

const pointsGuide = (client: BanksideClient) => client.rpc('points_guide', undefined, { get: true })

/** What earns points in this club, and the levels that they lead to. */
export type PointsGuide = RowOf<typeof pointsGuide>

export const guideQuery = (userId: string | undefined) =>
  queryOptions({
    queryKey: pointsGuideKeys.guide(userId),
    queryFn: async ({ signal }): Promise<PointsGuide> => {
      const client = await supabase()
      const { data } = await pointsGuide(client).abortSignal(signal).single().throwOnError()
      return data
    },
    staleTime: STALE.oneMinute,
  })
