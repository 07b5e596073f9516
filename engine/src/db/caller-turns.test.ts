import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { CallerTurns } from './caller-turns.ts'

const SLOW = 300
const CHEAP = 5

const turns = (limits: { expensive?: number; fresh?: number; waiting?: number } = {}) =>
  new CallerTurns({ expensive: 2, fresh: 3, waiting: 4, ...limits })

/** Takes that many turns. @returns how many were granted at once, and the promises of the others. */
function enter(all: CallerTurns, count: number, caller = 'ada') {
  const taken = Array.from({ length: count }, () => all.enter(caller))
  const later = taken.filter((turn) => turn !== undefined)
  return { atOnce: count - later.length, later }
}

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

describe('an unknown caller', () => {
  it('has three statements at once and the fourth waits, while another caller’s run', () => {
    const all = turns()
    expect(enter(all, 3).atOnce).toBe(3)
    expect(enter(all, 1).atOnce).toBe(0)
    expect(all.waiting).toBe(1)
    expect(enter(all, 3, 'bob').atOnce).toBe(3)
  })

  it('gets one more for each cheap statement, up to 32', async () => {
    const all = turns({ waiting: 100 })
    const { later } = enter(all, 8)
    for (let i = 0; i < 3; i += 1) all.leave('ada', CHEAP)
    await Promise.all(later)
    expect(all.waiting).toBe(0)
    for (let i = 0; i < 40; i += 1) {
      enter(all, 1)
      all.leave('ada', CHEAP)
    }
    expect(enter(all, 40).atOnce).toBe(32 - 5)
  })

  it('gets no more for statements that take 20 ms', () => {
    const all = turns()
    enter(all, 3)
    all.leave('ada', 20)
    all.leave('ada', 20)
    expect(enter(all, 3).atOnce).toBe(2)
    all.leave('ada', 19.9)
    expect(all.waiting).toBe(0)
  })

  it('is forgotten when none of its statements is running', () => {
    const all = turns()
    enter(all, 3)
    for (let i = 0; i < 3; i += 1) all.leave('ada', CHEAP)
    expect(enter(all, 7).atOnce).toBe(3)
  })
})

describe('a caller after an expensive statement', () => {
  it('has two at once and the third waits until one of them has ended', async () => {
    const all = turns()
    enter(all, 3)
    all.leave('ada', SLOW)
    const { later } = enter(all, 1)
    const third = vi.fn()
    void later[0]?.then(third)
    await vi.advanceTimersByTimeAsync(1)
    expect(third).not.toHaveBeenCalled()
    all.leave('ada', SLOW)
    await later[0]
    expect(all.isExpensive('ada')).toBe(true)
    expect(all.isExpensive('bob')).toBe(false)
    expect(enter(all, 3, 'bob').atOnce).toBe(3)
  })

  it('counts a statement as expensive above 100 ms, not at 100 ms', () => {
    const all = turns()
    enter(all, 3)
    all.leave('ada', 100)
    expect(all.isExpensive('ada')).toBe(false)
    all.leave('ada', 100.1)
    expect(all.isExpensive('ada')).toBe(true)
  })

  it('gets one more for each cheap statement, and loses them all by the next expensive one', () => {
    const all = turns({ waiting: 100 })
    enter(all, 3)
    all.leave('ada', SLOW)
    for (let i = 0; i < 4; i += 1) {
      enter(all, 1)
      all.leave('ada', CHEAP)
    }
    expect(all.isExpensive('ada')).toBe(false)
    expect(enter(all, 8).atOnce).toBe(4)
    all.leave('ada', SLOW)
    expect(all.waiting).toBe(4)
    for (let i = 0; i < 3; i += 1) all.leave('ada', SLOW)
    expect(all.waiting).toBe(4)
    all.leave('ada', SLOW)
    expect(all.waiting).toBe(3)
  })
})

describe('waiting', () => {
  it('is possible for four statements of a caller; the fifth is refused, and other callers are not affected', () => {
    const all = turns()
    enter(all, 3 + 4)
    expect(() => all.enter('ada')).toThrow(expect.objectContaining({ name: 'CallerBusyError' }))
    expect(enter(all, 3 + 4, 'bob').atOnce).toBe(3)
  })

  it('is first come, first served, and skips clients that have disconnected', async () => {
    const all = turns()
    enter(all, 3)
    const gone = new AbortController()
    const order: string[] = []
    const wait = (name: string, signal?: AbortSignal) =>
      all.enter('ada', signal)?.then(
        () => order.push(name),
        () => order.push(`${name} left`),
      )
    const all3 = [wait('first'), wait('second', gone.signal), wait('third')]
    gone.abort()
    all.leave('ada', CHEAP)
    await Promise.all(all3)
    expect(order).toEqual(['first', 'second left', 'third'])
  })

  it('ends after ten seconds', async () => {
    const all = turns()
    const { later } = enter(all, 4)
    const ended = expect(later[0]).rejects.toMatchObject({ name: 'PoolTimeoutError' })
    await vi.advanceTimersByTimeAsync(9_999)
    expect(all.waiting).toBe(1)
    await vi.advanceTimersByTimeAsync(1)
    await ended
    expect(all.waiting).toBe(0)
  })
})
