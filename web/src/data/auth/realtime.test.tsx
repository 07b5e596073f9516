// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderHook } from '@testing-library/react'
import type { ReactNode } from 'react'
import { beforeEach, expect, it, vi } from 'vitest'
import type { TopicListener } from '../../lib/live/topic-listener.ts'
import { notificationsKeys } from '../notifications/keys.ts'
import { useOwnRealtime } from './realtime.ts'

let listener: TopicListener
vi.mock('../../lib/live/use-topic.ts', () => ({
  useTopic: (_: string, given: TopicListener) => {
    listener = given
  },
}))

let queries: QueryClient
beforeEach(() => {
  queries = new QueryClient()
  queries.setQueryData(notificationsKeys.unread(), 3)
  renderHook(() => useOwnRealtime('me'), {
    wrapper: ({ children }: { children: ReactNode }) => (
      <QueryClientProvider client={queries}>{children}</QueryClientProvider>
    ),
  })
})

const hear = (what: string[], body: Record<string, unknown> = {}) =>
  listener.onMessage?.({ what, body } as unknown as Parameters<NonNullable<TopicListener['onMessage']>>[0])
const bell = () => queries.getQueryState(notificationsKeys.unread())

it('takes the number on the bell from a message', () => {
  hear(['notifications'], { unread: 7 })
  expect(bell()).toMatchObject({ data: 7, isInvalidated: false })
})

it('loads the number when a message about notifications has none, as for the club team', () => {
  hear(['points'])
  expect(bell()).toMatchObject({ data: 3, isInvalidated: false })
  hear(['notifications'])
  expect(bell()).toMatchObject({ isInvalidated: true })
})
