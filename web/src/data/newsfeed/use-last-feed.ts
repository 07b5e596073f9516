import { hashKey, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { FeedPage } from './feed-page.ts'
import { type Feed, feedOf } from './feed-pages.ts'
import { newsfeedKeys } from './keys.ts'
import { deleteLastFeed, keepLastFeed, readLastFeed } from './last-feed.ts'
import { hasCode } from './refusal.ts'

/**
 * Stores the feed's newest first page on this device, and shows it when the feed cannot be reached.
 * @param online false while offline.
 * @returns when the shown feed was loaded, while it may be out of date; undefined while it comes from the service.
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
      // A reader of the feed was not suspended then; the feed and the standing are loaded again once online.
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
    // Loaded before this page was drawn.
    if (known?.data) keep(known.data, known.dataUpdatedAt)
    else if (shown?.data) {
      // This page showed the stored feed when it was open before, and has received nothing from the service since.
      setReadAt(readLastFeed(userId)?.readAt ?? shown.dataUpdatedAt)
      setRestored(true)
    } else if (!navigator.onLine) restore()
    return queries.getQueryCache().subscribe((event) => {
      if (event.type !== 'updated') return
      const { queryHash, state } = event.query
      const { type } = event.action
      if (type === 'error' && (queryHash === standing || queryHash === feed) && !hasCode(state.error)) restore()
      if (type !== 'success') return
      // Only answers of the service are stored under this key; the reader's actions change only the loaded feed.
      if (queryHash === fresh) keep(state.data as FeedPage, state.dataUpdatedAt)
      if (queryHash === standing && (state.data as { suspended: boolean }).suspended) deleteLastFeed()
    })
  }, [queries, userId])

  return readAt !== undefined && (restored || !online) ? new Date(readAt) : undefined
}
