import { describe, expect, it } from 'vitest'
import { parseUploadMetadata } from './upload-metadata.ts'

const base64 = (text: string) => Buffer.from(text).toString('base64')
const parsed = (header: string) => Object.fromEntries(parseUploadMetadata(header))

describe('Upload-Metadata', () => {
  it('has pairs of a key and a value in Base64', () => {
    const header = `bucketName ${base64('photos')},objectName ${base64('a b/ü.png')}, contentType ${base64('image/png')}`
    expect(parsed(header)).toEqual({ bucketName: 'photos', objectName: 'a b/ü.png', contentType: 'image/png' })
  })

  it('may have keys without a value, values without padding, and no pair at all', () => {
    expect(parsed('is_confidential,name eA')).toEqual({ is_confidential: '', name: 'x' })
    expect(parsed('is_confidential ')).toEqual({ is_confidential: '' })
    expect(parsed('')).toEqual({})
  })

  it('keeps names of properties that every object has apart from them', () => {
    const values = parseUploadMetadata(`__proto__ ${base64('{"polluted":1}')},constructor ${base64('x')}`)
    expect([...values.keys()]).toEqual(['__proto__', 'constructor'])
    expect(({} as Record<string, unknown>).polluted).toBeUndefined()
  })

  it.each([
    ['a key twice', 'a eA==,a eA=='],
    ['no key', ' eA==,'],
    ['an empty pair', 'a eA==,,b eA=='],
    ['three words', 'a eA== eA=='],
    ['text that is not Base64', 'a x!'],
    ['Base64 of a wrong length', 'a eAeAe'],
    ['the alphabet of addresses', 'a _-8='],
    ['bytes that are not UTF-8', 'a /w=='],
    ['a key with other letters', `ü eA==`],
    ['21 pairs', Array.from({ length: 21 }, (_, i) => `k${i} eA==`).join(',')],
    ['thousands of commas', ','.repeat(10_000)],
  ])('is refused with %s', (_, header) => {
    expect(() => parseUploadMetadata(header)).toThrow(expect.objectContaining({ statusCode: 400, code: 'TusError' }))
  })

  it('may have 20 pairs', () => {
    expect(parseUploadMetadata(Array.from({ length: 20 }, (_, i) => `k${i} eA==`).join(',')).size).toBe(20)
  })
})
