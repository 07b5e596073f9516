import { beforeEach, expect, it } from 'vitest'
import type { Database } from '../../db/port.ts'
import { PublicObjects } from './public-objects.ts'

type Row = { is_public: boolean; id: string | null; version: string | null } | undefined

/** The database's answers by name; a held answer waits for its release. */
const rows = new Map<string, Row>()
let queries = 0
let held: (() => void)[] | undefined
let now = 0
let tell: (id: string) => void = () => {}
let gap: () => void = () => {}
let objects: PublicObjects

const db = {
  query: async (_text: string, [, name]: [string, string]) => {
    queries += 1
    const row = rows.get(name)
    if (held) await new Promise<void>((resolve) => held?.push(resolve))
    return row ? [row] : []
  },
  listen: async (_channel: string, onMessage: (id: string) => void, onGap: () => void) => {
    tell = onMessage
    gap = onGap
    return async () => {}
  },
} as unknown as Database

beforeEach(async () => {
  rows.clear()
  rows.set('a', { is_public: true, id: 'id-a', version: 'v-a' })
  rows.set('b', { is_public: true, id: 'id-b', version: 'v-b' })
  queries = 0
  held = undefined
  now = 0
  objects = new PublicObjects(db, { max: 2, ms: 100, now: () => now })
  await objects.watch(db)
})

const known = (name: string) => objects.known('bucket', name)?.version
const remember = async (...names: string[]) => {
  for (const name of names) await objects.ask('bucket', name)
}

it('caches an object of a public bucket for a while', async () => {
  expect(known('a')).toBeUndefined()
  await remember('a')
  expect(known('a')).toBe('v-a')
  now = 99
  expect(known('a')).toBe('v-a')
  now = 100
  expect(known('a')).toBeUndefined()
})

it('caches nothing of private or unknown buckets, and no missing objects', async () => {
  rows.set('private', { is_public: false, id: 'id', version: 'v' })
  rows.set('absent', { is_public: true, id: null, version: null })
  await remember('private', 'absent', 'nowhere')
  expect([known('private'), known('absent'), known('nowhere')]).toEqual([undefined, undefined, undefined])
  expect(await objects.ask('bucket', 'nowhere')).toBeUndefined()
})

it('forgets the object in a notification, and all of them when it names none or one was missed', async () => {
  await remember('a', 'b')
  tell('id-a')
  expect([known('a'), known('b')]).toEqual([undefined, 'v-b'])
  tell('')
  expect(known('b')).toBeUndefined()
  await remember('a')
  gap()
  expect(known('a')).toBeUndefined()
})

it('forgets what its own engine changes, also after an error', async () => {
  await remember('a', 'b')
  expect(await objects.changing([{ bucketId: 'bucket', name: 'a' }], async () => 'done')).toBe('done')
  expect([known('a'), known('b')]).toEqual([undefined, 'v-b'])
  const lost = () => Promise.reject(new Error('the connection was lost'))
  await expect(objects.changing('all', lost)).rejects.toThrow('the connection was lost')
  expect(known('b')).toBeUndefined()
})

it.each([
  ['the database', () => tell('id-of-another')],
  ['its own engine', () => objects.changing([], async () => {})],
])('neither caches nor shares an answer that is older than a change announced by %s', async (_by, change) => {
  held = []
  const before = objects.ask('bucket', 'a')
  const beside = objects.ask('bucket', 'a')
  await change()
  rows.set('a', { is_public: true, id: 'id-a', version: 'v-new' })
  const after = objects.ask('bucket', 'a')
  expect(queries).toBe(2)
  for (const release of held) release()
  expect((await before)?.object?.version).toBe('v-a')
  expect(await beside).toBe(await before)
  expect((await after)?.object?.version).toBe('v-new')
  expect(known('a')).toBe('v-new')
})

it('caches a limited number of objects and drops the longest unused', async () => {
  rows.set('c', { is_public: true, id: 'id-c', version: 'v-c' })
  await remember('a', 'b')
  expect(known('a')).toBe('v-a')
  await remember('c')
  expect([known('a'), known('b'), known('c')]).toEqual(['v-a', undefined, 'v-c'])
})
