import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type CallerLimits, CallerTurns } from './caller-turns.ts'

const SLOW = 300
const CHEAP = 5

const turns = (limits: Partial<CallerLimits> = {}) =>
  new CallerTurns({
    expensive: 2,
    fresh: 3,
    indebted: 2,
    waiting: 4,
    ...limits,
  })

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
  vi.restoreAllMocks()
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

  it('gets no further turns for statements that take 20 ms', () => {
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

describe('callers that have used much time', () => {
  const DEBTORS = ['ada', 'bob', 'cid', 'dot']

  /** @returns turns after each of them had a statement of two seconds, and when they have none any more. */
  function indebted(): CallerTurns {
    const all = turns()
    for (const caller of DEBTORS) {
      enter(all, 1, caller)
      all.leave(caller, 2_000)
    }
    return all
  }

  it('have two statements at once together, and others are not affected', () => {
    const all = indebted()
    expect(DEBTORS.map((caller) => enter(all, 1, caller).atOnce)).toEqual([1, 1, 0, 0])
    expect(all.waiting).toBe(2)
    expect(all.isExpensive('ada')).toBe(true)
    expect(enter(all, 3, 'eve').atOnce).toBe(3)
    expect(all.isExpensive('eve')).toBe(false)
  })

  it('are served in turn, not one after the other has finished', async () => {
    const all = indebted()
    enter(all, 2, 'ada')
    const order: string[] = []
    const wait = (caller: string) => all.enter(caller)?.then(() => order.push(caller))
    const waiting = ['bob', 'bob', 'bob', 'cid', 'dot', 'dot'].map(wait)
    for (const done of ['ada', 'ada', 'bob', 'cid', 'dot', 'bob']) all.leave(done, SLOW)
    await Promise.all(waiting)
    // Bob’s statements have made his debt larger than Dot’s.
    expect(order).toEqual(['bob', 'cid', 'dot', 'dot', 'bob', 'bob'])
    expect(all.waiting).toBe(0)
  })

  it('have their turns by their debts, the smallest first', async () => {
    const all = indebted()
    void all.enter('dot')
    all.leave('dot', 5_000)
    enter(all, 2, 'ada')
    const order: string[] = []
    const waiting = ['dot', 'bob', 'cid'].map((caller) => all.enter(caller)?.then(() => order.push(caller)))
    void all.enter('bob')
    for (const done of ['ada', 'ada', 'bob', 'cid', 'bob']) all.leave(done, SLOW)
    await Promise.all(waiting)
    expect(order).toEqual(['bob', 'cid', 'dot'])
  })

  it('are those at a place, too, with the debt of the place', () => {
    const all = turns()
    for (let i = 0; i < 10; i += 1) {
      void all.enter(`guest ${i}`, undefined, 'away')
      all.leave(`guest ${i}`, 5_000, 'away')
    }
    const atOnce = ['ann', 'ben', 'cy'].map((caller) => all.enter(caller, undefined, 'away') === undefined)
    expect(atOnce).toEqual([true, true, false])
    expect(all.enter('cas', undefined, 'home')).toBeUndefined()
  })

  it('are treated like others again when their debt is repaid', async () => {
    const all = indebted()
    await vi.advanceTimersByTimeAsync(10_001)
    expect(DEBTORS.map((caller) => enter(all, 1, caller).atOnce)).toEqual([1, 1, 1, 1])
  })

  it('stop waiting after ten seconds, and do not delay others afterwards', async () => {
    const all = indebted()
    enter(all, 2, 'ada')
    const ended = expect(enter(all, 1, 'bob').later[0]).rejects.toMatchObject({ name: 'PoolTimeoutError' })
    await vi.advanceTimersByTimeAsync(10_000)
    await ended
    expect(all.waiting).toBe(0)
    all.leave('ada', SLOW)
    all.leave('ada', SLOW)
    expect(enter(all, 2, 'cid').atOnce).toBe(2)
  })

  it('pass their turn on when their client has disconnected', async () => {
    const all = indebted()
    enter(all, 2, 'ada')
    const gone = new AbortController()
    const bob = expect(all.enter('bob', gone.signal)).rejects.toThrow()
    const { later } = enter(all, 1, 'cid')
    gone.abort()
    all.leave('ada', CHEAP)
    await bob
    await later[0]
    expect(all.waiting).toBe(0)
  })

  it('are not limited by statements that began before they were in debt', () => {
    const all = turns()
    enter(all, 2, 'ada')
    all.leave('ada', 5_000)
    expect(enter(all, 2, 'bob').atOnce).toBe(2)
    all.leave('bob', 5_000)
    expect(enter(all, 1, 'ada').atOnce).toBe(1)
    expect(enter(all, 1, 'bob').atOnce).toBe(1)
  })
})

describe('a place from which much time was used', () => {
  it('has a part of the lane, however many accounts there are and however little each has used', async () => {
    const all = turns({ waiting: 100 })
    for (let n = 0; n < 6; n += 1) {
      void all.enter(`first ${n}`, undefined, 'home')
      all.leave(`first ${n}`, 900, 'home')
    }
    const later = [1, 2, 3, 4].map((n) => all.enter(`other ${n}`, undefined, 'home'))
    expect(later.map((turn) => turn === undefined)).toEqual([true, true, false, false])
    expect(all.enter('bob', undefined, 'work')).toBeUndefined()
    // A caller of the place may go on elsewhere.
    expect(all.enter('first 1', undefined, 'work')).toBeUndefined()
    all.leave('other 1', SLOW, 'home')
    all.leave('other 2', SLOW, 'home')
    await Promise.all(later)
    vi.advanceTimersByTime(60_000)
    expect(all.enter('other 5', undefined, 'home')).toBeUndefined()
  })
})

describe('all callers together', () => {
  it('have so many statements at once, whatever they have proven, and the smallest debt is served first', async () => {
    const all = turns({ together: 4, waiting: 10 })
    for (let n = 0; n < 6; n += 1) {
      void all.enter(`crowd ${n}`, undefined, 'away')
      all.leave(`crowd ${n}`, CHEAP, 'away')
    }
    const order: string[] = []
    const enter = (caller: string, place: string) => {
      const turn = all.enter(caller, undefined, place)
      void turn?.then(() => order.push(caller))
      return turn === undefined
    }
    expect([0, 1, 2, 3, 4, 5].map((n) => enter(`crowd ${n}`, 'away'))).toEqual([true, true, true, true, false, false])
    expect(enter('ann', 'home')).toBe(false)
    all.leave('crowd 0', SLOW, 'away')
    await vi.advanceTimersByTimeAsync(0)
    expect(order).toEqual(['ann'])
  })

  it('count waiting as paying: who owes a little is not passed over for as long as others come', async () => {
    const all = turns({ together: 2, waiting: 10 })
    const crowd = ['one', 'two', 'three', 'four']
    void all.enter('bob')
    all.leave('bob', SLOW)
    const running: string[] = []
    const come = (caller: string) => {
      const turn = all.enter(caller)
      if (turn) void turn.then(() => running.push(caller))
      else running.push(caller)
    }
    for (const caller of crowd) come(caller)
    let waited = 0
    void all.enter('bob')?.then(() => running.push('bob'))
    for (; !running.includes('bob') && waited < 9_000; waited += 10) {
      await vi.advanceTimersByTimeAsync(10)
      const done = running.shift() ?? ''
      all.leave(done, CHEAP)
      await vi.advanceTimersByTimeAsync(0)
      come(done)
    }
    // What he owes, and not much more.
    expect(waited).toBeGreaterThan(200)
    expect(waited).toBeLessThanOrEqual(SLOW + 50)
  })

  it('at one place with a debt are served in the order in which they came, while time passes', async () => {
    const all = turns({ together: 1, waiting: 10 })
    void all.enter('eve', undefined, 'home')
    all.leave('eve', 3_000, 'home')
    void all.enter('ada', undefined, 'home')
    const order: string[] = []
    for (const caller of ['bob', 'cid', 'dot'])
      void all.enter(caller, undefined, 'home')?.then(() => order.push(caller))
    // Each look at the clock finds it a little later.
    const { now } = performance
    let looks = 0
    vi.spyOn(performance, 'now').mockImplementation(() => now.call(performance) + looks++ / 1_000)
    for (const done of ['ada', 'bob', 'cid']) {
      all.leave(done, CHEAP, 'home')
      await vi.advanceTimersByTimeAsync(0)
    }
    expect(order).toEqual(['bob', 'cid', 'dot'])
  })

  it('count the debts of another lane', () => {
    const first = turns()
    void first.enter('ada')
    first.leave('ada', 5_000)
    const second = new CallerTurns({ expensive: 2, fresh: 2, indebted: 0, waiting: 4 }, first)
    expect(second.enter('bob')).toBeUndefined()
    expect(second.enter('ada')).toBeInstanceOf(Promise)
  })
})

describe('a network address', () => {
  const at = (all: CallerTurns, place: string, count: number, from = 0) =>
    Array.from({ length: count }, (_, i) => all.enter(`${place} ${from + i}`, undefined, place)).filter((turn) => {
      turn?.catch(() => {})
      return turn === undefined
    }).length

  it('has six statements at once, by however many accounts, and three of unproven ones', () => {
    const all = turns({ place: 6, unprovenAtPlace: 3 })
    expect(at(all, 'club', 5)).toBe(3)
    expect(at(all, 'home', 5)).toBe(3)
    // What the callers at the club have sent was cheap: the two that waited, and four of six that follow.
    for (let i = 0; i < 3; i += 1) all.leave(`club ${i}`, CHEAP, 'club')
    expect(all.waiting).toBe(2 + 2 - 2)
    expect(at(all, 'club', 3)).toBe(3)
    expect(at(all, 'club', 3)).toBe(1)
  })

  it('has an unproven caller again after an expensive statement, and after a minute', async () => {
    const all = turns({ place: 6, unprovenAtPlace: 1 })
    const isProven = (caller: string) => {
      const turn = all.enter(caller, undefined, 'club')
      turn?.catch(() => {})
      return turn === undefined
    }
    for (const caller of ['ada', 'bob']) {
      void all.enter(caller, undefined, 'club')
      all.leave(caller, CHEAP, 'club')
    }
    void all.enter('cid', undefined, 'club')
    expect(isProven('ada')).toBe(true)
    all.leave('ada', SLOW, 'club')
    expect([isProven('ada'), isProven('bob')]).toEqual([false, true])
    all.leave('bob', CHEAP, 'club')
    await vi.advanceTimersByTimeAsync(59_999)
    expect(isProven('bob')).toBe(true)
    all.leave('bob', SLOW - 201, 'club')
    await vi.advanceTimersByTimeAsync(60_000)
    expect(isProven('bob')).toBe(false)
  })

  it('has unproven callers only, after expensive statements of any of them, until their time is repaid', async () => {
    const all = turns({ unproven: 2 })
    const proven = Array.from({ length: 6 }, (_, n) => `proven ${n}`)
    for (const caller of proven) {
      void all.enter(caller, undefined, 'club')
      all.leave(caller, CHEAP, 'club')
    }
    for (const caller of ['eve', 'fay']) {
      void all.enter(caller, undefined, 'club')
      all.leave(caller, SLOW, 'club')
    }
    const atOnce = () =>
      proven.filter((caller) => {
        const turn = all.enter(caller, undefined, 'club')
        turn?.catch(() => {})
        return turn === undefined
      })
    expect(atOnce()).toHaveLength(2)
    for (const caller of proven) all.leave(caller, CHEAP, 'club')
    await vi.advanceTimersByTimeAsync(1_000)
    expect(atOnce()).toHaveLength(6)
  })

  it('shares a part of the lane with unproven callers elsewhere', () => {
    const all = turns({ unproven: 3 })
    void all.enter('ada', undefined, 'home')
    all.leave('ada', CHEAP, 'home')
    expect(['one', 'two', 'three', 'four', 'five'].map((place) => at(all, place, 1))).toEqual([1, 1, 1, 0, 0])
    expect(all.enter('ada', undefined, 'home')).toBeUndefined()
  })

  it('is served when statements from elsewhere have ended, the places with the smallest debts first', async () => {
    const all = turns({ unprovenAtPlace: 1, unproven: 1 })
    void all.enter('eve', undefined, 'away')
    all.leave('eve', 9_000, 'away')
    void all.enter('bob', undefined, 'home')
    const order: string[] = []
    const wait = (caller: string, place: string) => all.enter(caller, undefined, place)?.then(() => order.push(caller))
    const waiting = [wait('fay', 'away'), wait('ann', 'inn'), wait('gus', 'away')]
    all.leave('bob', SLOW, 'home')
    all.leave('ann', SLOW, 'inn')
    all.leave('fay', SLOW, 'away')
    await Promise.all(waiting)
    expect(order).toEqual(['ann', 'fay', 'gus'])
  })

  it('counts a statement that waited where it came from, wherever the caller’s next one does', async () => {
    const all = turns({ fresh: 2, place: 3 })
    const later: (Promise<void> | undefined)[] = []
    for (let i = 0; i < 6; i += 1) later.push(all.enter('ada', undefined, `place ${i % 3}`))
    for (let i = 0; i < 6; i += 1) all.leave('ada', CHEAP, `place ${i % 3}`)
    await Promise.all(later)
    for (const place of ['place 0', 'place 1', 'place 2']) expect(at(all, place, 9)).toBe(3)
  })
})
