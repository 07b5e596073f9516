// @vitest-environment happy-dom
import { encode } from 'uqr'
import { afterEach, expect, it, vi } from 'vitest'
import { CODE_EDGE, codePicture, placeOfCode } from './code-picture.ts'

const code = encode('https://club.test/register?invite=abcdefghijklmnopqrst', { ecc: 'M', border: 4 })

/** A canvas that keeps what is drawn, pixel by pixel: true is black. */
function drawnOn(blob: Blob | null) {
  const pixels = Array.from({ length: CODE_EDGE }, () => Array.from({ length: CODE_EDGE }, () => true))
  const pen = {
    fillStyle: '',
    fillRect(left: number, top: number, width: number, height: number) {
      for (const line of pixels.slice(top, top + height)) line.fill(pen.fillStyle === 'black', left, left + width)
    },
  }
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(pen as never)
  vi.spyOn(HTMLCanvasElement.prototype, 'toBlob').mockImplementation((done) => done(blob))
  return pixels
}

afterEach(() => vi.restoreAllMocks())

it.each([29, 41, 53, 185])('draws %i modules whole and in the middle', (modules) => {
  const { module, start } = placeOfCode(modules)
  expect(Number.isInteger(module)).toBe(true)
  const rest = CODE_EDGE - module * modules
  expect(rest).toBeGreaterThanOrEqual(0)
  expect(rest).toBeLessThan(modules)
  expect(Math.abs(rest - 2 * start)).toBeLessThanOrEqual(1)
})

it('draws every module of the code, and white all around it', async () => {
  const blob = new Blob(['png'], { type: 'image/png' })
  const pixels = drawnOn(blob)
  expect(await codePicture(code.data)).toBe(blob)
  const { module, start } = placeOfCode(code.size)
  const middle = (at: number) => start + at * module + Math.floor(module / 2)
  expect(code.data.map((line, row) => line.map((_, column) => pixels[middle(row)]?.[middle(column)]))).toEqual(
    code.data,
  )
  const margin = start + 4 * module
  const outside = pixels.flatMap((line, row) =>
    row < margin || row >= CODE_EDGE - margin ? line : [...line.slice(0, margin), ...line.slice(-margin)],
  )
  expect(outside).not.toContain(true)
})

it('fails when the browser makes no picture', async () => {
  drawnOn(null)
  await expect(codePicture(code.data)).rejects.toThrow('no picture')
})
