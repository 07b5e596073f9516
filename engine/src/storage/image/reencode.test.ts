import { randomBytes, randomInt } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp, { type Sharp } from 'sharp'
import { afterAll, describe, expect, it } from 'vitest'
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

describe('the scans of a JPEG', () => {
  /** A progressive picture of 7000 by 7000 pixels whose last scan is repeated. */
  const withScans = async (more: number) => {
    const picture = await sharp({ create: { width: 7000, height: 7000, channels: 3, background: '#246' } })
      .jpeg({ progressive: true })
      .toBuffer()
    const end = picture.length - 2
    const last = picture.subarray(picture.lastIndexOf(Buffer.from([0xff, 0xda])), end)
    return Buffer.concat([picture.subarray(0, end), ...Array<Buffer>(more).fill(last), picture.subarray(end)])
  }

  it('may be those of any encoder', async () => {
    for (const options of [{ mozjpeg: true }, { progressive: true, optimizeScans: true }, { progressive: false }])
      await expect(store(await sharp(gradient).jpeg(options).toBuffer())).resolves.toBeInstanceOf(Buffer)
  })

  it('are limited before anything is decoded, because each costs far more than its bytes', async () => {
    writeFileSync(from, await withScans(12_000))
    await expect(inspectImage(from)).rejects.toMatchObject({ statusCode: 413, code: 'EntityTooLarge' })
  })

  it('are counted across the pieces in which a file is read', async () => {
    const scan = Buffer.from([0xff, 0xda, 0, 0])
    const picture = await sharp(gradient).jpeg().toBuffer()
    // The markers stand at both ends of the 64 KiB pieces, and half in each.
    const padding = Buffer.concat(
      Array.from({ length: 51 }, (_, i) => Buffer.concat([scan, Buffer.alloc(65_536 - 4 + (i % 2 === 0 ? 1 : -1))])),
    )
    writeFileSync(from, Buffer.concat([picture, Buffer.alloc(65_536 - 1 - picture.length), padding]))
    await expect(inspectImage(from)).rejects.toMatchObject({ statusCode: 413 })
    writeFileSync(from, Buffer.concat([picture, padding.subarray(0, 65_536 * 40)]))
    await expect(inspectImage(from)).resolves.toBe('image/jpeg')
  })
})

describe('the memory that a picture takes', () => {
  const tooLarge = (megapixels: number) => ({
    statusCode: 413,
    message: expect.stringContaining(`${megapixels} megapixels`),
  })
  /** Inspects a small picture whose header claims another size. */
  const inspect = async (edge: number, format: keyof typeof pictures) => {
    const [image, claim] = pictures[format]
    const bytes = await image(sharp({ create: { width: 40, height: 40, channels: 4, background: '#2468' } })).toBuffer()
    claim(bytes, edge)
    writeFileSync(from, bytes)
    return inspectImage(from)
  }
  const claimInJpeg = (bytes: Buffer, edge: number) => {
    // ITU-T T.81, B.2.2: the marker of a baseline or progressive frame, length, precision, height, width.
    const frame = Math.max(bytes.indexOf(Buffer.from([0xff, 0xc0])), bytes.indexOf(Buffer.from([0xff, 0xc2])))
    bytes.writeUInt16BE(edge, frame + 5)
    bytes.writeUInt16BE(edge, frame + 7)
  }
  const claimInPng = (bytes: Buffer, edge: number) => {
    bytes.writeUInt32BE(edge, 16)
    bytes.writeUInt32BE(edge, 20)
    let crc = 0xffffffff
    for (const byte of bytes.subarray(12, 29)) {
      crc ^= byte
      for (let bit = 0; bit < 8; bit += 1) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0)
    }
    bytes.writeUInt32BE(~crc >>> 0, 29)
  }
  const claimInWebp = (bytes: Buffer, edge: number) => {
    // RFC 6386, 9.1: behind the start code of the only frame.
    bytes.writeUInt16LE(edge, 26)
    bytes.writeUInt16LE(edge, 28)
  }
  const pictures = {
    interlaced: [(image: Sharp) => image.toColourspace('rgb16').png({ progressive: true }), claimInPng],
    png: [(image: Sharp) => image.png(), claimInPng],
    progressive: [(image: Sharp) => image.jpeg({ progressive: true, chromaSubsampling: '4:4:4' }), claimInJpeg],
    jpeg: [(image: Sharp) => image.jpeg(), claimInJpeg],
    webp: [(image: Sharp) => image.removeAlpha().webp(), claimInWebp],
  } as const

  it('limits those that are decoded as a whole', async () => {
    await expect(inspect(4500, 'interlaced')).rejects.toMatchObject(tooLarge(20))
    await expect(inspect(4400, 'interlaced')).resolves.toBe('image/png')
    await expect(inspect(5200, 'progressive')).rejects.toMatchObject(tooLarge(26))
    await expect(inspect(5100, 'progressive')).resolves.toBe('image/jpeg')
    await expect(inspect(6400, 'webp')).rejects.toMatchObject(tooLarge(40))
    await expect(inspect(6300, 'webp')).resolves.toBe('image/webp')
  })

  it('does not limit those that are read row by row below 50 megapixels', async () => {
    for (const format of ['jpeg', 'png'] as const) {
      await expect(inspect(7000, format)).resolves.toBe(`image/${format}`)
      await expect(inspect(7100, format)).rejects.toMatchObject(tooLarge(50))
    }
  })
})

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
