import { createHmac } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Persona, signUp } from '../../../test-support/personas.ts'
import type { TestEngine } from '../../../test-support/start-engine.ts'
import { asMember, asService, raw, startRestEngine } from './rest-fixture.ts'

let engine: TestEngine
let member: Persona

beforeAll(async () => {
  engine = await startRestEngine()
  member = await signUp(engine)
})
afterAll(() => engine?.close())

/** Headers of a token signed with the engine's own secret, or another. */
function bearer(claims: object, secret = engine.jwtSecret): Record<string, string> {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const head = `${part({ alg: 'HS256', typ: 'JWT' })}.${part(claims)}`
  return { authorization: `Bearer ${head}.${createHmac('sha256', secret).update(head).digest('base64url')}` }
}

const fail = (state: string) => raw(engine, 'POST', '/rpc/conf_fail', { body: { state } })

describe('errors of the database', () => {
  it.each([
    ['P0001', 400],
    ['P0002', 500],
    ['PT429', 429],
    ['PT402', 402],
    ['PT999', 500],
    ['42501', 401],
    ['42P01', 404],
    ['42883', 404],
    ['23503', 409],
    ['25006', 405],
    ['40001', 500],
    ['53400', 503],
    ['54000', 500],
    ['57014', 500],
    ['28000', 403],
    ['22023', 400],
  ])('%s is %i', async (state, status) => {
    const answer = await fail(state)
    expect([answer.status, answer.json.code, answer.json.message]).toEqual([status, state, 'too fast'])
    expect(answer.headers.get('proxy-status')).toBe(`PostgREST; error=${state}`)
    expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8')
  })

  it('keep the text of an explicit raise', async () => {
    expect((await fail('PT429')).json).toEqual({
      code: 'PT429',
      message: 'too fast',
      details: 'wait a minute',
      hint: 'slow down',
    })
    const { error } = await member.rpc('conf_fail', { state: 'P0001' })
    expect(error).toMatchObject({ code: 'P0001', details: 'wait a minute', hint: 'slow down' })
  })

  it('may set the whole reply with SQLSTATE PGRST', async () => {
    const { status, json, headers } = await raw(engine, 'POST', '/rpc/conf_fail_pgrst', { body: {} })
    expect([status, json]).toEqual([
      402,
      { code: '123', message: 'Payment required', details: 'quota', hint: 'upgrade' },
    ])
    expect(headers.get('x-powered-by')).toBe('carp')
  })

  it('never quote rows of failed constraints', async () => {
    await member.from('conf_notes').insert({ slug: 'taken', body: 'private words' })
    const post = (body: object) => raw(engine, 'POST', '/conf_notes', { headers: asService(engine), body })
    const duplicate = await post({ slug: 'taken', owner_id: member.user.id })
    expect([duplicate.status, duplicate.json]).toEqual([
      409,
      {
        code: '23505',
        message: 'duplicate key value violates unique constraint "conf_notes_slug_key"',
        details: null,
        hint: null,
      },
    ])
    const check = await post({ body: 'x'.repeat(21), owner_id: member.user.id })
    expect([check.status, check.json.code, check.json.details]).toEqual([400, '23514', null])
    const missing = await post({ slug: 'x' })
    expect([missing.status, missing.json.code, missing.json.details]).toEqual([400, '23502', null])
  })

  it('are 401 with a challenge for guests and 403 for members', async () => {
    const anonymous = await raw(engine, 'GET', '/conf_hidden')
    expect([anonymous.status, anonymous.json.code, anonymous.headers.get('www-authenticate')]).toEqual([
      401,
      '42501',
      'Bearer',
    ])
    const { status, error } = await member.from('conf_hidden').select()
    expect([status, error?.code, error?.message]).toEqual([403, '42501', 'permission denied for table conf_hidden'])
  })
})

describe('names that do not exist', () => {
  it('are answered identically, whether hidden, misspelt or of another schema', async () => {
    for (const name of ['profilez', 'users', 'objects', 'pg_class', 'migrations', 'refresh_tokens']) {
      const { status, json } = await raw(engine, 'GET', `/${name}`)
      expect([status, json]).toEqual([
        404,
        {
          code: 'PGRST205',
          message: `Could not find the table 'public.${name}' in the schema cache`,
          details: null,
          hint: null,
        },
      ])
    }
  })

  it('are refused as schemas', async () => {
    for (const schema of ['auth', 'storage', 'private', 'pg_catalog', 'engine', 'graphql_public']) {
      const { status, json } = await raw(engine, 'GET', '/users', {
        headers: { ...asService(engine), 'accept-profile': schema },
      })
      expect([status, json]).toEqual([
        406,
        {
          code: 'PGRST106',
          message: `Invalid schema: ${schema}`,
          details: null,
          hint: 'Only the following schemas are exposed: public',
        },
      ])
    }
    const write = await raw(engine, 'POST', '/users', { headers: { 'content-profile': 'auth' }, body: {} })
    expect(write.status).toBe(406)
  })

  it('are refused as paths and methods', async () => {
    expect((await raw(engine, 'GET', '/conf_anglers/1')).json).toMatchObject({
      code: 'PGRST125',
      message: 'Invalid path specified in request URL',
    })
    expect((await raw(engine, 'GET', '/rpc/')).status).toBe(404)
  })
})

describe('tokens', () => {
  const now = () => Math.floor(Date.now() / 1000)

  it('are answered with PGRST301 when they cannot be read or verified', async () => {
    for (const headers of [
      { authorization: 'Bearer nonsense' },
      bearer({ role: 'service_role', exp: now() + 60 }, 'another secret of thirty-two characters'),
    ]) {
      const { status, json, headers: answered } = await raw(engine, 'GET', '/conf_anglers', { headers })
      expect([status, json.code]).toEqual([401, 'PGRST301'])
      expect(answered.get('www-authenticate')).toMatch(/^Bearer error="invalid_token", error_description="/)
    }
  })

  it('are answered with PGRST303 when they have expired', async () => {
    const headers = bearer({ role: 'authenticated', sub: member.user.id, aud: 'authenticated', exp: now() - 120 })
    const { status, json } = await raw(engine, 'GET', '/conf_anglers', { headers })
    expect([status, json.code, json.message]).toEqual([401, 'PGRST303', 'JWT expired'])
  })
})

describe('the root', () => {
  it('describes the API to the operator only', async () => {
    expect((await raw(engine, 'GET', '/')).status).toBe(401)
    expect((await raw(engine, 'GET', '/', { headers: await asMember(member) })).status).toBe(404)
    const { status, json } = await raw(engine, 'GET', '/', { headers: asService(engine) })
    expect([status, json.swagger, json.definitions.conf_licences]).toEqual([
      200,
      '2.0',
      {
        type: 'object',
        required: ['angler_id', 'number'],
        properties: {
          angler_id: {
            description:
              'Note:\nThis is a Primary Key.<pk/>\n' +
              "This is a Foreign Key to `conf_anglers.id`.<fk table='conf_anglers' column='id'/>",
            format: 'integer',
            type: 'integer',
          },
          number: { format: 'text', type: 'string' },
        },
      },
    ])
    expect(json.definitions.conf_anglers.properties).toMatchObject({
      tags: { format: 'text[]', type: 'array', items: { type: 'string' } },
      meta: { format: 'jsonb' },
      mood: { format: 'public.conf_mood', type: 'string', enum: ['calm', 'keen'], default: 'calm' },
      weight: { format: 'numeric', type: 'number' },
    })
    expect(json.paths['/conf_licences'].get.parameters).toContainEqual({
      $ref: '#/parameters/rowFilter.conf_licences.number',
    })
    expect(json.parameters['rowFilter.conf_licences.number']).toMatchObject({ name: 'number', in: 'query' })
    expect(Object.keys(json.paths['/conf_catch_details'])).toEqual(['get'])
    expect(Object.keys(json.paths['/conf_licences'])).toEqual(['get', 'post', 'delete', 'patch'])
    expect(json.paths['/rpc/conf_add'].post.parameters[0].schema).toEqual({
      type: 'object',
      required: ['a'],
      properties: { a: { format: 'integer', type: 'integer' }, b: { format: 'integer', type: 'integer' } },
    })
    expect(Object.keys(json.paths['/rpc/conf_write'])).toEqual(['post'])
  })
})
