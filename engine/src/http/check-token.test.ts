import { createHmac, createSecretKey, generateKeyPairSync } from 'node:crypto'
import { jwtVerify, SignJWT } from 'jose'
import { afterEach, expect, it, vi } from 'vitest'
import { CallerError } from './caller.ts'
import { createTokenCheck } from './check-token.ts'

const jwtSecret = 's'.repeat(40)
const NOW = 1_800_000_000
const claims = { role: 'authenticated', sub: 'Bär', exp: NOW + 3600, iat: NOW }
const check = createTokenCheck({ jwtSecret })
const encode = (value: unknown) =>
  Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)).toString('base64url')
const signed = (head: string, body: string, secret = jwtSecret) =>
  `${head}.${body}.${createHmac('sha256', secret).update(`${head}.${body}`).digest('base64url')}`
const token = (header: unknown, payload: unknown, secret?: string) => signed(encode(header), encode(payload), secret)
const ordinary = token({ alg: 'HS256', typ: 'JWT' }, claims)

afterEach(() => vi.restoreAllMocks())

/** What jose alone says of a token: its claims, or our reason for its refusal. */
async function byJose(text: string): Promise<unknown> {
  if (text.split('.').length !== 3) return 'malformed'
  try {
    const { payload } = await jwtVerify(text, createSecretKey(Buffer.from(jwtSecret)), {
      algorithms: ['HS256'],
      clockTolerance: 30,
      currentDate: new Date(NOW * 1000),
      requiredClaims: ['exp', 'role'],
    })
    return payload
  } catch (error) {
    const { code, claim } = error as { code: string; claim?: string }
    if (code === 'ERR_JWT_EXPIRED') return 'expired'
    if (code === 'ERR_JWT_CLAIM_VALIDATION_FAILED') return claim === 'nbf' ? 'not_yet_valid' : 'claims'
    if (code === 'ERR_JWS_SIGNATURE_VERIFICATION_FAILED' || code === 'ERR_JOSE_ALG_NOT_ALLOWED') return 'signature'
    return 'malformed'
  }
}

const byCheck = async (text: string): Promise<unknown> =>
  await check(text, NOW * 1000).catch((error: unknown) => {
    if (error instanceof CallerError) return error.reason
    throw error
  })

it('checks a token of the secret without Web Crypto, whether it is genuine or forged', async () => {
  const verify = vi.spyOn(crypto.subtle, 'verify')
  expect(await byCheck(ordinary)).toEqual(claims)
  expect(await byCheck(token({ alg: 'HS256' }, claims, 'x'.repeat(40)))).toBe('signature')
  expect(verify).not.toHaveBeenCalled()
})

const HEADERS: [string, unknown, unknown][] = [
  ['alg none', { alg: 'none' }, 'signature'],
  ['another HMAC', { alg: 'HS512' }, 'signature'],
  ['alg in lower case', { alg: 'hs256' }, 'signature'],
  ['an RSA algorithm over an HMAC', { alg: 'RS256' }, 'signature'],
  ['no alg', {}, 'malformed'],
  ['alg in a list', { alg: ['HS256'] }, 'malformed'],
  ['a list', ['HS256'], 'malformed'],
  ['null', null, 'malformed'],
  ['no JSON', '{"alg":"HS256"', 'malformed'],
  ['a byte order mark', '\uFEFF{"alg":"HS256"}', claims],
  ['an unknown extension', { alg: 'HS256', crit: ['exp'], exp: 1 }, 'malformed'],
  ['an empty list of extensions', { alg: 'HS256', crit: [] }, 'malformed'],
  ['a payload without base64', { alg: 'HS256', crit: ['b64'], b64: false }, 'malformed'],
  ['b64 that is not an extension', { alg: 'HS256', b64: false }, claims],
  ['the ID of an unknown key', { alg: 'HS256', kid: 'other' }, claims],
  ['a key of its own', { alg: 'HS256', jwk: { kty: 'oct', k: 'eA' } }, claims],
]
it.each(HEADERS)('judges a header with %s as jose does', async (_, header, outcome) => {
  const text = token(header, claims)
  expect(await byJose(text)).toEqual(outcome)
  expect(await byCheck(text)).toEqual(outcome)
})

const { exp: _exp, ...endless } = claims
const { role: _role, ...roleless } = claims
const PAYLOADS: [string, unknown, unknown][] = [
  ['an end 30 s ago', { ...claims, exp: NOW - 30 }, 'expired'],
  ['an end 29 s ago', { ...claims, exp: NOW - 29 }, { ...claims, exp: NOW - 29 }],
  ['no end', endless, 'claims'],
  ['an end as text', { ...claims, exp: `${NOW + 60}` }, 'claims'],
  ['an end that is null', { ...claims, exp: null }, 'claims'],
  ['a beginning in 30 s', { ...claims, nbf: NOW + 30 }, { ...claims, nbf: NOW + 30 }],
  ['a beginning in 31 s', { ...claims, nbf: NOW + 31 }, 'not_yet_valid'],
  ['a beginning as text', { ...claims, nbf: '1' }, 'not_yet_valid'],
  ['an issue in the future', { ...claims, iat: NOW + 9999 }, { ...claims, iat: NOW + 9999 }],
  ['an issue as text', { ...claims, iat: 'now' }, 'claims'],
  ['no role', roleless, 'claims'],
  ['a list', [claims], 'malformed'],
  ['a number', 7, 'malformed'],
  ['no JSON', '{', 'malformed'],
]
it.each(PAYLOADS)('judges claims with %s as jose does', async (_, payload, outcome) => {
  const text = token({ alg: 'HS256' }, payload)
  expect(await byJose(text)).toEqual(outcome)
  expect(await byCheck(text)).toEqual(outcome)
})

it('judges claims that are not UTF-8 as jose does', async () => {
  const text = signed(encode({ alg: 'HS256' }), Buffer.from('7b22726f6c65223a22ff227d', 'hex').toString('base64url'))
  expect(await byJose(text)).toBe('malformed')
  expect(await byCheck(text)).toBe('malformed')
})

it('refuses an HMAC made with a public key', async () => {
  const { publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const pem = publicKey.export({ type: 'spki', format: 'pem' }).toString()
  for (const alg of ['HS256', 'RS256']) expect(await byCheck(token({ alg }, claims, pem))).toBe('signature')
})

it('accepts what jose signs', async () => {
  const text = await new SignJWT(claims).setProtectedHeader({ alg: 'HS256' }).sign(Buffer.from(jwtSecret))
  expect(await byCheck(text)).toEqual(claims)
})

it('judges 3,000 damaged tokens as jose does', async () => {
  let state = 7
  const pick = (count: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * count)
  }
  const letters = 'AZaz09-_.+/=é'
  const bodies = PAYLOADS.map(([, payload]) => token({ alg: 'HS256' }, payload))
  for (let round = 0; round < 3_000; round += 1) {
    let text = round % 2 ? ordinary : (bodies[pick(bodies.length)] ?? ordinary)
    for (let left = 1 + pick(2); left > 0; left -= 1) {
      const at = pick(text.length)
      const letter = letters[pick(letters.length)] ?? ''
      text = text.slice(0, at) + ['', letter, letter + text.charAt(at)][pick(3)] + text.slice(at + 1)
    }
    expect(await byCheck(text), text).toEqual(await byJose(text))
  }
})
