import { useMutation, useQueryClient } from '@tanstack/react-query'
import { requireValues } from '../../lib/has-values.ts'
import { serverNow } from '../../lib/server-clock.ts'
import { StaleError } from '../../lib/stale-error.ts'
import { supabase } from '../../lib/supabase.ts'
import { reloadPosts } from './console-post-mutations.ts'

/** The new end of an announcement's pin. */
export interface Pin {
  postId: string
  /** ISO 8601, at most 90 days from now; null ends the pin now. */
  until: string | null
  /** The end that the admin saw. */
  seen: string
}

// The database puts its own clock in place of a moment that has passed.
const PASSED = '2000-01-01T00:00:00Z'

/**
 * Moves the end of an announcement's pin; safe to repeat.
 * @throws {StaleError} when it was moved or deleted in the meantime.
 */
export function usePinMutation() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: movePin,
    onSettled: () => reloadPosts(queries),
  })
}

async function movePin({ postId, until, seen }: Pin): Promise<void> {
  const client = await supabase()
  const { data } = await client
    .from('newsfeed_posts')
    .update({ pinned_until: until ?? PASSED })
    .eq('id', postId)
    .eq('pinned_until', seen)
    .select('id')
    .throwOnError()
  if (data.length > 0) return
  const { data: now } = await client
    .from('newsfeed_posts')
    .select('pinned_until')
    .eq('id', postId)
    .maybeSingle()
    .throwOnError()
  if (until !== null) return requireValues(now, { pinned_until: until })
  if (!now?.pinned_until || Date.parse(now.pinned_until) > serverNow()) throw new StaleError()
}
