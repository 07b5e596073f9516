import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { flowIdOf, isVerifierOf, readChallenge } from './pkce.ts'

const challenge = 'c'.repeat(43)

describe('a challenge', () => {
  it('is read in both methods, whatever their case, and is absent when it is empty', () => {
    expect(readChallenge({ code_challenge: challenge, code_challenge_method: 'S256' })).toEqual({
      challenge,
      method: 's256',
    })
    expect(readChallenge({ code_challenge: challenge, code_challenge_method: 'plain' })?.method).toBe('plain')
    for (const nothing of [{}, { code_challenge: null, code_challenge_method: null }, { code_challenge: '' }])
      expect(readChallenge(nothing)).toBeUndefined()
  })

  it('has 43 to 128 characters of RFC 7636', () => {
    const read = (text: string) => () => readChallenge({ code_challenge: text, code_challenge_method: 's256' })
    for (const length of [43, 128]) expect(read('~'.repeat(length))).not.toThrow()
    for (const length of [42, 129]) expect(read('~'.repeat(length))).toThrow(/between 43 and 128/)
    expect(read(`${challenge}/`)).toThrow(/can only contain/)
  })

  it.each([
    { code_challenge: challenge },
    { code_challenge_method: 's256' },
    { code_challenge: challenge, code_challenge_method: 'md5' },
  ])('is refused if it is incomplete or has another method: %j', (body) => {
    expect(() => readChallenge(body)).toThrow(expect.objectContaining({ status: 400, code: 'validation_failed' }))
  })
})

it('a verifier proves its own challenge and no other', () => {
  const verifier = 'v'.repeat(56)
  const s256 = { challenge: createHash('sha256').update(verifier).digest('base64url'), method: 's256' } as const
  expect(isVerifierOf(s256, verifier)).toBe(true)
  expect(isVerifierOf(s256, s256.challenge)).toBe(false)
  const plain = { challenge: verifier, method: 'plain' } as const
  expect(isVerifierOf(plain, verifier)).toBe(true)
  expect(isVerifierOf(plain, `${verifier}v`)).toBe(false)
  expect(isVerifierOf(plain, '')).toBe(false)
})

it('the id of a flow is a UUID that follows from the token', () => {
  expect(flowIdOf('pkce_a')).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
  expect(flowIdOf('pkce_a')).toBe(flowIdOf('pkce_a'))
  expect(flowIdOf('pkce_a')).not.toBe(flowIdOf('pkce_b'))
})
