import { describe, expect, it } from 'vitest'
import { checkKey, decodeBucket, decodeKey, isBucketName } from './object-key.ts'

describe('a key', () => {
  it('is decoded once and not changed further', () => {
    expect(decodeKey('a%20b/c%2Bd.png')).toBe('a b/c+d.png')
    expect(decodeKey('a%2Fb')).toBe('a/b')
    expect(checkKey(`${'a'.repeat(255)}/b`)).toHaveLength(257)
    expect(checkKey('..a/b..')).toBe('..a/b..')
  })

  it.each([
    '',
    '/',
    'a/',
    '/a',
    'a//b',
    '.',
    '..',
    'a/../b',
    'a\\b',
    'a\0b',
    'a%b',
    'é',
    'a\nb',
    'a"b',
    'a<b',
    '~',
    'a#b',
  ])('is refused: %j', (key) => expect(() => checkKey(key)).toThrow('Invalid key'))

  it('is refused when it is too long or cannot be decoded', () => {
    expect(() => checkKey('a'.repeat(256))).toThrow('Invalid key')
    expect(() => checkKey(`${'a/'.repeat(512)}a`)).toThrow('Invalid key')
    expect(checkKey(`${'a/'.repeat(511)}aa`)).toHaveLength(1024)
    for (const encoded of ['%', '%zz', '%c0%af', '%ff']) expect(() => decodeKey(encoded)).toThrow('Invalid key')
  })
})

it('refuses bucket names with a slash, of dots only or with blanks around', () => {
  for (const name of ['avatars', 'a b', 'conf_1-2.x', 'a'.repeat(100)]) expect(isBucketName(name)).toBe(true)
  for (const name of ['', '.', '..', ' a', 'a/b', 'a'.repeat(101), 'ä']) expect(isBucketName(name)).toBe(false)
  expect(() => decodeBucket('..%2f')).toThrow('Bucket not found')
})
