import { describe, expect, it } from 'vitest'
import { parseRange } from './byte-range.ts'
import { contentDisposition } from './content-disposition.ts'

describe('a range', () => {
  it.each([
    ['bytes=0-0', 10, { start: 0, end: 0 }],
    ['bytes=0-', 10, { start: 0, end: 9 }],
    ['bytes=-4', 10, { start: 6, end: 9 }],
    ['bytes=-40', 10, { start: 0, end: 9 }],
    ['bytes=3-99', 10, { start: 3, end: 9 }],
  ])('%s of %i bytes is one part', (header, size, part) => expect(parseRange(header, size)).toEqual(part))

  it.each(['bytes=10-', 'bytes=-0', 'bytes=99-100'])('%s of 10 bytes is unsatisfiable', (header) =>
    expect(parseRange(header, 10)).toBe('unsatisfiable'),
  )
  it.each([
    undefined,
    '',
    'bytes=',
    'bytes=-',
    'bytes=5-2',
    'bytes=a-b',
    'items=0-1',
    'bytes=0-1,3-4',
    `bytes=${'9'.repeat(20)}-`,
  ])('%s selects the whole body', (header) => expect(parseRange(header, 10)).toBeUndefined())
  it('of an empty object is unsatisfiable', () => expect(parseRange('bytes=0-', 0)).toBe('unsatisfiable'))
})

it('keeps a download name from breaking out of its header', () => {
  const value = contentDisposition('a"\r\n\'();\u{1f41f}\ud800.png')['content-disposition'] ?? ''
  expect(value).toBe(
    "attachment; filename=a%22%0D%0A%27%28%29%3B%F0%9F%90%9F_.png; filename*=UTF-8''a%22%0D%0A%27%28%29%3B%F0%9F%90%9F_.png",
  )
  expect(contentDisposition(null)).toEqual({})
})
