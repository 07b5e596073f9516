import { describe, expect, it } from 'vitest'
import { IMAGE_MAX_BYTES } from '../../../../contract/src/limits.ts'
import { checkPhoto } from './photo-check.ts'

const HEADS = {
  jpeg: [0xff, 0xd8, 0xff, 0xe0],
  png: [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a],
  webp: [...new TextEncoder().encode('RIFF0000WEBP')],
  gif: [...new TextEncoder().encode('GIF89a')],
  heic: [...new TextEncoder().encode('0000ftypheic')],
  svg: [...new TextEncoder().encode('<svg xmlns=')],
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

  it('is refused when it is empty', async () => {
    await expect(checkPhoto(new Blob([]))).rejects.toMatchObject({ kind: 'type' })
  })
})
