// @vitest-environment happy-dom

import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, renderHook, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { ImportRow } from './import-rows.ts'
import { useImport } from './use-import.ts'

const rpc = vi.fn()
vi.mock('../../lib/supabase.ts', () => ({
  supabase: async () => ({
    rpc: (_: string, values: { request: string; members: { address: string }[] }) => ({
      throwOnError: async () => ({ data: await rpc(values) }),
    }),
  }),
}))

const written = { address: '', name: '', joined: '', points: '' }
const ROWS: ImportRow[] = Array.from({ length: 450 }, (_, at) => ({
  row: at + 1,
  written,
  member: { address: `${at}@carp.test`, name: null, joined: null, points: null },
}))

const answered = ({ members }: { members: object[] }) => members.map(() => ({ answer: 'invited' }))
const requests = () => rpc.mock.calls.map(([{ request }]) => request)

beforeEach(() => {
  rpc.mockImplementation(async (call) => answered(call))
})
afterEach(() => {
  cleanup()
  vi.resetAllMocks()
})

function open() {
  const queries = new QueryClient()
  const { result, unmount } = renderHook(useImport, {
    wrapper: ({ children }: { children: ReactNode }) => (
      <QueryClientProvider client={queries}>{children}</QueryClientProvider>
    ),
  })
  const now = () => result.current.state
  const sending = () => {
    const state = now()
    if (state.step !== 'sending' && state.step !== 'result') throw new Error(`it is at ${state.step}`)
    return state
  }
  const send = () => act(async () => void result.current.send(ROWS))
  return { result, now, sending, send, unmount }
}

it('sends the rows in calls of 200, and twice pressed once only', async () => {
  const { result, sending } = open()
  await act(async () => {
    void result.current.send(ROWS)
    void result.current.send(ROWS)
  })
  await waitFor(() => expect(sending().step).toBe('result'))
  expect(rpc.mock.calls.map(([{ members }]) => members.length)).toEqual([200, 200, 50])
  expect(sending().answers.size).toBe(450)
})

it('a call whose answer was lost is made again with its request, and the others are not', async () => {
  const { result, sending, send } = open()
  rpc.mockImplementationOnce(async (call) => answered(call)).mockRejectedValueOnce({ code: '57P01' })
  await send()
  await waitFor(() => expect(sending()).toMatchObject({ step: 'sending', isRunning: false, done: 1 }))
  expect(sending()).toHaveProperty('error', { code: '57P01' })
  await act(async () => void result.current.resume(sending()))
  await waitFor(() => expect(sending()).toMatchObject({ step: 'result', isLimited: false, done: 3 }))
  expect(sending()).not.toHaveProperty('error')
  const [first, second, again, third] = requests()
  expect(again).toBe(second)
  expect(new Set([first, second, third]).size).toBe(3)
})

it('the limit of the day ends it with what was sent', async () => {
  const { sending, send } = open()
  rpc.mockImplementationOnce(async (call) => answered(call)).mockRejectedValueOnce({ code: 'PT429' })
  await send()
  await waitFor(() => expect(sending()).toMatchObject({ step: 'result', isLimited: true, done: 1 }))
  expect(sending().answers.size).toBe(200)
  expect(rpc).toHaveBeenCalledTimes(2)
})

it.each(['stopped', 'left'] as const)('once it is %s, no further call is made', async (how) => {
  const { result, sending, send, unmount } = open()
  let answer = () => {}
  rpc.mockImplementationOnce(
    (call) =>
      new Promise((resolve) => {
        answer = () => resolve(answered(call))
      }),
  )
  await send()
  await waitFor(() => expect(rpc).toHaveBeenCalledTimes(1))
  if (how === 'left') unmount()
  else act(() => result.current.stop())
  await act(async () => answer())
  await new Promise((resolve) => setTimeout(resolve, 20))
  expect(rpc).toHaveBeenCalledTimes(1)
  if (how === 'left') return
  await waitFor(() => expect(sending()).toMatchObject({ step: 'sending', isRunning: false, done: 1 }))
  const stopped = sending()
  act(() => result.current.finish(stopped))
  expect(sending()).toMatchObject({ step: 'result', done: 1 })
  await act(async () => void result.current.resume(stopped))
  await waitFor(() => expect(sending()).toMatchObject({ step: 'result', done: 3 }))
  expect(rpc).toHaveBeenCalledTimes(3)
})
