import { QueryClient } from '@tanstack/react-query'
import { beforeEach, expect, it, vi } from 'vitest'
import type { SendResult } from '../../data/catches/waiting-send.ts'
import { sendAndTell } from './send-and-tell.ts'

const { runWaiting } = vi.hoisted(() => ({ runWaiting: vi.fn<(userId: string) => Promise<SendResult | undefined>>() }))
vi.mock('../../data/catches/waiting-run.ts', () => ({ runWaiting }))

const queries = new QueryClient()
const tell = vi.fn()
const ends = (end: SendResult['end'], sent = 0) => runWaiting.mockResolvedValueOnce({ sent, refused: 0, bests: 0, end })
const told = () => tell.mock.calls.map(([text]) => text as string)

beforeEach(() => {
  tell.mockClear()
  runWaiting.mockReset()
})

it.each([
  ['line', 'no answer'],
  ['session', 'Sign in again'],
  ['limit', 'limit of catches'],
  ['suspended', 'suspended'],
  ['storage', 'storage'],
] as const)('says why nothing was sent by hand: %s', async (end, text) => {
  ends(end)
  await sendAndTell('by hand', queries, tell, true)
  expect(told()).toEqual([expect.stringContaining(text)])
  expect(tell.mock.calls[0]?.[1]).toBe(true)
})

it('says it also when the sending was under way, once, with what was sent', async () => {
  ends('line', 2)
  await Promise.all([sendAndTell('tom', queries, tell), sendAndTell('tom', queries, tell, true)])
  expect(told()).toEqual(['2 catches sent to your journal. There was no answer. What waits is sent later.'])
})

it.each(['suspended', 'storage', 'limit'] as const)('says by itself once, until it ends otherwise: %s', async (end) => {
  for (const each of [end, end, 'line', end] as const) {
    ends(each)
    await sendAndTell(`again ${end}`, queries, tell)
  }
  expect(told()).toHaveLength(2)
})

it('says nothing by itself about a lost line', async () => {
  ends('line')
  await sendAndTell('lost', queries, tell)
  expect(told()).toEqual([])
})

it('sends the catches of another member while those of the first are on their way', async () => {
  let end = () => {}
  runWaiting.mockImplementationOnce(() => new Promise((resolve) => (end = () => resolve(undefined))))
  const first = sendAndTell('tom', queries, tell)
  ends('all', 1)
  expect(await sendAndTell('finn', queries, tell)).toMatchObject({ sent: 1 })
  end()
  await first
  expect(runWaiting.mock.calls.map(([userId]) => userId)).toEqual(['tom', 'finn'])
})
