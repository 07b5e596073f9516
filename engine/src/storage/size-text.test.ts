import { describe, expect, it } from 'vitest'
import { bytesOf } from './size-text.ts'

describe('bytesOf', () => {
  it.each([
    ['20MB', 20_000_000],
    ['1.5kb', 1_500],
    ['3b', 3],
    ['0B', 0],
    ['2Gb', 2_000_000_000],
    ['0.1236mb', 124_000],
  ])('reads %s', (text, bytes) => {
    expect(bytesOf(text)).toBe(bytes)
  })

  it.each(['', '20', 'MB', '20 MB', '-1MB', '1e9b', '20MiB', '1.MB', '20MB\n'])('refuses %j', (text) => {
    expect(() => bytesOf(text)).toThrow('Invalid file size format, hint: use 20GB / 20MB / 30KB / 3B')
  })
})
