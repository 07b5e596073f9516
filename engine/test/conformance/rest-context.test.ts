import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { guest, type Persona, signUp } from '../../../test-support/personas.ts'
import type { TestEngine } from '../../../test-support/start-engine.ts'
import { asService, raw, startRestEngine } from './rest-fixture.ts'

let engine: TestEngine
let members: Persona[]

beforeAll(async () => {
  engine = await startRestEngine()
  members = await Promise.all(Array.from({ length: 10 }, () => signUp(engine)))
})
afterAll(() => engine?.close())

describe('the request as SQL sees it', () => {
  it('has the caller’s role, claims, method, path and harmless headers', async () => {
    const { json } = await raw(engine, 'GET', '/rpc/conf_whoami?select=role', {
      headers: { 'x-client-info': 'test/1', traceparent: '00-1', 'X-Tenant': 'north', cookie: 'a=b' },
    })
    expect(json).toMatchObject({
      role: 'anon',
      uid: null,
      method: 'GET',
      path: '/rpc/conf_whoami',
      headers: { 'x-client-info': 'test/1', traceparent: '00-1', 'x-tenant': 'north', host: expect.any(String) },
    })
    expect(Object.keys(json.headers)).not.toEqual(expect.arrayContaining(['apikey']))
    for (const secret of ['apikey', 'authorization', 'cookie']) expect(json.headers).not.toHaveProperty(secret)
    const operator = await raw(engine, 'POST', '/rpc/conf_whoami', { headers: asService(engine), body: {} })
    expect(operator.json).toMatchObject({ role: 'service_role', uid: null, method: 'POST' })
  })

  it('is never that of another request: 500 concurrent ones echo their own caller', async () => {
    const visitor = guest(engine)
    const answers = await Promise.all(
      Array.from({ length: 500 }, async (_, index) => {
        const member = members[index % 11]
        const caller = member ?? visitor
        // Every fifth fails half-way, so that leftovers of failures would show.
        if (index % 5 === 0) await caller.rpc('conf_fail', { state: 'P0001' })
        const { data } =
          index % 2 ? await caller.rpc('conf_whoami') : await caller.rpc('conf_whoami', {}, { get: true })
        return { got: [data.role, data.uid], expected: member ? ['authenticated', member.user.id] : ['anon', null] }
      }),
    )
    for (const { got, expected } of answers) expect(got).toEqual(expected)
  })

  it('keeps callers’ rows apart however often the same statement runs', async () => {
    await Promise.all(members.map((member, index) => member.from('conf_notes').insert({ body: `note ${index}` })))
    const rounds = Array.from({ length: 5 }, () => members).flat()
    const read = await Promise.all(rounds.map((member) => member.from('conf_notes').select('body')))
    const expected = rounds.map((_, index) => [{ body: `note ${index % members.length}` }])
    expect(read.map(({ data }) => data)).toEqual(expected)
  })
})

describe('Prefer: timezone', () => {
  const joined = async (prefer?: string) => {
    const headers = { ...(prefer !== undefined && { prefer }) }
    const answer = await raw(engine, 'GET', '/conf_anglers?select=joined_at&id=eq.1', { headers })
    return answer.status === 200
      ? [answer.json[0].joined_at, answer.headers.get('preference-applied')]
      : [answer.status, answer.json.code]
  }

  it('returns times in a place’s time zone, for this request only', async () => {
    const utc = ['2026-01-01T00:00:00+00:00', null]
    for (let i = 0; i < 10; i += 1) {
      expect(await joined('timezone=Asia/Tokyo')).toEqual(['2026-01-01T09:00:00+09:00', 'timezone=Asia/Tokyo'])
      expect(await joined()).toEqual(utc)
    }
    expect(await joined('timezone=Mars/Olympus')).toEqual(utc)
    expect(await joined('timezone=Mars/Olympus,handling=strict')).toEqual([400, 'PGRST122'])
  })
})

describe('a change of the schema', () => {
  it('is detected automatically, and earlier prepared statements keep working', async () => {
    const read = () => raw(engine, 'GET', '/conf_loaded?select=*')
    await read()
    await read()
    await engine.owner.query(
      'alter table public.conf_loaded add column extra text; insert into public.conf_loaded values (1, $$new$$)',
    )
    expect((await read()).json).toEqual([{ id: 1, extra: 'new' }])
  })
})
