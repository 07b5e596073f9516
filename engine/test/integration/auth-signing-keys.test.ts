import { generateKeyPairSync } from 'node:crypto'
import { createClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import WebSocket from 'ws'
import { guest, type Persona, service, signUp } from '../../../test-support/personas.ts'
import { startEngine, type TestEngine } from '../../../test-support/start-engine.ts'
import { readConfig } from '../../src/index.ts'
import { authRequest } from '../conformance/auth-request.ts'
import { follow } from '../conformance/realtime-follow.ts'
import { pictureBytes } from '../conformance/storage-fixture.ts'

const pairs = {
  ES256: generateKeyPairSync('ec', { namedCurve: 'P-256' }),
  RS256: generateKeyPairSync('rsa', { modulusLength: 2048 }),
}
const jwk = (alg: keyof typeof pairs) => ({
  ...pairs[alg].privateKey.export({ format: 'jwk' }),
  kid: alg.toLowerCase(),
})
const settings = (...keys: object[]) => readConfig({ JWT_SIGNING_KEYS: JSON.stringify({ keys }) })

const headerOf = (token: string) => JSON.parse(Buffer.from(token.split('.')[0] ?? '', 'base64url').toString())
const tokenOf = async (client: Persona) => (await client.auth.getSession()).data.session?.access_token ?? ''

describe.each(['ES256', 'RS256'] as const)('with a key pair for %s', (alg) => {
  let engine: TestEngine
  let member: Persona
  beforeAll(async () => {
    const { signingKeys } = settings(jwk(alg))
    engine = await startEngine({ signingKeys })
    member = await signUp(engine)
  })
  afterAll(() => engine.close())

  it('signs the tokens of sessions with it, and names it in the header', async () => {
    expect(headerOf(await tokenOf(member))).toEqual({ alg, kid: alg.toLowerCase(), typ: 'JWT' })
    const { data } = await member.auth.refreshSession()
    expect(headerOf(data.session?.access_token ?? '').alg).toBe(alg)
  })

  it('publishes only the public part', async () => {
    const { body } = await authRequest(engine, '/.well-known/jwks.json')
    const [key, ...others] = body.keys
    expect(others).toEqual([])
    expect(key).toMatchObject({ ...pairs[alg].publicKey.export({ format: 'jwk' }), alg, use: 'sig' })
    expect(key).not.toHaveProperty('d')
  })

  it('lets supabase-js verify a token without a request for the user', async () => {
    const asked: string[] = []
    const watching = createClient(engine.url, engine.publishableKey, {
      auth: { persistSession: false, autoRefreshToken: false },
      realtime: { transport: WebSocket as never },
      global: {
        fetch: (input, init) => {
          asked.push(new URL(String(input)).pathname)
          return fetch(input, init)
        },
      },
    })
    const token = await tokenOf(member)
    const { data, error } = await watching.auth.getClaims(token)
    expect(error).toBeNull()
    expect(data?.claims.sub).toBe(member.user.id)
    expect(asked).toEqual(['/auth/v1/.well-known/jwks.json'])
    const other = await tokenOf(await signUp(engine))
    const forged = [...token.split('.').slice(0, 2), other.split('.')[2]].join('.')
    expect((await watching.auth.getClaims(forged)).error).toMatchObject({ code: 'invalid_jwt' })
  })

  it('is accepted by every service', async () => {
    const { id } = member.user
    expect((await member.auth.getUser()).data.user?.id).toBe(id)
    expect((await member.from('profiles').update({ bio: 'by the lake' }).eq('id', id).select('bio')).data).toEqual([
      { bio: 'by the lake' },
    ])
    const upload = await member.storage.from('avatars').upload(`${id}/a.png`, await pictureBytes('png'))
    expect(upload.error).toBeNull()
    const admin = await signUp(engine, { admin: true })
    const { until } = await follow(member, [{ event: 'INSERT', schema: 'public', table: 'points_log' }])
    await admin.from('points_log').insert({ user_id: id, points_change: 3, reason: 'weigh-in' }).throwOnError()
    expect((await until((changes) => changes.length > 0))[0]?.new).toMatchObject({ user_id: id })
    await member.realtime.disconnect()
  })

  it('does not change the publishable and the secret key', async () => {
    expect((await guest(engine).from('site_settings').select('*')).error).toBeNull()
    expect((await service(engine).auth.admin.getUserById(member.user.id)).data.user?.id).toBe(member.user.id)
  })

  it('issues tokens that end with the session, like others', async () => {
    const leaver = await signUp(engine)
    const token = await tokenOf(leaver)
    await leaver.auth.signOut()
    expect(await authRequest(engine, '/user', { token })).toMatchObject({
      status: 403,
      body: { code: 'session_not_found' },
    })
  })
})

it('changes from the secret to a key pair, and from one pair to the next, while members stay signed in', async () => {
  const before = await startEngine()
  const { databaseUrl, jwtSecret, publishableKey, secretKey } = before
  const shared = { databaseUrl, jwtSecret, publishableKey, secretKey }
  const first = await startEngine({ ...shared, ...pick(settings(jwk('ES256'))) })
  const second = await startEngine({ ...shared, ...pick(settings(jwk('RS256'), jwk('ES256'))) })
  try {
    const [early, later] = [await tokenOf(await signUp(before)), await tokenOf(await signUp(first))]
    const status = async (at: TestEngine, token: string) => (await authRequest(at, '/user', { token })).status
    expect([await status(first, early), await status(second, early)]).toEqual([200, 200])
    expect([await status(second, later), await status(before, later)]).toEqual([200, 403])
    expect((await authRequest(second, '/.well-known/jwks.json')).body.keys).toHaveLength(2)
  } finally {
    await second.close()
    await first.close()
    await before.close()
  }
})

function pick({ signingKeys }: ReturnType<typeof settings>) {
  return { signingKeys }
}
