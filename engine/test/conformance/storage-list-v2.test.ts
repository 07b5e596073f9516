import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { guest, type Persona, signUp } from '../../../test-support/personas.ts'
import { startEngine, type TestEngine } from '../../../test-support/start-engine.ts'
import { createBuckets, raw, tokenOf } from './storage-fixture.ts'

let engine: TestEngine
let member: Persona
let other: Persona
let own: string

// Uploaded in this order, each a second after the one before; `b.txt` is changed last.
const NAMES = ['b.txt', 'fish/carp/1.txt', 'fish/2.txt', 'C_1.txt', 'a.txt', 'fishing.txt', 'empty/x.txt']

beforeAll(async () => {
  engine = await startEngine()
  await createBuckets(engine)
  member = await signUp(engine)
  other = await signUp(engine)
  own = `${member.user.id}/`
  for (const [i, name] of NAMES.entries()) {
    expect((await files(member).upload(own + name, 'x')).error).toBeNull()
    await engine.owner.query(
      `update storage.objects set created_at = '2026-01-01'::timestamptz + $2 * interval '1 second' where name = $1`,
      [own + name, i],
    )
  }
  // The table's trigger sets the time on every update.
  await engine.owner.query('alter table storage.objects disable trigger update_objects_updated_at')
  await engine.owner.query(`update storage.objects set updated_at = created_at`)
  await engine.owner.query(`update storage.objects set updated_at = '2026-02-01' where name = $1`, [`${own}b.txt`])
})
afterAll(() => engine.close())

const files = (client: Pick<Persona, 'storage'>) => client.storage.from('conf_files')
type Options = NonNullable<Parameters<ReturnType<typeof files>['listV2']>[0]>

/** All entries in the order of the pages, without the member's folder. */
async function names(options: Options, limit = 1000): Promise<string[]> {
  const found: string[] = []
  let cursor: string | undefined
  for (let page = 0; page < 20; page += 1) {
    const { data, error } = await files(member).listV2({ ...options, limit, ...(cursor ? { cursor } : {}) })
    expect(error).toBeNull()
    const entries = [...(data?.folders ?? []), ...(data?.objects ?? [])].map(({ name }) => name.replace(own, ''))
    expect(entries.length).toBeLessThanOrEqual(limit)
    found.push(...entries)
    cursor = data?.nextCursor
    expect(data?.hasNext).toBe(cursor !== undefined)
    if (cursor === undefined) return found
  }
  throw new Error('the pages have no end')
}

describe('listV2', () => {
  it('shows every object whose name begins with the prefix, by its full name', async () => {
    expect(await names({ prefix: own })).toEqual([
      'C_1.txt',
      'a.txt',
      'b.txt',
      'empty/x.txt',
      'fish/2.txt',
      'fish/carp/1.txt',
      'fishing.txt',
    ])
    expect(await names({ prefix: `${own}fish` })).toEqual(['fish/2.txt', 'fish/carp/1.txt', 'fishing.txt'])
    expect(await names({ prefix: `${own}nothing` })).toEqual([])
    expect(await names({})).toHaveLength(NAMES.length)
  })

  it('treats % and _ in a prefix literally', async () => {
    expect(await names({ prefix: `${own}%` })).toEqual([])
    expect(await names({ prefix: `${own}C_` })).toEqual(['C_1.txt'])
    expect(await names({ prefix: `${own}_` })).toEqual([])
  })

  it('shows everything after the next slash as one folder on request', async () => {
    const { data } = await files(member).listV2({ prefix: own, with_delimiter: true })
    expect(data?.folders).toEqual([
      { name: `${own}empty/`, key: `${own}empty` },
      { name: `${own}fish/`, key: `${own}fish` },
    ])
    expect(data?.objects.map(({ name }) => name.replace(own, ''))).toEqual(['C_1.txt', 'a.txt', 'b.txt', 'fishing.txt'])
    expect(await names({ prefix: `${own}fish`, with_delimiter: true })).toEqual(['fish/', 'fishing.txt'])
    expect(await names({ prefix: `${own}fish/`, with_delimiter: true })).toEqual(['fish/carp/', 'fish/2.txt'])
    expect(await names({ with_delimiter: true })).toEqual([''])
  })

  it('describes an object', async () => {
    const { data } = await files(member).listV2({ prefix: `${own}b.txt` })
    expect(data).toMatchObject({ hasNext: false, folders: [] })
    expect(data?.objects).toEqual([
      {
        name: `${own}b.txt`,
        key: `${own}b.txt`,
        id: expect.any(String),
        created_at: '2026-01-01T00:00:00.000Z',
        updated_at: '2026-02-01T00:00:00.000Z',
        last_accessed_at: expect.stringMatching(/Z$/),
        metadata: expect.objectContaining({ size: 1 }),
      },
    ])
  })

  it.each<[string, Options, string[]]>([
    [
      'by name, from the end',
      { sortBy: { column: 'name', order: 'desc' } },
      ['fishing.txt', 'fish/carp/1.txt', 'fish/2.txt', 'empty/x.txt', 'b.txt', 'a.txt', 'C_1.txt'],
    ],
    ['by creation', { sortBy: { column: 'created_at' } }, NAMES],
    ['by creation, newest first', { sortBy: { column: 'created_at', order: 'desc' } }, NAMES.toReversed()],
    ['by change', { sortBy: { column: 'updated_at' } }, [...NAMES.slice(1), 'b.txt']],
    [
      'with folders, as old as their oldest object',
      { with_delimiter: true, sortBy: { column: 'created_at' } },
      ['b.txt', 'fish/', 'C_1.txt', 'a.txt', 'fishing.txt', 'empty/'],
    ],
    [
      'with folders, by change, latest first',
      { with_delimiter: true, sortBy: { column: 'updated_at', order: 'desc' } },
      ['b.txt', 'empty/', 'fishing.txt', 'a.txt', 'C_1.txt', 'fish/'],
    ],
    [
      'with folders, by name',
      { with_delimiter: true },
      ['C_1.txt', 'a.txt', 'b.txt', 'empty/', 'fish/', 'fishing.txt'],
    ],
  ])('sorts %s, and gives the same order page by page', async (_order, options, expected) => {
    for (const limit of [1, 2]) {
      const paged = await names({ prefix: own, ...options }, limit)
      // A page lists folders and objects separately, so only pages of one entry show the order between them.
      if (limit === 1) expect(paged).toEqual(expected)
      expect(paged.toSorted()).toEqual(expected.toSorted())
    }
  })

  it('neither misses nor repeats entries with the same time, to the millisecond', async () => {
    const folder = `${own}same/`
    await engine.owner.query(
      `insert into storage.objects (bucket_id, name, owner_id, version, created_at, updated_at)
       select 'conf_files', $1 || n, $2, gen_random_uuid()::text,
         case when n % 3 > 0 then '2026-03-01'::timestamptz + (10 - n) * interval '50 microseconds' end, now()
       from generate_series(1, 9) as n`,
      [folder, member.user.id],
    )
    for (const order of ['asc', 'desc'] as const) {
      const expected = ['3', '6', '9', '1', '2', '4', '5', '7', '8'].map((name) => `same/${name}`)
      for (const with_delimiter of [false, true]) {
        const options: Options = { prefix: folder, with_delimiter, sortBy: { column: 'created_at', order } }
        expect(await names(options, 2)).toEqual(order === 'asc' ? expected : expected.toReversed())
      }
    }
  })

  it('continues after the last entry in the order of the cursor, even if entries were added or removed', async () => {
    const folder = `${own}moving/`
    for (const name of ['a', 'b', 'c', 'd']) await files(member).upload(folder + name, 'x')
    const options: Options = { prefix: folder, limit: 2, sortBy: { column: 'name', order: 'desc' } }
    const first = await files(member).listV2(options)
    expect(first.data?.objects.map(({ name }) => name)).toEqual([`${folder}d`, `${folder}c`])
    await files(member).remove([`${folder}c`])
    await files(member).upload(`${folder}e`, 'x')
    const cursor = first.data?.nextCursor ?? ''
    const second = await files(member).listV2({ prefix: folder, cursor })
    expect(second.data?.objects.map(({ name }) => name)).toEqual([`${folder}b`, `${folder}a`])
  })

  it('hides what the caller may not see, also with another member’s cursor', async () => {
    const { data } = await files(member).listV2({ prefix: own, limit: 1 })
    const cursor = data?.nextCursor ?? ''
    const nothing = { data: { hasNext: false, folders: [], objects: [] }, error: null }
    for (const client of [other, guest(engine)])
      for (const options of [{}, { prefix: own }, { prefix: own, cursor }, { with_delimiter: true }])
        expect(await files(client).listV2(options)).toEqual(nothing)
    expect(await member.storage.from('nowhere').listV2()).toEqual(nothing)
  })

  it('returns at most 1,000 entries, whatever is requested', async () => {
    await engine.owner.query(
      `insert into storage.objects (bucket_id, name, owner_id, version)
       select 'conf_files', $1 || 'many/' || n, $2, gen_random_uuid()::text from generate_series(1, 1001) as n`,
      [own, member.user.id],
    )
    for (const options of [{}, { limit: 5000 }]) {
      const { data } = await files(member).listV2({ prefix: `${own}many/`, ...options })
      expect([data?.objects.length, data?.hasNext]).toEqual([1000, true])
    }
  })

  it('refuses invalid options', async () => {
    const token = await tokenOf(member)
    for (const options of [
      { limit: 0 },
      { limit: 1.5 },
      { cursor: 'x' },
      { cursor: 5 },
      { prefix: 'x'.repeat(1025) },
      { with_delimiter: 'yes' },
      { sortBy: { column: 'owner_id; drop table x' } },
      { sortBy: { order: 'asc' } },
    ]) {
      const body = [JSON.stringify(options)]
      const headers = { 'content-type': 'application/json' }
      const reply = await raw(engine, 'POST', '/object/list-v2/conf_files', { token, headers, body })
      expect([options, reply.json().statusCode]).toEqual([options, '400'])
    }
  })
})
