import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { WebSocket } from 'ws'
import { createMetrics } from '../http/metrics.ts'
import { Connection } from './connection.ts'
import type { Hub } from './hub.ts'
import { handleMessages, type IncomingLimits } from './incoming.ts'
import { CLOSE, REALTIME_LIMITS } from './limits.ts'
import { endSilent } from './silence.ts'

const HOUR = 3_600_000
const HEARTBEAT_MS = REALTIME_LIMITS.silenceMs / 2

let stop: () => void
let socket: { readyState: number; OPEN: number; close: ReturnType<typeof vi.fn>; send(): void; bufferedAmount: number }
let hear: ReturnType<typeof handleMessages>

beforeEach(() => {
  vi.useFakeTimers()
  socket = { readyState: 1, OPEN: 1, close: vi.fn(), send() {}, bufferedAmount: 0 }
  const connection = new Connection(
    socket as unknown as WebSocket,
    { cork() {}, uncork() {} },
    { version: 2, apikey: '', address: '', rateLimitScale: 1, metrics: createMetrics(undefined) },
  )
  hear = handleMessages({} as Hub, connection, {} as IncomingLimits)
  stop = endSilent([connection])
})
afterEach(() => {
  stop()
  vi.useRealTimers()
})

const heartbeat = () => hear({ joinRef: null, ref: '1', topic: 'phoenix', event: 'heartbeat', payload: {} })
const setClock = (byMs: number) => vi.setSystemTime(Date.now() + byMs)

it('a connection that sends nothing is closed', () => {
  heartbeat()
  vi.advanceTimersByTime(REALTIME_LIMITS.silenceMs - 1)
  expect(socket.close).not.toHaveBeenCalled()
  vi.advanceTimersByTime(REALTIME_LIMITS.silenceMs)
  expect(socket.close).toHaveBeenCalledWith(CLOSE.policy, 'no heartbeat')
})

it('a connection that sends heartbeats stays open when the clock is set forward', () => {
  heartbeat()
  setClock(HOUR)
  vi.advanceTimersByTime(HEARTBEAT_MS)
  heartbeat()
  vi.advanceTimersByTime(HEARTBEAT_MS)
  expect(socket.close).not.toHaveBeenCalled()
})

it('a connection that sends nothing is closed although the clock was set back', () => {
  heartbeat()
  setClock(-HOUR)
  vi.advanceTimersByTime(2 * REALTIME_LIMITS.silenceMs)
  expect(socket.close).toHaveBeenCalledWith(CLOSE.policy, 'no heartbeat')
})
