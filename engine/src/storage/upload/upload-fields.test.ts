import { expect, it } from 'vitest'
import { admits, servedType, storableType, takesImagesOnly } from '../mime-type.ts'
import { cacheControlOfHeader, cacheControlOfSeconds, parseUserMetadata } from './upload-fields.ts'

it('keeps plain cache times, and lets no other header be smuggled in', () => {
  expect(cacheControlOfSeconds('3600')).toBe('max-age=3600')
  expect(cacheControlOfSeconds('max-age=60')).toBe('max-age=60')
  for (const odd of [undefined, '', '-1', '1e9', '60\r\nX-A: 1', 'no'])
    expect(cacheControlOfSeconds(odd)).toBe('no-cache')
  expect(cacheControlOfHeader('public, max-age=60')).toBe('public, max-age=60')
  for (const odd of [undefined, 'max-age=', 'max-age=60,', 'x', 'no-cache'])
    expect(cacheControlOfHeader(odd)).toBe('no-cache')
})

it('accepts only a JSON object as user metadata', () => {
  expect(parseUserMetadata('{"a":1}')).toEqual({ a: 1 })
  expect(parseUserMetadata(undefined)).toBeNull()
  for (const odd of ['[]', 'null', '1', '{', '{"a":"\\u0000"}', `{"a":"${'x'.repeat(20_000)}"}`])
    expect(() => parseUserMetadata(odd)).toThrow('metadata')
})

it('refuses user metadata that the database would store at many times its length, or that is nested deeply', () => {
  expect(parseUserMetadata('{"a":[1e20,-1e-20,0,1.5]}')).toEqual({ a: [1e20, -1e-20, 0, 1.5] })
  for (const number of ['1e21', '1e308', '-1e300', '1e-300', '1e999'])
    expect(() => parseUserMetadata(`{"a":[{"b":${number}}]}`)).toThrow('metadata has a number')
  expect(() => parseUserMetadata(`{"a":${'['.repeat(8000)}${']'.repeat(8000)}}`)).toThrow('nested too deeply')
})

it('refuses user metadata of more than 16 KiB', () => {
  const ofBytes = (bytes: number) => JSON.stringify({ a: 'x'.repeat(bytes - 8) })
  expect(Buffer.byteLength(ofBytes(16_384))).toBe(16_384)
  expect(parseUserMetadata(ofBytes(16_384))).toHaveProperty('a')
  expect(() => parseUserMetadata(ofBytes(16_385))).toThrow('metadata is too long')
})

it('compares types by their essence, and never serves dangerous ones', () => {
  expect(admits(['image/*'], 'image/png')).toBe(true)
  expect(admits(['image/png'], 'IMAGE/PNG; q=1')).toBe(true)
  expect(admits(['image/png'], 'image/gif')).toBe(false)
  expect(admits(null, 'anything/else')).toBe(true)
  expect([takesImagesOnly(['image/png']), takesImagesOnly(['image/png', 'text/plain']), takesImagesOnly(null)]).toEqual(
    [true, false, false],
  )
  expect(storableType('text/plain;charset=UTF-8')).toBe('text/plain;charset=UTF-8')
  expect(storableType('text/plain\r\nx: 1')).toBe('application/octet-stream')
  for (const type of ['text/html', 'image/svg+xml', 'application/javascript', 'application/xhtml+xml', undefined])
    expect(servedType(type)).toBe('application/octet-stream')
})
