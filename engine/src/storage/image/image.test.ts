import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, describe, expect, it } from 'vitest'
import { ByteMemory } from '../read/byte-memory.ts'
import { RenditionCache } from './rendition-cache.ts'
import { sniffType } from './sniff.ts'
import { parseTransform, renderImage, renditionName, renditionType, transformQuery } from './transform.ts'

const folder = mkdtempSync(join(tmpdir(), 'bankside-renditions-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

it.each([
  ['ffd8ffe0', 'image/jpeg'],
  ['89504e470d0a1a0a', 'image/png'],
  ['52494646000000005745425056503820', 'image/webp'],
  ['524946460000000057415645', 'application/octet-stream'],
  ['474946383961', 'image/gif'],
  ['255044462d', 'application/pdf'],
  ['000000206674797061766966', 'image/avif'],
  ['000000206674797068656963', 'image/heic'],
  ['efbbbf203c737667', 'image/svg+xml'],
  ['3c21444f43545950452068746d6c', 'text/html'],
  ['89504e47', 'application/octet-stream'],
  ['', 'application/octet-stream'],
])('%s begins %s', (hex, type) => expect(sniffType(Buffer.from(hex, 'hex'))).toBe(type))

describe('the rendition cache', () => {
  const name = (n: number) => String(n).padStart(32, '0')

  it('reads what it has kept, also after a restart', async () => {
    const cache = new RenditionCache(join(folder, 'a'), 1000, new ByteMemory())
    await cache.open()
    const version = randomUUID()
    expect(await cache.read(version, name(1))).toBeUndefined()
    await cache.keep(version, name(1), Buffer.from('picture'))
    const again = new RenditionCache(join(folder, 'a'), 1000, new ByteMemory())
    await again.open()
    for (const kept of [cache, again]) expect((await kept.read(version, name(1)))?.toString()).toBe('picture')
  })

  it('stays below its size limit and removes the longest unused first', async () => {
    const cache = new RenditionCache(join(folder, 'b'), 1000, new ByteMemory())
    await cache.open()
    const version = randomUUID()
    await cache.keep(version, name(1), Buffer.alloc(400))
    await cache.keep(version, name(2), Buffer.alloc(400))
    await cache.read(version, name(1))
    await cache.keep(version, name(3), Buffer.alloc(400))
    const kept = await Promise.all([1, 2, 3].map((n) => cache.read(version, name(n))))
    expect(kept.map((bytes) => bytes?.length)).toEqual([400, undefined, 400])
    await cache.drop(version)
    expect(cache.versions()).toEqual([])
  })
})

describe('a rendition', () => {
  const flat = (width: number, height: number) => sharp({ create: { width, height, channels: 3, background: '#246' } })

  it('as a JPEG is encoded for few bytes up to 1280 x 1024 pixels and quality 85, above for little time', async () => {
    const original = await flat(1400, 1400).jpeg().toBuffer()
    // Mozjpeg's search for the scans of a progressive picture is what takes the time.
    const isThorough = async (values: Record<string, number | string>) => {
      const bytes = await renderImage(original, parseTransform(values), 'image/jpeg')
      return (await sharp(bytes).metadata()).isProgressive
    }
    expect(await isThorough({ width: 1280, height: 1024 })).toBe(true)
    expect(await isThorough({ width: 1280, height: 1024, quality: 85 })).toBe(true)
    expect(await isThorough({ width: 1280, height: 1024, quality: 86 })).toBe(false)
    expect(await isThorough({ width: 1280, height: 1025 })).toBe(false)
    expect(await isThorough({ width: 1144 })).toBe(true)
    expect(await isThorough({ width: 1146 })).toBe(false)
    expect(await isThorough({ width: 2048, height: 900, resize: 'contain' })).toBe(true)
    expect(await isThorough({})).toBe(false)
  })

  it('as a PNG likewise', async () => {
    const original = await flat(1400, 1400).composite([{ input: await flat(300, 300).negate().png().toBuffer() }])
    const png = await original.png().toBuffer()
    const level = (compressionLevel: number) => sharp(png).png({ compressionLevel }).toBuffer()
    expect((await level(7)).equals(await level(5))).toBe(false)
    expect((await renderImage(png, parseTransform({}), 'image/png')).equals(await level(5))).toBe(true)
  })
})

describe('transform options', () => {
  it('survive signing unchanged', () => {
    const options = parseTransform({ width: 100, resize: 'contain', quality: '70' })
    expect(parseTransform(Object.fromEntries(new URLSearchParams(transformQuery(options))))).toEqual(options)
  })

  it('range from 1 to 2048 pixels per edge and from 20 to 100 in quality', () => {
    expect(parseTransform({ width: 1, height: 2048, quality: 20 })).toMatchObject({ width: 1, height: 2048 })
    expect(parseTransform({ width: 2048, height: 1, quality: 100 })).toMatchObject({ width: 2048, quality: 100 })
  })

  it.each([
    { width: 0 },
    { width: 2049 },
    { height: 2049 },
    { height: 'x' },
    { quality: 19 },
    { quality: 101 },
    { resize: 'tile' },
    { format: 'svg' },
  ])('are refused: %j', (values) => expect(() => parseTransform(values)).toThrow())

  it.each([
    ['image/webp', 'image/webp'],
    ['image/avif,image/webp,*/*;q=0.8', 'image/webp'],
    ['image/jpeg, IMAGE/WebP ; q=0.1', 'image/webp'],
    ['image/webp;q=0.001', 'image/webp'],
    ['image/webp;q=0', 'image/jpeg'],
    ['image/png, image/webp ; q=0.000 , image/jpeg', 'image/jpeg'],
    ['image/webp2', 'image/jpeg'],
    ['x-image/webp', 'image/jpeg'],
    ['image/*,*/*', 'image/jpeg'],
    ['', 'image/jpeg'],
    [undefined, 'image/jpeg'],
  ])('with Accept %j turn a JPEG into %s', (accept, type) =>
    expect(renditionType('image/jpeg', parseTransform({}), accept)).toBe(type),
  )

  it('determine the name of a rendition, together with the format', () => {
    const options = parseTransform({ width: 100 })
    expect(renditionType('image/png', options, 'image/avif,image/webp')).toBe('image/webp')
    expect(renditionType('image/png', parseTransform({ format: 'origin' }), 'image/webp')).toBe('image/png')
    expect(renditionName(options, 'image/webp')).not.toBe(renditionName(options, 'image/png'))
    expect(renditionName(options, 'image/png')).not.toBe(renditionName(parseTransform({ width: 101 }), 'image/png'))
  })
})
