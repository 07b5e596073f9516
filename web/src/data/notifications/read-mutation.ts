import { type InfiniteData, type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { againIfLost, isAnswerLost } from '../../lib/answer-lost.ts'
import { supabase } from '../../lib/supabase.ts'
import { notificationsKeys } from './keys.ts'
import type { Notification } from './list-query.ts'
import { unreadQuery } from './unread-query.ts'

/** Marks a notification as read. It is shown as read at once, and as unread again if that fails. */
export function useReadMutation() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: async (id: string) => {
      const client = await supabase()
      const mark = async () => client.rpc('mark_notifications_read', { ids: [id] }).throwOnError()
      return (await againIfLost(mark)).data
    },
    onMutate: (id) => showRead(queries, (notification) => notification.id === id),
    onError: (_, __, takeBack) => takeBack?.(),
    onSuccess: (left) => queries.setQueryData(notificationsKeys.unread(), left),
    onSettled: () => queries.invalidateQueries({ queryKey: notificationsKeys.lists() }),
  })
}

interface Marked {
  unread: number
  marked_at: string | undefined
}

/**
 * Marks all notifications up to a time as read, and shows them as read at once.
 * @returns the moment of marking, for {@link useUndoMutation}; undefined if it is unknown because the answer was lost.
 */
export function useReadAllMutation() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: async (before: string): Promise<Marked> => {
      const client = await supabase()
      try {
        return (await client.rpc('mark_all_notifications_read', { before }).single().throwOnError()).data
      } catch (error) {
        // Not sent again: the answer would have another moment, at which nothing was marked.
        if (!navigator.onLine || !isAnswerLost(error)) throw error
        const unread = await queries.fetchQuery({ ...unreadQuery(), staleTime: 0 })
        if (unread > 0) throw error
        return { unread, marked_at: undefined }
      }
    },
    onMutate: () => showRead(queries, () => true),
    onError: (_, __, takeBack) => takeBack?.(),
    onSuccess: ({ unread }) => queries.setQueryData(notificationsKeys.unread(), unread),
    onSettled: () => queries.invalidateQueries({ queryKey: notificationsKeys.lists() }),
  })
}

/** Marks as unread again the notifications that were marked at a moment, and no others. */
export function useUndoMutation() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: async (marked_at: string) => {
      const client = await supabase()
      return (await againIfLost(async () => client.rpc('undo_marking', { marked_at }).throwOnError())).data
    },
    onSuccess: (unread) => queries.setQueryData(notificationsKeys.unread(), unread),
    onSettled: () => queries.invalidateQueries({ queryKey: notificationsKeys.lists() }),
  })
}

/** @returns a function that shows as unread again what this call has shown as read, also where nothing can be loaded. */
async function showRead(queries: QueryClient, isMarked: (notification: Notification) => boolean): Promise<() => void> {
  await queries.cancelQueries({ queryKey: notificationsKeys.all })
  const marked = new Set<string>()
  change(queries, (each) => {
    if (each.isRead || !isMarked(each)) return each
    marked.add(each.id)
    return { ...each, isRead: true }
  })
  return () => change(queries, (each) => (marked.has(each.id) ? { ...each, isRead: false } : each))
}

function change(queries: QueryClient, one: (notification: Notification) => Notification): void {
  queries.setQueriesData<InfiniteData<Notification[]>>(
    { queryKey: notificationsKeys.lists() },
    (list) => list && { ...list, pages: list.pages.map((page) => page.map(one)) },
  )
}
