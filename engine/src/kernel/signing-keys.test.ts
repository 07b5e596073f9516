import { generateKeyPairSync } from 'node:crypto'
import { calculateJwkThumbprint, type JWK } from 'jose'
import { describe, expect, it } from 'vitest'
import { readSigningKeys } from './signing-keys.ts'

const ec = (namedCurve = 'P-256') => generateKeyPairSync('ec', { namedCurve })
const rsa = (modulusLength: number) => generateKeyPairSync('rsa', { modulusLength })
const jwk = (key: ReturnType<typeof ec>['privateKey']): JWK => key.export({ format: 'jwk' }) as JWK
const read = (value: unknown) => () => readSigningKeys(JSON.stringify(value))

describe('signing keys', () => {
  it('can be one private key, named by its thumbprint when it has no kid', async () => {
    for (const [pair, alg] of [
      [ec(), 'ES256'],
      [rsa(2048), 'RS256'],
    ] as const) {
      const [key, ...others] = read(jwk(pair.privateKey))()
      expect(others).toEqual([])
      expect(key).toMatchObject({ alg, kid: await calculateJwkThumbprint(jwk(pair.publicKey)) })
      expect(key?.publicJwk).toMatchObject({ ...jwk(pair.publicKey), alg, kid: key?.kid, use: 'sig' })
    }
  })

  it('never reveal their private part', () => {
    for (const { privateKey } of [ec(), rsa(2048)]) {
      const [key] = read(jwk(privateKey))()
      for (const part of ['d', 'p', 'q', 'dp', 'dq', 'qi']) expect(key?.publicJwk).not.toHaveProperty(part)
    }
  })

  it('may be followed by older keys that only verify', () => {
    const keys = [
      { ...jwk(ec().privateKey), kid: 'new' },
      { ...jwk(rsa(2048).publicKey), kid: 'old' },
    ]
    expect(read({ keys })().map(({ kid, privateKey }) => [kid, privateKey !== undefined])).toEqual([
      ['new', true],
      ['old', false],
    ])
  })

  it('are refused when they cannot be used', () => {
    const whole = jwk(ec().privateKey)
    expect(() => readSigningKeys('secret')).toThrow('must be a JWK')
    for (const wrong of [null, {}, 5, 'x', { kty: 'oct', k: 'c2VjcmV0' }, jwk(ec('P-384').privateKey)])
      expect(read(wrong), JSON.stringify(wrong)).toThrow('must hold keys for ES256')
    expect(read({ ...whole, alg: 'RS256' })).toThrow('must hold keys for ES256')
    expect(read({ ...whole, x: 'AA' })).toThrow('must hold whole keys')
    expect(read(jwk(ec().publicKey))).toThrow('must begin with a private key')
    expect(read({ keys: [] })).toThrow('must begin with a private key')
    expect(read({ keys: [whole, whole] })).toThrow('must give each key a kid of its own')
    expect(read(jwk(rsa(2047).privateKey))).toThrow('less than 2048 bits')
  })
})
