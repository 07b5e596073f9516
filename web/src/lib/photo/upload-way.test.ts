// @vitest-environment happy-dom
import { afterEach, expect, it, vi } from 'vitest'
import { BEGUN, isSentInParts } from './upload-way.ts'

const LARGEST_WHOLE = 256 * 1024
const on = (effectiveType?: string) => vi.stubGlobal('navigator', { connection: effectiveType && { effectiveType } })
afterEach(() => {
  vi.unstubAllGlobals()
  sessionStorage.clear()
})

it.each([
  ['4g', LARGEST_WHOLE, false],
  ['4g', LARGEST_WHOLE + 1, true],
  // Firefox and Safari do not say.
  [undefined, LARGEST_WHOLE, false],
  [undefined, LARGEST_WHOLE + 1, true],
  ['3g', 1, true],
  ['2g', 1, true],
  ['slow-2g', 1, true],
])('on a line of kind %s a photo of %i bytes is sent in parts: %s', (kind, size, expected) => {
  on(kind)
  expect(isSentInParts(size, 'me')).toBe(expected)
})

it('a small photo may be one that its uploader has begun in parts', () => {
  on('4g')
  sessionStorage.setItem(`${BEGUN}me-avatars-00`, '{}')
  expect(isSentInParts(1, 'me')).toBe(true)
  expect(isSentInParts(1, 'you')).toBe(false)
})

it('without storage nothing was begun', () => {
  on('4g')
  vi.stubGlobal('sessionStorage', undefined)
  expect(isSentInParts(1, 'me')).toBe(false)
})
