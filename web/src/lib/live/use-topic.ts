import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { subscribeWhenLoaded } from './subscribe-when-loaded.ts'
import type { TopicListener } from './topic-listener.ts'

/**
 * Follows a live topic while the component is mounted. Only `data/<domain>/realtime.ts` uses it.
 * @param topic undefined follows nothing.
 */
export function useTopic(topic: string | undefined, listener: TopicListener): void {
  const queries = useQueryClient()
  const latest = useRef(listener)
  useEffect(() => {
    latest.current = listener
  })
  useEffect(() => {
    if (topic === undefined) return undefined
    return subscribeWhenLoaded(async () => {
      const { followTopic } = await import('./follow-topic.ts')
      return followTopic(queries, topic, () => latest.current)
    })
  }, [queries, topic])
}
