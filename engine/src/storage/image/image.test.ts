import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { ByteMemory } from '../read/byte-memory.ts'
import { RenditionCache } from './rendition-cache.ts'
import { sniffType } from './sniff.ts'
import { parseTransform, renditionName, renditionType, transformQuery } from './transform.ts'
import { WorkQueue } from './work-queue.ts'

const folder = mkdtempSync(join(tmpdir(), 'bankside-renditions-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

it.each([
  ['ffd8ffe0', 'image/jpeg'],
  ['89504e470d0a1a0a', 'image/png'],
  ['52494646000000005745425056503820', 'image/webp'],
  ['524946460000000057415645', 'application/octet-stream'],
  ['474946383961', 'image/gif'],
  ['255044462d', 'application/pdf'],
  ['000000206674797061766966', 'image/avif'],
  ['000000206674797068656963', 'image/heic'],
  ['efbbbf203c737667', 'image/svg+xml'],
  ['3c21444f43545950452068746d6c', 'text/html'],
  ['89504e47', 'application/octet-stream'],
  ['', 'application/octet-stream'],
])('%s begins %s', (hex, type) => expect(sniffType(Buffer.from(hex, 'hex'))).toBe(type))

describe('the work queue', () => {
  const upload = (account?: string) => ({ kind: 'upload', account }) as const
  const rendition = (account: string) => ({ kind: 'rendition', account }) as const
  const ada = upload('ada')

  it('runs two jobs at once, queues some and refuses the rest', async () => {
    const queue = new WorkQueue({ workers: 2, places: 3, uploadsPerAccount: 3 })
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
    await expect(queue.run(ada, job)).rejects.toMatchObject({ statusCode: 429 })
    const all = Promise.all(jobs)
    for (let done = 0; done < 5; done += 1) {
      await expect.poll(() => finish.length).toBeGreaterThan(0)
      finish.shift()?.()
    }
    await all
    expect(most).toBe(2)
    expect(await queue.run(ada, async () => 'free again')).toBe('free again')
  })

  it('takes one upload of each account in turn, and renditions before them', async () => {
    const queue = new WorkQueue({ workers: 1, places: 20, uploadsPerAccount: 6 })
    const done: string[] = []
    let open = () => {}
    const first = queue.run(ada, () => new Promise<void>((resolve) => (open = resolve)))
    const add = (name: string, order: Parameters<typeof queue.run>[0]) => queue.run(order, async () => done.push(name))
    const all = [
      ...[1, 2, 3, 4, 5, 6].map((n) => add(`ada ${n}`, ada)),
      ...[1, 2].map((n) => add(`bob ${n}`, upload('bob'))),
      add('cy 1', upload('cy')),
      ...[1, 2].map((n) => add(`page ${n}`, rendition('192.0.2.1'))),
      add('other page', rendition('192.0.2.2')),
    ]
    open()
    await Promise.all([first, ...all])
    expect(done.join()).toBe('page 1,other page,page 2,ada 1,bob 1,cy 1,ada 2,bob 2,ada 3,ada 4,ada 5,ada 6')
  })

  it('keeps half of the places for accounts that have few uploads waiting, and other places for renditions', async () => {
    const queue = new WorkQueue({ workers: 1, places: 8, uploadsPerAccount: 2 })
    let open = () => {}
    const first = queue.run(ada, () => new Promise<void>((resolve) => (open = resolve)))
    const job = async () => {}
    const runs = (count: number, order: Parameters<typeof queue.run>[0]) =>
      Array.from({ length: count }, () => queue.run(order, job))
    const waiting = runs(4, ada)
    await expect(queue.run(ada, job)).rejects.toMatchObject({ statusCode: 429 })
    waiting.push(...runs(2, upload('bob')))
    await expect(queue.run(upload('bob'), job)).rejects.toMatchObject({ statusCode: 429 })
    waiting.push(...runs(2, upload()))
    await expect(queue.run(upload('cy'), job)).rejects.toMatchObject({ statusCode: 429 })
    waiting.push(...runs(8, rendition('ada')))
    open()
    await Promise.all([first, ...waiting])
  })

  it('continues after a failed job', async () => {
    const queue = new WorkQueue({ workers: 1, places: 1, uploadsPerAccount: 1 })
    const failing = queue.run(ada, () => Promise.reject(new Error('broken')))
    const next = queue.run(ada, async () => 1)
    await expect(failing).rejects.toThrow('broken')
    expect(await next).toBe(1)
  })
})

describe('the rendition cache', () => {
  const name = (n: number) => String(n).padStart(32, '0')
  const bytes = (size: number) => async () => Buffer.alloc(size)

  it('renders once, also for concurrent requests and across restarts', async () => {
    const cache = new RenditionCache(join(folder, 'a'), 1000, new ByteMemory())
    await cache.open()
    const version = randomUUID()
    let rendered = 0
    const render = async () => {
      rendered += 1
      return Buffer.from('picture')
    }
    await Promise.all([cache.get(version, name(1), render), cache.get(version, name(1), render)])
    const again = new RenditionCache(join(folder, 'a'), 1000, new ByteMemory())
    await again.open()
    expect((await again.get(version, name(1), render)).toString()).toBe('picture')
    expect(rendered).toBe(1)
  })

  it('stays below its size limit and removes the longest unused first', async () => {
    const cache = new RenditionCache(join(folder, 'b'), 1000, new ByteMemory())
    await cache.open()
    const version = randomUUID()
    await cache.get(version, name(1), bytes(400))
    await cache.get(version, name(2), bytes(400))
    await cache.get(version, name(1), bytes(400))
    await cache.get(version, name(3), bytes(400))
    expect([1, 2, 3].map((n) => cache.has(version, name(n)))).toEqual([true, false, true])
    await cache.drop(version)
    expect(cache.versions()).toEqual([])
  })
})

describe('transform options', () => {
  it('survive signing unchanged', () => {
    const options = parseTransform({ width: 100, resize: 'contain', quality: '70' })
    expect(parseTransform(Object.fromEntries(new URLSearchParams(transformQuery(options))))).toEqual(options)
  })

  it('range from 1 to 2048 pixels per edge and from 20 to 100 in quality', () => {
    expect(parseTransform({ width: 1, height: 2048, quality: 20 })).toMatchObject({ width: 1, height: 2048 })
    expect(parseTransform({ width: 2048, height: 1, quality: 100 })).toMatchObject({ width: 2048, quality: 100 })
  })

  it.each([
    { width: 0 },
    { width: 2049 },
    { height: 2049 },
    { height: 'x' },
    { quality: 19 },
    { quality: 101 },
    { resize: 'tile' },
    { format: 'svg' },
  ])('are refused: %j', (values) => expect(() => parseTransform(values)).toThrow())

  it.each([
    ['image/webp', 'image/webp'],
    ['image/avif,image/webp,*/*;q=0.8', 'image/webp'],
    ['image/jpeg, IMAGE/WebP ; q=0.1', 'image/webp'],
    ['image/webp;q=0.001', 'image/webp'],
    ['image/webp;q=0', 'image/jpeg'],
    ['image/png, image/webp ; q=0.000 , image/jpeg', 'image/jpeg'],
    ['image/webp2', 'image/jpeg'],
    ['x-image/webp', 'image/jpeg'],
    ['image/*,*/*', 'image/jpeg'],
    ['', 'image/jpeg'],
    [undefined, 'image/jpeg'],
  ])('with Accept %j turn a JPEG into %s', (accept, type) =>
    expect(renditionType('image/jpeg', parseTransform({}), accept)).toBe(type),
  )

  it('determine the name of a rendition, together with the format', () => {
    const options = parseTransform({ width: 100 })
    expect(renditionType('image/png', options, 'image/avif,image/webp')).toBe('image/webp')
    expect(renditionType('image/png', parseTransform({ format: 'origin' }), 'image/webp')).toBe('image/png')
    expect(renditionName(options, 'image/webp')).not.toBe(renditionName(options, 'image/png'))
    expect(renditionName(options, 'image/png')).not.toBe(renditionName(parseTransform({ width: 101 }), 'image/png'))
  })
})
