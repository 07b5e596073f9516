import { queryOptions } from '@tanstack/react-query'
import { supabase } from '../../lib/supabase.ts'
import { networkKeys } from './keys.ts'

/** A member whom the viewer has blocked. */
export interface Blocked {
  id: string
  username: string
  avatarUrl: string
  /** ISO 8601. */
  since: string
}

/** The members whom the viewer has blocked, newest first. Nobody else can read it. */
export const blocksQuery = () =>
  queryOptions({
    queryKey: [...networkKeys.all, 'blocks'] as const,
    queryFn: async ({ signal }): Promise<Blocked[]> => {
      const client = await supabase()
      const { data } = await client.rpc('my_blocks', undefined, { get: true }).abortSignal(signal).throwOnError()
      return data.map(({ member_id, username, avatar_url, created_at }) => ({
        id: member_id,
        username,
        avatarUrl: avatar_url,
        since: created_at,
      }))
    },
  })
