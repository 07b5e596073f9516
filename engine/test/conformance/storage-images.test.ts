import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Persona, signUp } from '../../../test-support/personas.ts'
import { startEngine, type TestEngine } from '../../../test-support/start-engine.ts'
import {
  asBlob,
  createBuckets,
  ownName,
  photoOfSecretSwim,
  picture,
  pictureBytes,
  pngHeaderBomb,
  raw,
  tokenOf,
} from './storage-fixture.ts'

let engine: TestEngine
let member: Persona

beforeAll(async () => {
  engine = await startEngine()
  await createBuckets(engine)
  member = await signUp(engine)
})
afterAll(() => engine.close())

const upload = (name: string, bytes: Uint8Array | string, type = 'image/png') =>
  member.storage.from('conf_images').upload(name, asBlob(bytes, type))
const stored = async (name: string) => {
  const { data } = await member.storage.from('conf_images').download(name)
  return Buffer.from((await data?.arrayBuffer()) ?? new ArrayBuffer(0))
}

describe('a photo', () => {
  it.each(['jpeg', 'png', 'webp'] as const)(
    'loses location, camera and all other metadata in %s, and is upright',
    async (format) => {
      const secret = await photoOfSecretSwim(format)
      const before = await sharp(secret).metadata()
      expect(before.exif).toBeDefined()
      expect(before.xmp).toBeDefined()
      expect(before.orientation).toBe(6)
      expect(before.xmp?.includes('SecretSwim')).toBe(true)

      const name = ownName(member, format)
      expect((await upload(name, secret, `image/${format}`)).error).toBeNull()
      const bytes = await stored(name)
      const after = await sharp(bytes).metadata()
      expect(after.format).toBe(format)
      for (const key of ['exif', 'xmp', 'iptc', 'icc', 'orientation', 'comments'] as const)
        expect(after[key]).toBeUndefined()
      for (const word of ['Secret', 'Exif', 'GPS', 'xmpmeta']) expect(bytes.includes(word)).toBe(false)
      // 64 x 48, red on the left, rotated by 90 degrees: red is at the top.
      expect([after.width, after.height]).toEqual([48, 64])
      const pixels = await sharp(bytes).raw().toBuffer({ resolveWithObject: true })
      const at = (x: number, y: number) => [...pixels.data.subarray((y * 48 + x) * pixels.info.channels).subarray(0, 3)]
      expect(at(24, 4)[0]).toBeGreaterThan(200)
      expect(at(24, 60)[2]).toBeGreaterThan(200)
    },
  )

  it('has at most 2048 pixels per edge', async () => {
    const name = ownName(member)
    await upload(name, await pictureBytes('png', 4000, 1000))
    const { width, height } = await sharp(await stored(name)).metadata()
    expect([width, height]).toEqual([2048, 512])
  })

  it('keeps one frame of an animation', async () => {
    const frames = [await pictureBytes('png', 20, 20), await picture(20, 20).negate().png().toBuffer()]
    const animated = await sharp(frames, { join: { animated: true } })
      .webp()
      .toBuffer()
    expect((await sharp(animated, { animated: true }).metadata()).pages).toBeGreaterThan(1)
    const name = ownName(member, 'webp')
    expect((await upload(name, animated, 'image/webp')).error).toBeNull()
    expect((await sharp(await stored(name), { animated: true }).metadata()).pages ?? 1).toBe(1)
  })

  it('contains nothing that was appended to it or hidden in it', async () => {
    const page = '<html><script>alert(1)</script></html>'
    for (const format of ['jpeg', 'png', 'webp'] as const) {
      const name = ownName(member, format)
      const polyglot = Buffer.concat([await pictureBytes(format), Buffer.from(`${page}PK\x03\x04`)])
      expect((await upload(name, polyglot, `image/${format}`)).error).toBeNull()
      expect((await stored(name)).includes('script')).toBe(false)
    }
  })

  it('has the type of its bytes, not that of its name or header', async () => {
    const name = ownName(member, 'png')
    expect((await upload(name, await pictureBytes('jpeg'), 'image/webp')).error).toBeNull()
    const reply = await raw(engine, 'HEAD', `/object/public/conf_images/${name}`)
    expect(reply.headers['content-type']).toBe('image/jpeg')
  })
})

describe('a file that is not a photo', () => {
  const gif = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64')
  it.each([
    ['SVG', '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'],
    ['SVG behind an XML head', '<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"/>'],
    ['HTML', '<!doctype html><script>alert(1)</script>'],
    ['GIF', gif],
    ['PDF', '%PDF-1.7\n1 0 obj'],
    ['a PNG head before a page', Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), Buffer.from('<html></html>')])],
    ['nothing', ''],
    ['text', 'hello'],
  ])('is refused when it is %s, whatever its declared type', async (_what, bytes) => {
    const name = ownName(member)
    const { error } = await upload(name, bytes)
    expect(error).toMatchObject({ status: 400, statusCode: '415' })
    expect(await engine.owner.query('select from storage.objects where name = $1', [name])).toEqual([])
  })

  it('is refused when it is truncated', async () => {
    for (const format of ['jpeg', 'png', 'webp'] as const) {
      const whole = await sharp({
        create: {
          width: 400,
          height: 400,
          channels: 3,
          background: '#123456',
          noise: { type: 'gaussian', mean: 100, sigma: 30 },
        },
      })
        .toFormat(format)
        .toBuffer()
      const { error } = await upload(ownName(member, format), whole.subarray(0, whole.length / 2), `image/${format}`)
      expect(error).toMatchObject({ statusCode: '415' })
    }
  })

  it('is refused when a picture has the extension of another type', async () => {
    const png = await pictureBytes()
    for (const extension of ['html', 'svg', 'js'])
      expect((await upload(ownName(member, extension), png)).error).toMatchObject({ statusCode: '415' })
    for (const extension of ['JPG', 'jpeg', 'png', 'webp'])
      expect((await upload(ownName(member, extension), png)).error).toBeNull()
    expect((await upload(`${member.user.id}/${crypto.randomUUID()}`, png)).error).toBeNull()
  })
})

it('refuses twenty pictures of 900 megapixels within a second, without decoding any', async () => {
  const bomb = pngHeaderBomb(30_000, 30_000)
  const start = performance.now()
  const before = process.memoryUsage().rss
  const answers = await Promise.all(Array.from({ length: 20 }, () => upload(ownName(member), bomb)))
  for (const { error } of answers) expect(error).toMatchObject({ status: 400, statusCode: '413' })
  expect(performance.now() - start).toBeLessThan(4_000)
  expect(process.memoryUsage().rss - before).toBeLessThan(200 * 1024 * 1024)
})

describe('a rendition', () => {
  it('has the requested size and quality', async () => {
    const name = ownName(member)
    await upload(name, await pictureBytes('png', 400, 300))
    const path = (query: string) => `/render/image/public/conf_images/${name}?${query}`
    const size = async (query: string) => {
      const reply = await raw(engine, 'GET', path(query))
      const { format, width, height } = await sharp(reply.body).metadata()
      return [reply.headers['content-type'], format, width, height]
    }
    expect(await size('width=100&height=100')).toEqual(['image/png', 'png', 100, 100])
    expect(await size('width=100&height=100&resize=contain')).toEqual(['image/png', 'png', 100, 75])
    expect(await size('width=100&height=50&resize=fill')).toEqual(['image/png', 'png', 100, 50])
    expect(await size('width=200')).toEqual(['image/png', 'png', 200, 150])
    expect(await size('width=2000')).toEqual(['image/png', 'png', 400, 300])
    const { headers } = await raw(engine, 'GET', path('width=80'))
    expect(headers).toMatchObject({ 'x-transformations': 'width:80,resizing_type:fill,quality:80' })
  })

  describe('is WebP for a client that names it in Accept', () => {
    const BROWSER = 'image/avif,image/webp,image/apng,image/svg+xml,image/*,*/*;q=0.8'
    const ways = ['public', 'authenticated', 'sign'] as const
    let name: string
    let token: string
    beforeAll(async () => {
      const noise = { type: 'gaussian' as const, mean: 128, sigma: 40 }
      const photo = await sharp({ create: { width: 400, height: 300, channels: 3, background: '#246', noise } })
        .blur(4)
        .composite([{ input: await pictureBytes('png', 300, 200), blend: 'overlay' }])
        .jpeg()
        .toBuffer()
      name = ownName(member, 'jpg')
      expect((await upload(name, photo, 'image/jpeg')).error).toBeNull()
      token = await tokenOf(member)
    })

    const addressOf = async (way: (typeof ways)[number], format: { format?: 'origin' }) => {
      if (way !== 'sign') {
        const query = new URLSearchParams({ width: '200', ...format })
        return `/render/image/${way}/conf_images/${name}?${query}`
      }
      const transform = { width: 200, ...format }
      const { data } = await member.storage.from('conf_images').createSignedUrl(name, 60, { transform })
      return data?.signedUrl.slice(data.signedUrl.indexOf('/render/')) ?? ''
    }
    const ask = (address: string, accept: string | undefined, more: Record<string, string> = {}, method = 'GET') =>
      raw(engine, method, address, { token, headers: { ...(accept ? { accept } : {}), ...more } })

    it.each(ways)('and the stored format for others or on request, under render/image/%s', async (way) => {
      const address = await addressOf(way, {})
      const origin = await addressOf(way, { format: 'origin' })
      for (const [path, accept, format] of [
        [address, BROWSER, 'webp'],
        [address, undefined, 'jpeg'],
        [address, '*/*', 'jpeg'],
        [address, 'image/webp;q=0, image/jpeg', 'jpeg'],
        [origin, BROWSER, 'jpeg'],
      ] as const) {
        const reply = await ask(path, accept)
        expect([reply.status, reply.headers['content-type']], accept).toEqual([200, `image/${format}`])
        expect(reply.headers.vary).toMatch(/\bAccept\b/)
        expect(await sharp(reply.body).metadata()).toMatchObject({ format, width: 200, height: 150 })
        const head = await ask(path, accept, {}, 'HEAD')
        for (const header of ['content-type', 'content-length', 'etag', 'vary'] as const)
          expect(head.headers[header]).toBe(reply.headers[header])
      }
    })

    it.each(ways)('and each format has its own ETag, under render/image/%s', async (way) => {
      const address = await addressOf(way, {})
      const etagFor = async (accept: string) => (await ask(address, accept)).headers.etag ?? ''
      const [webp, jpeg] = [await etagFor(BROWSER), await etagFor('image/jpeg')]
      expect(webp).not.toBe(jpeg)
      for (const [accept, own, other] of [
        [BROWSER, webp, jpeg],
        ['image/jpeg', jpeg, webp],
      ] as const) {
        const known = await ask(address, accept, { 'if-none-match': own })
        expect([known.status, known.body.length, known.headers.etag]).toEqual([304, 0, own])
        expect(known.headers.vary).toMatch(/\bAccept\b/)
        expect((await ask(address, accept, { 'if-none-match': other })).status).toBe(200)
      }
    })

    it('and is smaller, and the JPEG does not change when the WebP is made', async () => {
      const address = `/render/image/public/conf_images/${name}?width=300`
      const before = await ask(address, undefined)
      const webp = await ask(address, BROWSER)
      expect(webp.body.length).toBeLessThan(before.body.length)
      expect((await ask(address, undefined)).body.equals(before.body)).toBe(true)
      expect((await ask(address, BROWSER)).body.equals(webp.body)).toBe(true)
    })

    it('but the original itself is never converted', async () => {
      const { headers } = await ask(`/object/public/conf_images/${name}`, BROWSER)
      expect(headers['content-type']).toBe('image/jpeg')
      expect(headers.vary ?? '').not.toMatch(/\bAccept\b(?!-)/)
    })
  })

  it('is refused for options out of range', async () => {
    const name = ownName(member)
    await upload(name, await pictureBytes())
    for (const query of ['width=0', 'width=9999', 'height=x', 'quality=5', 'resize=tile', 'width=1.5'])
      expect((await raw(engine, 'GET', `/render/image/public/conf_images/${name}?${query}`)).json()).toMatchObject({
        statusCode: '400',
      })
  })

  it('is made of pictures only, whatever the declared type of an unchecked file', async () => {
    const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="9" height="9"/></svg>'
    const name = ownName(member)
    await member.storage.from('conf_files').upload(name, asBlob(svg, 'image/png'))
    const path = `/render/image/authenticated/conf_files/${name}?width=5`
    const token = await tokenOf(member)
    expect((await raw(engine, 'GET', path, { token })).json()).toMatchObject({ code: 'InvalidMimeType' })
    const picture = ownName(member)
    await member.storage.from('conf_files').upload(picture, asBlob(await pictureBytes(), 'image/png'))
    const shown = await raw(engine, 'GET', path.replace(name, picture), { token })
    expect((await sharp(shown.body).metadata()).width).toBe(5)
  })

  it('is made of a picture that was sent as text, and of no text', async () => {
    const bucket = member.storage.from('conf_files')
    const token = await tokenOf(member)
    const [photo, text] = [ownName(member), ownName(member, 'txt')]
    // What supabase-js sends for bytes without a type.
    expect((await bucket.upload(photo, await pictureBytes())).error).toBeNull()
    expect((await bucket.upload(text, 'no picture at all')).error).toBeNull()
    const render = (name: string) =>
      raw(engine, 'GET', `/render/image/authenticated/conf_files/${name}?width=5`, { token })
    const shown = await render(photo)
    expect([shown.headers['content-type'], (await sharp(shown.body).metadata()).width]).toEqual(['image/png', 5])
    expect((await render(text)).json()).toMatchObject({ code: 'InvalidRequest' })
  })

  it('follows the rights of its original: caller, signature, removal', async () => {
    const name = ownName(member)
    const bucket = member.storage.from('conf_private')
    await bucket.upload(name, asBlob(await pictureBytes('png', 200, 100), 'image/png'))
    const { data } = await bucket.download(name, { transform: { width: 50 } })
    expect((await sharp(Buffer.from((await data?.arrayBuffer()) ?? new ArrayBuffer(0))).metadata()).width).toBe(50)
    const path = `/render/image/authenticated/conf_private/${name}?width=50`
    expect((await raw(engine, 'GET', path)).json()).toMatchObject({ statusCode: '404', code: 'NoSuchKey' })
    const signed = await bucket.createSignedUrl(name, 60, { transform: { width: 40 } })
    const address = signed.data?.signedUrl ?? ''
    // The token decides, not the query: a link to a small picture opens no large one.
    const shown = await fetch(`${address}&width=200`)
    expect((await sharp(await shown.arrayBuffer()).metadata()).width).toBe(40)
    await bucket.remove([name])
    expect((await fetch(address)).status).toBe(400)
    const gone = await raw(engine, 'GET', path, { token: await tokenOf(member) })
    expect(gone.json()).toMatchObject({ code: 'NoSuchKey' })
  })
})
