import { generateKeyPairSync } from 'node:crypto'
import { SignJWT } from 'jose'
import { describe, expect, it } from 'vitest'
import { readSigningKeys } from '../kernel/signing-keys.ts'
import { createCallerResolver } from './caller-resolver.ts'

const keys = { jwtSecret: 's'.repeat(40), publishableKey: 'sb_publishable_abc', secretKey: 'sb_secret_def' }
const NOW = Date.parse('2026-06-01T12:00:00Z')
const SUB = '11111111-1111-4111-8111-111111111111'
const SESSION = '22222222-2222-4222-8222-222222222222'

function setUp() {
  const dead = new Set<string>()
  const clock = { now: NOW }
  const sessions = { isAlive: (id: string) => !dead.has(id), forget: (id: string) => void dead.add(id) }
  return { clock, dead, resolver: createCallerResolver(keys, sessions, () => clock.now) }
}

const member = { role: 'authenticated', sub: SUB, aud: 'authenticated', session_id: SESSION, exp: NOW / 1000 + 3600 }

const sign = (claims: object, secret = keys.jwtSecret, alg = 'HS256') =>
  new SignJWT(claims as Record<string, unknown>).setProtectedHeader({ alg }).sign(Buffer.from(secret))

const bearer = (token: string) => ({ apikey: keys.publishableKey, authorization: `Bearer ${token}` })

it('gives a key its role, a session its own role, and a request without either the role anon', async () => {
  const { resolver } = setUp()
  expect(await resolver.resolve({})).toMatchObject({ role: 'anon', hasSession: false })
  expect(await resolver.resolve({ apikey: keys.publishableKey })).toMatchObject({ role: 'anon' })
  expect(await resolver.resolve(bearer(keys.publishableKey))).toMatchObject({ role: 'anon', userId: undefined })
  expect(await resolver.resolve({ apikey: keys.secretKey })).toMatchObject({ role: 'service_role' })
  const caller = await resolver.resolve(bearer(await sign(member)))
  expect(caller).toMatchObject({ role: 'authenticated', userId: SUB, hasSession: true })
  expect(JSON.parse(caller.claimsJson)).toMatchObject({ sub: SUB, session_id: SESSION })
})

it('accepts keys in the older form that are signed with our secret, and refuses those signed with another', async () => {
  const { resolver } = setUp()
  const legacy = { role: 'service_role', iss: 'supabase', exp: NOW / 1000 + 3600 }
  expect(await resolver.resolve({ apikey: await sign(legacy) })).toMatchObject({
    role: 'service_role',
    hasSession: false,
  })
  await expect(resolver.resolve({ apikey: await sign(legacy, 'x'.repeat(40)) })).rejects.toMatchObject({
    reason: 'signature',
  })
})

it('refuses each untrusted token with its own reason', async () => {
  const { resolver } = setUp()
  const unsigned = `${Buffer.from('{"alg":"none"}').toString('base64url')}.${Buffer.from(JSON.stringify(member)).toString('base64url')}.`
  const { exp: _, ...endless } = member
  const refused: [string, string][] = [
    [unsigned, 'signature'],
    [await sign(member, 'x'.repeat(40)), 'signature'],
    [await sign(member, keys.jwtSecret, 'HS512'), 'signature'],
    [await sign({ ...member, exp: NOW / 1000 - 31 }), 'expired'],
    [await sign({ ...member, nbf: NOW / 1000 + 31 }), 'not_yet_valid'],
    [await sign(endless), 'claims'],
    [await sign({ ...member, role: 'supabase_admin' }), 'claims'],
    [await sign({ ...member, role: undefined }), 'claims'],
    [await sign({ ...member, sub: undefined }), 'claims'],
    [await sign({ ...member, sub: 'me' }), 'claims'],
    [await sign({ ...member, aud: 'others' }), 'claims'],
    [await sign({ ...member, aud: ['authenticated', 'others'] }), 'claims'],
    ['a.b', 'malformed'],
    ['a.b.c', 'malformed'],
    ['sb_secret_guess', 'unknown_key'],
  ]
  for (const [token, reason] of refused)
    await expect(resolver.resolve(bearer(token)), `${reason} ${token}`).rejects.toMatchObject({ reason })
  await expect(resolver.resolve({ apikey: 'sb_secret_guess' })).rejects.toMatchObject({ reason: 'unknown_key' })
  await expect(resolver.resolve({ authorization: 'Basic abc' })).rejects.toMatchObject({ reason: 'malformed' })
})

it('allows clocks to differ by 30 seconds, and accepts a cached token no longer than that', async () => {
  const { resolver, clock } = setUp()
  const token = await sign(member)
  clock.now = NOW + 3_600_000 + 29_000
  expect(await resolver.resolve(bearer(token))).toMatchObject({ userId: SUB })
  clock.now = NOW + 3_600_000 + 31_000
  await expect(resolver.resolve(bearer(token))).rejects.toMatchObject({ reason: 'expired' })
})

it('refuses the token of a session from the moment it is forgotten', async () => {
  const { resolver } = setUp()
  const token = await sign(member)
  expect(await resolver.resolve(bearer(token))).toMatchObject({ userId: SUB })
  resolver.forgetSession(SESSION)
  await expect(resolver.resolve(bearer(token))).rejects.toMatchObject({ reason: 'session_revoked' })
})

describe('tokens of key pairs', () => {
  const [ec, rsa, foreign] = [
    generateKeyPairSync('ec', { namedCurve: 'P-256' }),
    generateKeyPairSync('rsa', { modulusLength: 2048 }),
    generateKeyPairSync('ec', { namedCurve: 'P-256' }),
  ]
  const signingKeys = readSigningKeys(
    JSON.stringify({
      keys: [
        { ...ec.privateKey.export({ format: 'jwk' }), kid: 'ec' },
        { ...rsa.publicKey.export({ format: 'jwk' }), kid: 'rsa' },
      ],
    }),
  )
  const sessions = { isAlive: () => true, forget: () => {} }
  const resolver = createCallerResolver({ ...keys, signingKeys }, sessions, () => NOW)
  const signWith = (header: object, key: Parameters<SignJWT['sign']>[0]) =>
    new SignJWT(member).setProtectedHeader(header as { alg: string }).sign(key)

  it('are verified with the key that their header names, and tokens of the secret are still accepted', async () => {
    for (const token of [
      await signWith({ alg: 'ES256', kid: 'ec' }, ec.privateKey),
      await signWith({ alg: 'RS256', kid: 'rsa' }, rsa.privateKey),
      await sign(member),
    ])
      expect(await resolver.resolve(bearer(token))).toMatchObject({ userId: SUB })
    const legacy = { role: 'service_role', exp: NOW / 1000 + 3600 }
    expect(await resolver.resolve({ apikey: await sign(legacy) })).toMatchObject({ role: 'service_role' })
  })

  it('are refused when signed with another key, whatever their header says', async () => {
    const publicJwk = foreign.publicKey.export({ format: 'jwk' })
    const publicPem = ec.publicKey.export({ type: 'spki', format: 'pem' })
    const refused: Promise<string>[] = [
      signWith({ alg: 'ES256', kid: 'ec' }, foreign.privateKey),
      signWith({ alg: 'ES256', kid: 'ec', jwk: publicJwk }, foreign.privateKey),
      signWith({ alg: 'ES256', kid: 'ec', jku: 'https://evil.example/jwks.json' }, foreign.privateKey),
      signWith({ alg: 'ES256', kid: 'other' }, ec.privateKey),
      signWith({ alg: 'ES256' }, ec.privateKey),
      signWith({ alg: 'RS256', kid: 'ec' }, rsa.privateKey),
      signWith({ alg: 'PS256', kid: 'rsa' }, rsa.privateKey),
      // A public key is no secret, so a token signed with its text as an HS256 secret must be refused.
      signWith({ alg: 'HS256', kid: 'ec' }, Buffer.from(publicPem)),
      signWith({ alg: 'HS256', kid: 'ec' }, Buffer.from(JSON.stringify(signingKeys[0]?.publicJwk))),
    ]
    for (const token of await Promise.all(refused))
      await expect(resolver.resolve(bearer(token)), token).rejects.toMatchObject({ reason: 'signature' })
  })

  it('are refused when no key pair is set', async () => {
    const { resolver: plain } = setUp()
    const token = await signWith({ alg: 'ES256', kid: 'ec' }, ec.privateKey)
    await expect(plain.resolve(bearer(token))).rejects.toMatchObject({ reason: 'signature' })
  })
})

it('accepts the same key sent twice, and reports two different keys', async () => {
  const { resolver } = setUp()
  const { publishableKey, secretKey } = keys
  expect(await resolver.resolve({ apikey: `${publishableKey}, ${publishableKey}` })).toMatchObject({ role: 'anon' })
  for (const apikey of [`${publishableKey}, ${secretKey}`, `${secretKey},x`])
    await expect(resolver.resolve({ apikey })).rejects.toMatchObject({
      reason: 'unknown_key',
      message: 'Two different apikey headers were sent',
    })
})
