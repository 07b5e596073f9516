import { hashKey, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { FeedPage } from './feed-page.ts'
import { type Feed, feedOf } from './feed-pages.ts'
import { newsfeedKeys } from './keys.ts'
import { forgetLastFeed, keepLastFeed, readLastFeed } from './last-feed.ts'
import { hasCode } from './refusal.ts'

/**
 * Keeps the feed's newest first page on this device, and puts it in place when the feed cannot be reached.
 * @param online false while there is no network.
 * @returns when the feed that is shown was read, while it may be out of date; undefined while it is what the service
 *   says.
 */
export function useLastFeed(userId: string, online: boolean): Date | undefined {
  const queries = useQueryClient()
  const [readAt, setReadAt] = useState<number>()
  const [restored, setRestored] = useState(false)

  useEffect(() => {
    const restore = () => {
      const last = queries.getQueryData(newsfeedKeys.feed()) ? undefined : readLastFeed(userId)
      if (!last) return
      const updatedAt = last.readAt
      setReadAt(updatedAt)
      setRestored(true)
      // Whoever could read the feed then was not suspended; both are asked again as soon as there is a network.
      queries.setQueryData(newsfeedKeys.standing(userId), { suspended: false }, { updatedAt })
      queries.setQueryData<Feed>(newsfeedKeys.feed(), feedOf(last.page), { updatedAt })
    }
    const keep = (page: FeedPage, at: number) => {
      keepLastFeed(userId, { page, readAt: at })
      setReadAt(at)
      setRestored(false)
    }
    const standing = hashKey(newsfeedKeys.standing(userId))
    const feed = hashKey(newsfeedKeys.feed())
    const fresh = hashKey(newsfeedKeys.fresh())

    const known = queries.getQueryState<FeedPage>(newsfeedKeys.fresh())
    const shown = queries.getQueryState<Feed>(newsfeedKeys.feed())
    if (known?.data) setReadAt(known.dataUpdatedAt)
    else if (shown?.data) {
      // Put in place by this page when it was open before; nothing has come from the service since.
      setReadAt(readLastFeed(userId)?.readAt ?? shown.dataUpdatedAt)
      setRestored(true)
    } else if (!navigator.onLine) restore()
    return queries.getQueryCache().subscribe((event) => {
      if (event.type !== 'updated') return
      const { queryHash, state } = event.query
      const { type } = event.action
      if (type === 'error' && (queryHash === standing || queryHash === feed) && !hasCode(state.error)) restore()
      if (type !== 'success') return
      // Only answers of the service come under this key; what the reader does changes the loaded feed alone.
      if (queryHash === fresh) keep(state.data as FeedPage, state.dataUpdatedAt)
      if (queryHash === standing && (state.data as { suspended: boolean }).suspended) forgetLastFeed()
    })
  }, [queries, userId])

  return readAt !== undefined && (restored || !online) ? new Date(readAt) : undefined
}
