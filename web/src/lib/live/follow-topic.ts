import { hashKey, type QueryClient } from '@tanstack/react-query'
import { supabase } from '../supabase.ts'
import { noteRequests, wasAskedBefore } from './asked-at.ts'
import { followRows } from './followed-rows.ts'
import { ageOfTopic } from './topic-ages.ts'
import type { Load, TopicListener } from './topic-listener.ts'
import type { TopicMessage } from './topic-message.ts'
import { type TopicWatch, watchTopic } from './topic-watch.ts'

const watches = new Map<string, TopicWatch>()

/**
 * Follows a live topic; one channel serves all followers of the same topic.
 * @param listener returns the listener as it is when a message arrives.
 * @returns a function that stops.
 */
export function followTopic(queries: QueryClient, topic: string, listener: () => TopicListener): () => void {
  noteRequests(queries)
  const watch =
    watches.get(topic) ?? watchTopic(topic, { connect: supabase, ageOf: ageOfTopic }, () => watches.delete(topic))
  watches.set(topic, watch)
  const { kept } = listener()
  let unfollow = () => {}
  return watch.add({
    id: kept && hashKey(kept),
    upToDate() {
      unfollow = followRows(kept ?? [])
    },
    release: () => unfollow(),
    forget() {
      unfollow()
      if (kept) for (const queryKey of kept) void queries.invalidateQueries({ queryKey, refetchType: 'none' })
    },
    onMessage(message) {
      const { onMessage } = listener()
      return onMessage ? onMessage(message) : loadOf(message)
    },
    reload(all) {
      const { reload, rows } = listener()
      if (reload) return reload(all)
      return Promise.all(rows.map((queryKey) => queries.invalidateQueries({ queryKey })))
    },
    isOlderThan: (moment) => wasAskedBefore(queries, listener().rows, moment),
    gapMs: listener().gapMs ?? 0,
    joined: () => listener().joined?.(),
    closed: () => listener().closed?.(),
  })
}

const loadOf = ({ changed, what, tables }: TopicMessage): Load =>
  changed.length + what.length + tables.length > 0 ? 'all' : undefined
