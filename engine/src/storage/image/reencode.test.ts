import { randomBytes, randomInt } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, expect, it } from 'vitest'
import { StorageError } from '../errors.ts'
import { inspectImage, reencode, refuseImage } from './reencode.ts'

const folder = mkdtempSync(join(tmpdir(), 'bankside-images-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const [from, to] = [join(folder, 'from'), join(folder, 'to')]
const store = async (bytes: Buffer) => {
  rmSync(to, { force: true })
  writeFileSync(from, bytes)
  const type = await inspectImage(from)
  await reencode(from, to, type)
  return readFileSync(to)
}
const gradient = {
  create: {
    width: 40,
    height: 30,
    channels: 3 as const,
    background: '#246',
    noise: { type: 'gaussian' as const, mean: 90, sigma: 20 },
  },
}

it.each(['jpeg', 'png', 'webp'] as const)(
  'either re-encodes a damaged %s to a clean picture or refuses it',
  async (format) => {
    const whole = await sharp(gradient).toFormat(format).toBuffer()
    let taken = 0
    for (let round = 0; round < 120; round += 1) {
      const bytes = Buffer.from(whole)
      for (let i = randomInt(4); i > 0; i -= 1) randomBytes(randomInt(1, 9)).copy(bytes, randomInt(bytes.length))
      const cut = bytes.subarray(0, randomInt(3) ? bytes.length : randomInt(bytes.length))
      try {
        expect((await sharp(await store(cut)).metadata()).format).toBe(format)
        taken += 1
      } catch (error) {
        expect(error, cut.toString('hex')).toBeInstanceOf(StorageError)
      }
    }
    expect(taken).toBeGreaterThan(0)
  },
)

it('reports a picture that takes too long, and calls every other failure unreadable', () => {
  const refusalOf = (message: string) => {
    try {
      return refuseImage(new Error(message))
    } catch (error) {
      return error
    }
  }
  expect(refusalOf('timeout: 50% complete')).toMatchObject({ statusCode: 413, code: 'EntityTooLarge' })
  expect(refusalOf('VipsJpeg: premature end')).toMatchObject({ statusCode: 415, code: 'InvalidMimeType' })
})

it('keeps transparency and accepts CMYK', async () => {
  const clear = await sharp({ create: { width: 8, height: 8, channels: 4, background: '#00000000' } })
    .png()
    .toBuffer()
  expect((await sharp(await store(clear)).metadata()).hasAlpha).toBe(true)
  const cmyk = await sharp(gradient).toColourspace('cmyk').jpeg().toBuffer()
  expect((await sharp(cmyk).metadata()).space).toBe('cmyk')
  expect((await sharp(await store(cmyk)).metadata()).space).toBe('srgb')
})
