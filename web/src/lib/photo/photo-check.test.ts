import { describe, expect, it } from 'vitest'
import { IMAGE_MAX_BYTES, PHOTO_MAX_PIXELS } from '../../../../contract/src/limits.ts'
import { jpegHead } from '../../testing/photo-head.ts'
import { checkPhoto } from './photo-check.ts'

const letters = (text: string) => [...new TextEncoder().encode(text)]
const pngHead = (...width: number[]) => [0x89, ...letters('PNG\r\n\x1a\n\0\0\0\x0dIHDR'), ...width, 0, 0, 0, 3]
const HEADS = {
  jpeg: jpegHead(),
  png: pngHead(0, 0, 0, 4),
  webp: letters('RIFF0000WEBPVP8X\x0a\0\0\0\0\0\0\0\x03\0\0\x02\0\0'),
  gif: letters('GIF89a'),
  heic: letters('0000ftypheic'),
  svg: letters('<svg xmlns='),
}
const file = (head: readonly number[], size = 64) => {
  const bytes = new Uint8Array(size)
  bytes.set(head)
  return new Blob([bytes], { type: 'image/jpeg' })
}

describe('a photo', () => {
  it.each(['jpeg', 'png', 'webp'] as const)('may be %s', async (type) => {
    await expect(checkPhoto(file(HEADS[type]))).resolves.toBeUndefined()
  })

  it.each(['gif', 'svg'] as const)('is refused as %s, whatever file type the system reports', async (type) => {
    await expect(checkPhoto(file(HEADS[type]))).rejects.toMatchObject({
      kind: 'type',
      message: 'Invalid file type. Please upload a JPEG, PNG, or WebP image.',
    })
  })

  it('is refused in the HEIC format of phones, with a way out', async () => {
    await expect(checkPhoto(file(HEADS.heic))).rejects.toMatchObject({
      kind: 'heic',
      message: expect.stringMatching(/^This phone photo format \(HEIC\) .*screenshot.*Most Compatible/),
    })
  })

  it('may have 5 MB and not one byte more', async () => {
    await expect(checkPhoto(file(HEADS.png, IMAGE_MAX_BYTES))).resolves.toBeUndefined()
    await expect(checkPhoto(file(HEADS.png, IMAGE_MAX_BYTES + 1))).rejects.toMatchObject({
      kind: 'size',
      message: 'File too large. Maximum size is 5MB.',
    })
  })

  it.each([
    ['JPEG', jpegHead(0xffff, 0xffff)],
    ['PNG', pngHead(0x7f, 0xff, 0xff, 0xff)],
    ['WebP', letters('RIFF0000WEBPVP8X\x0a\0\0\0\0\0\0\0').concat([0xff, 0x3f, 0, 0xff, 0x3f, 0])],
  ])('is refused as %s of more pixels than a device can hold, before its file size', async (_, head) => {
    const refusal = { kind: 'pixels', message: expect.stringContaining('more than 120 megapixels') }
    await expect(checkPhoto(file(head))).rejects.toMatchObject(refusal)
    await expect(checkPhoto(file(head, IMAGE_MAX_BYTES + 1))).rejects.toMatchObject(refusal)
  })

  it('may have as many pixels as a browser is made to decode, and not one row more', async () => {
    await expect(checkPhoto(file(jpegHead(10_000, PHOTO_MAX_PIXELS / 10_000)))).resolves.toBeUndefined()
    await expect(checkPhoto(file(jpegHead(10_000, PHOTO_MAX_PIXELS / 10_000 + 1)))).rejects.toMatchObject({
      kind: 'pixels',
    })
  })

  it('is refused when its head does not say how large it is', async () => {
    await expect(checkPhoto(file([0xff, 0xd8, 0xff, 0xe0]))).rejects.toMatchObject({ kind: 'damaged' })
    await expect(checkPhoto(file(letters('RIFF0000WEBP')))).rejects.toMatchObject({ kind: 'damaged' })
  })

  it('is refused when it is empty', async () => {
    await expect(checkPhoto(new Blob([]))).rejects.toMatchObject({ kind: 'type' })
  })
})
