import { describe, expect, it } from 'vitest'
import { type JobOrder, type QueueLimits, WorkQueue } from './work-queue.ts'

const upload = (account?: string) => ({ kind: 'upload', account }) as const
const rendition = (account: string, more: Pick<JobOrder, 'name' | 'signal'> = {}) =>
  ({ kind: 'rendition', account, ...more }) as const
const ada = upload('ada')
const busy = { statusCode: 429, code: 'SlowDown' }

/** A queue of one worker, which is at work until `open` is called, and the names of the jobs that were done. */
function occupied(limits: Partial<QueueLimits> = {}) {
  const clock = { ms: 0 }
  const perAccount = { upload: 6, rendition: 16 }
  const queue = new WorkQueue({ workers: 1, places: 20, perAccount, ...limits }, () => clock.ms)
  const done: string[] = []
  let open = () => {}
  const runs: Promise<unknown>[] = [queue.run(upload(), () => new Promise<void>((resolve) => (open = resolve)))]
  /** @param ms what the job takes. */
  const result = (name: string, order: JobOrder, ms = 0) => {
    const run = queue.run(order, async () => {
      clock.ms += ms
      done.push(name)
      return name
    })
    runs.push(run)
    return run
  }
  const add = (...job: Parameters<typeof result>) => void result(...job)
  const finish = async () => {
    open()
    await Promise.allSettled(runs)
    return done
  }
  return { queue, add, result, finish }
}

it('runs two jobs at once, queues some and refuses the rest', async () => {
  const queue = new WorkQueue({ workers: 2, places: 3, perAccount: { upload: 3, rendition: 3 } })
  const finish: (() => void)[] = []
  let running = 0
  let most = 0
  const job = async () => {
    running += 1
    most = Math.max(most, running)
    await new Promise<void>((resolve) => finish.push(resolve))
    running -= 1
  }
  const jobs = Array.from({ length: 5 }, () => queue.run(ada, job))
  await expect(queue.run(ada, job)).rejects.toMatchObject(busy)
  const all = Promise.all(jobs)
  for (let done = 0; done < 5; done += 1) {
    await expect.poll(() => finish.length).toBeGreaterThan(0)
    finish.shift()?.()
  }
  await all
  expect(most).toBe(2)
  expect(await queue.run(ada, async () => 'free again')).toBe('free again')
})

it('continues after a failed job', async () => {
  const queue = new WorkQueue({ workers: 1, places: 1, perAccount: { upload: 1, rendition: 1 } })
  const failing = queue.run(ada, () => Promise.reject(new Error('broken')))
  const next = queue.run(ada, async () => 1)
  await expect(failing).rejects.toThrow('broken')
  expect(await next).toBe(1)
})

describe('turns', () => {
  it('take one job of each account', async () => {
    const { add, finish } = occupied()
    for (const n of [1, 2, 3]) add(`ada ${n}`, ada)
    for (const n of [1, 2]) add(`bob ${n}`, upload('bob'))
    add('cy 1', upload('cy'))
    expect((await finish()).join()).toBe('ada 1,bob 1,cy 1,ada 2,bob 2,ada 3')
  })

  it('take one rendition for each address', async () => {
    const { add, finish } = occupied()
    for (const n of [1, 2, 3]) add(`page ${n}`, rendition('192.0.2.1'))
    add('other page', rendition('192.0.2.2'))
    expect((await finish()).join()).toBe('page 1,other page,page 2,page 3')
  })

  it('give renditions and uploads half of the time each while both wait', async () => {
    const { add, finish } = occupied()
    for (const n of [1, 2, 3, 4, 5]) add(`upload ${n}`, ada, 300)
    for (const n of [1, 2, 3, 4, 5, 6, 7]) add(`page ${n}`, rendition('192.0.2.1'), 100)
    expect((await finish()).join()).toBe(
      'page 1,upload 1,page 2,page 3,page 4,upload 2,page 5,page 6,page 7,upload 3,upload 4,upload 5',
    )
  })

  it('do not hold back either kind, however long the other takes', async () => {
    const { add, finish } = occupied()
    for (const n of [1, 2, 3]) add(`upload ${n}`, ada, 10)
    for (const n of [1, 2, 3]) add(`page ${n}`, rendition('192.0.2.1'), 10_000)
    expect((await finish()).join()).toBe('page 1,upload 1,upload 2,upload 3,page 2,page 3')
  })

  it('do not count what a kind took before the other waited', async () => {
    const { queue, add, finish } = occupied()
    add('page 1', rendition('192.0.2.1'), 10_000)
    await finish()
    await queue.run(ada, async () => {
      for (const n of [2, 3]) add(`page ${n}`, rendition('192.0.2.1'), 100)
      for (const n of [1, 2]) add(`upload ${n}`, ada, 100)
    })
    expect((await finish()).join()).toBe('page 1,page 2,upload 1,page 3,upload 2')
  })
})

describe('places', () => {
  const limits = { places: 8, perAccount: { upload: 2, rendition: 2 } }

  it.each(['upload', 'rendition'] as const)(
    'for each %s: one half is kept for accounts that have few, and other places for the other kind',
    async (kind) => {
      const { queue, add, finish } = occupied(limits)
      const order = (account?: string) => ({ kind, account })
      const refused = (account: string) => expect(queue.run(order(account), async () => {})).rejects.toMatchObject(busy)
      for (let n = 0; n < 4; n += 1) add('ada', order('ada'))
      await refused('ada')
      for (let n = 0; n < 2; n += 1) add('bob', order('bob'))
      await refused('bob')
      // The operator has no share of its own.
      for (let n = 0; n < 2; n += 1) add('operator', order())
      await refused('cy')
      const other = { kind: kind === 'upload' ? 'rendition' : 'upload', account: 'ada' } as const
      for (let n = 0; n < 4; n += 1) add('other kind', other)
      expect(await finish()).toHaveLength(12)
    },
  )

  it('are free again when jobs were done or dropped', async () => {
    const { queue, add, finish } = occupied({ ...limits, places: 2 })
    const gone = new AbortController()
    add('one', rendition('192.0.2.1', { signal: gone.signal }))
    add('two', rendition('192.0.2.1'))
    const three = () => queue.run(rendition('192.0.2.2'), async () => 'three')
    await expect(three()).rejects.toMatchObject(busy)
    gone.abort()
    const run = three()
    await expect(three()).rejects.toMatchObject(busy)
    expect(await finish()).toEqual(['two'])
    expect(await run).toBe('three')
    expect(await three()).toBe('three')
  })
})

describe('a job whose client has gone', () => {
  it.each(['upload', 'rendition'] as const)('is dropped while it waits: an %s', async (kind) => {
    const { queue, add, result, finish } = occupied()
    const gone = new AbortController()
    const run = result('dropped', { kind, account: 'ada', signal: gone.signal })
    add('next', { kind, account: 'ada', signal: new AbortController().signal })
    gone.abort(new Error('gone'))
    await expect(run).rejects.toThrow('gone')
    const late = queue.run({ kind, account: 'ada', signal: gone.signal }, async () => 'late')
    await expect(late).rejects.toThrow('gone')
    expect(await finish()).toEqual(['next'])
  })

  it('is finished if it has begun', async () => {
    const queue = new WorkQueue({ workers: 1, places: 1, perAccount: { upload: 1, rendition: 1 } })
    const gone = new AbortController()
    let open = (_value: string) => {}
    const work = () => new Promise<string>((resolve) => (open = resolve))
    const run = queue.run(rendition('192.0.2.1', { signal: gone.signal }), work)
    gone.abort()
    open('finished')
    expect(await run).toBe('finished')
  })

  it('is done if somebody else waits for it, at the turn of who is left', async () => {
    const { add, result, finish } = occupied()
    const gone = new AbortController()
    const ofAll = (signal?: AbortSignal) => ({ name: 'thumb', ...(signal ? { signal } : {}) })
    add('1', rendition('192.0.2.1', ofAll(gone.signal)))
    add('2', rendition('192.0.2.1'))
    add('3', rendition('192.0.2.2'))
    const left = result('4', rendition('192.0.2.2', ofAll()))
    gone.abort()
    expect((await finish()).join()).toBe('2,3,1')
    expect(await left).toBe('1')
  })

  it('is done if another client of the same address waits for it', async () => {
    const { add, result, finish } = occupied()
    const gone = new AbortController()
    const first = result('1', rendition('192.0.2.1', { name: 'thumb', signal: gone.signal }))
    add('2', rendition('192.0.2.1', { name: 'thumb' }))
    gone.abort()
    expect(await finish()).toEqual(['1'])
    expect(await first).toBe('1')
  })

  it('is done again for a client that comes after it was dropped', async () => {
    const { result, finish } = occupied()
    const gone = new AbortController()
    const dropped = result('1', rendition('192.0.2.1', { name: 'thumb', signal: gone.signal }))
    gone.abort(new Error('gone'))
    const again = result('2', rendition('192.0.2.1', { name: 'thumb' }))
    await expect(dropped).rejects.toThrow('gone')
    expect(await finish()).toEqual(['2'])
    expect(await again).toBe('2')
  })
})

describe('orders of the same name', () => {
  it('are done once, when the first of their turns comes, and take one place', async () => {
    const { add, result, finish } = occupied({ places: 4 })
    for (const n of [1, 2, 3]) add(`stranger ${n}`, rendition('192.0.2.1'))
    const behind = result('thumb', rendition('192.0.2.1', { name: 'thumb' }))
    const ahead = result('again', rendition('192.0.2.2', { name: 'thumb' }))
    expect((await finish()).join()).toBe('stranger 1,thumb,stranger 2,stranger 3')
    expect([await behind, await ahead]).toEqual(['thumb', 'thumb'])
  })

  it('join the one that runs', async () => {
    const queue = new WorkQueue({ workers: 1, places: 1, perAccount: { upload: 1, rendition: 1 } })
    let open = (_value: string) => {}
    const order = rendition('192.0.2.1', { name: 'thumb' })
    const runs = [1, 2, 3].map(() => queue.run(order, () => new Promise<string>((resolve) => (open = resolve))))
    open('once')
    expect(await Promise.all(runs)).toEqual(['once', 'once', 'once'])
    expect(await queue.run(order, async () => 'again')).toBe('again')
  })

  it('all fail with it, and the next one tries again', async () => {
    const { queue, finish } = occupied()
    const order = rendition('192.0.2.1', { name: 'thumb' })
    const fail = () => Promise.reject(new Error('broken'))
    const runs = Promise.allSettled([queue.run(order, fail), queue.run(order, fail)])
    await finish()
    expect((await runs).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    expect(await queue.run(order, async () => 'again')).toBe('again')
  })
})
