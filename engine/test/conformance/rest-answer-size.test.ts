import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { TestEngine } from '../../../test-support/start-engine.ts'
import { asService, raw, startRestEngine } from './rest-fixture.ts'

const MIB = 1024 * 1024

let engine: TestEngine

beforeAll(async () => {
  engine = await startRestEngine()
  await engine.owner.query(
    `insert into public.conf_anglers (id, name, bio) select n, 'big ' || n, repeat('x', ${MIB}) from generate_series(101, 120) as n`,
  )
})
afterAll(() => engine?.close())

const refusal = {
  code: '54000',
  message: 'The answer is larger than 16 MiB',
  details: null,
  hint: 'Ask for fewer rows or columns.',
}
const big = '/conf_anglers?id=gt.100'

describe('an answer of more than 16 MiB', () => {
  it('is refused before it leaves the database, as JSON and as CSV', async () => {
    for (const accept of ['application/json', 'application/vnd.pgrst.array+json;nulls=stripped', 'text/csv']) {
      const answer = await raw(engine, 'GET', `${big}&select=bio`, { headers: { accept } })
      expect([answer.status, answer.json], accept).toEqual([413, refusal])
    }
  })

  it('comes whole up to that size, and without a body at any', async () => {
    const fits = await raw(engine, 'GET', `${big}&select=bio&limit=15`)
    expect([fits.status, fits.text.length > 15 * MIB]).toEqual([200, true])
    expect((await raw(engine, 'HEAD', `${big}&select=bio`)).status).toBe(200)
  })

  it('rolls back the write that it reports', async () => {
    const write = (prefer: string) =>
      raw(engine, 'PATCH', `${big}&select=bio`, {
        headers: { ...asService(engine), prefer },
        body: { active: true },
      })
    const touched = async () =>
      (await engine.owner.query('select id from public.conf_anglers where id > 100 and active')).length
    const refused = await write('return=representation')
    expect([refused.status, refused.json]).toEqual([413, refusal])
    expect(await touched()).toBe(0)
    expect((await write('return=minimal')).status).toBe(204)
    expect(await touched()).toBe(20)
  })
})

describe('a select list', () => {
  const times = (count: number, item: string) => Array.from({ length: count }, (_, n) => `x${n}:${item}`).join()
  const get = async (select: string) => {
    const { status, json } = await raw(engine, 'GET', `/conf_anglers?id=eq.1&select=${select}`)
    return status < 300 ? status : `${status} ${json.code}`
  }

  it('names the same column, or the same place in it, at most five times', async () => {
    for (const item of ['name', 'name::text', 'meta->home->>lake', 'meta->rods->0']) {
      expect(await get(times(5, item)), item).toBe(200)
      expect(await get(times(6, item)), item).toBe('400 PGRST100')
    }
    expect(await get(Array(6).fill('*').join())).toBe('400 PGRST100')
    expect(await get(`id,conf_catches(${times(6, 'species')})`)).toBe('400 PGRST100')
  })

  it('names any number of different ones', async () => {
    const places = Array.from({ length: 50 }, (_, n) => `meta->k${n}`).join()
    expect(await get(`*,${places},conf_catches(${times(5, 'species')})`)).toBe(200)
  })
})
