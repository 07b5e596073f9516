import { createHash, webcrypto } from 'node:crypto'
import { expect, test } from 'vitest'
import { sealedText, verifyText } from './verify-result.ts'

const id = '0b6a3c1e-0000-4000-8000-000000000001'
const salt = 'ab'.repeat(32)
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')
const subtle = webcrypto.subtle as SubtleCrypto

test('the sealed text consists of id, answer and salt', () => {
  expect(sealedText({ id, unit: 'kg', seal: { commitment: '', salt, square: 47, weight: null } })).toBe(
    `${id}:47:${salt}`,
  )
  expect(sealedText({ id, unit: 'lbs', seal: { commitment: '', salt, square: null, weight: 28.6 } })).toBe(
    `${id}:28.6 lbs:${salt}`,
  )
})

test('there is no text while salt or answer is sealed', () => {
  expect(sealedText({ id, unit: 'kg', seal: { commitment: '', salt: null, square: 47, weight: null } })).toBeNull()
  expect(sealedText({ id, unit: 'kg', seal: { commitment: '', salt, square: null, weight: null } })).toBeNull()
})

test('the sealed text matches, any other differs', async () => {
  const text = `${id}:47:${salt}`
  expect(await verifyText(text, sha256(text), subtle)).toEqual({ outcome: 'matches', text, hash: sha256(text) })
  expect(await verifyText(`${id}:48:${salt}`, sha256(text), subtle)).toMatchObject({ outcome: 'differs' })
})

test('a hash keeps the zeros at the front of its bytes', async () => {
  for (let square = 1; square <= 40; square++) {
    const text = `${id}:${square}:${salt}`
    expect(await verifyText(text, sha256(text), subtle)).toMatchObject({ outcome: 'matches', hash: sha256(text) })
  }
})
