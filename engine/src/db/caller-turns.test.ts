import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { CallerTurns } from './caller-turns.ts'

const DEAR = 300
const CHEAP = 5

const turns = (limits: { dear?: number; fresh?: number; waiting?: number } = {}) =>
  new CallerTurns({ dear: 2, fresh: 3, waiting: 4, ...limits })

/** Takes so many turns. @returns how many were given at once, and the promises of the others. */
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

describe('a caller of whom nothing is known', () => {
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

  it('is forgotten when nothing is under way', () => {
    const all = turns()
    enter(all, 3)
    for (let i = 0; i < 3; i += 1) all.leave('ada', CHEAP)
    expect(enter(all, 7).atOnce).toBe(3)
  })
})

describe('a caller whose statement was dear', () => {
  it('has two at once and the third waits until one of them has ended', async () => {
    const all = turns()
    enter(all, 3)
    all.leave('ada', DEAR)
    const { later } = enter(all, 1)
    const third = vi.fn()
    void later[0]?.then(third)
    await vi.advanceTimersByTimeAsync(1)
    expect(third).not.toHaveBeenCalled()
    all.leave('ada', DEAR)
    await later[0]
    expect(all.isDear('ada')).toBe(true)
    expect(all.isDear('bob')).toBe(false)
    expect(enter(all, 3, 'bob').atOnce).toBe(3)
  })

  it('is one whose statement took longer than 100 ms, not one at 100 ms', () => {
    const all = turns()
    enter(all, 3)
    all.leave('ada', 100)
    expect(all.isDear('ada')).toBe(false)
    all.leave('ada', 100.1)
    expect(all.isDear('ada')).toBe(true)
  })

  it('gets one more for each cheap statement, and loses all of that by the next dear one', () => {
    const all = turns({ waiting: 100 })
    enter(all, 3)
    all.leave('ada', DEAR)
    for (let i = 0; i < 4; i += 1) {
      enter(all, 1)
      all.leave('ada', CHEAP)
    }
    expect(all.isDear('ada')).toBe(false)
    expect(enter(all, 8).atOnce).toBe(4)
    all.leave('ada', DEAR)
    expect(all.waiting).toBe(4)
    for (let i = 0; i < 3; i += 1) all.leave('ada', DEAR)
    expect(all.waiting).toBe(4)
    all.leave('ada', DEAR)
    expect(all.waiting).toBe(3)
  })
})

describe('waiting', () => {
  it('is for four, and the fifth is refused; the others’ place is their own', () => {
    const all = turns()
    enter(all, 3 + 4)
    expect(() => all.enter('ada')).toThrow(expect.objectContaining({ name: 'CallerBusyError' }))
    expect(enter(all, 3 + 4, 'bob').atOnce).toBe(3)
  })

  it('goes by order, and past those whose client has gone away', async () => {
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
