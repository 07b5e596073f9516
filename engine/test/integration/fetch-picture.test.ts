import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { guest, type Persona, service, signUp } from '../../../test-support/personas.ts'
import { startEngine, type TestEngine } from '../../../test-support/start-engine.ts'
import { photoOfSecretSwim, picture, pngHeaderBomb, tokenOf } from '../conformance/storage-fixture.ts'

// 127.0.0.1 stands for the public internet, 127.0.0.2 for the internal network.
const OUTSIDE = '127.0.0.1'
const INSIDE = '127.0.0.2'
const names = new Map<string, string[][]>()
const asked: string[] = []
const REACH = {
  ports: undefined,
  allows: (address: string) => address === OUTSIDE,
  resolve: async (host: string) => {
    asked.push(host)
    const answers = names.get(host) ?? [[]]
    return (answers.length > 1 ? answers.shift() : answers[0]) ?? []
  },
  ms: 1_000,
}

let engine: TestEngine
let admin: Persona
let member: Persona
let web: Awaited<ReturnType<typeof startWeb>>
let inner: Awaited<ReturnType<typeof startWeb>>

/** A web server that counts requests; each test sets its answers. */
async function startWeb(host: string, port = 0) {
  const state = { answer: ((_request, response) => response.end()) as RequestListener, visits: 0 }
  const server = createServer((request, response) => {
    state.visits += 1
    state.answer(request, response)
  })
  await new Promise<void>((resolve) => server.listen(port, host, resolve))
  const { port: taken } = server.address() as AddressInfo
  return Object.assign(state, { port: taken, url: `http://${host}:${taken}`, server })
}
type Web = typeof web
const serve = (site: Web, body: Uint8Array | string, headers: Record<string, string> = {}) => {
  site.answer = (_request, response) => response.writeHead(200, { 'content-type': 'image/png', ...headers }).end(body)
}
const redirect = (site: Web, to: (path: string) => string) => {
  site.answer = ({ url = '' }, response) => response.writeHead(302, { location: to(url) }).end()
}

beforeAll(async () => {
  engine = await startEngine({ pictureReach: REACH })
  admin = await signUp(engine, { admin: true })
  member = await signUp(engine)
  web = await startWeb(OUTSIDE)
  inner = await startWeb(INSIDE, web.port)
})
beforeEach(() => {
  names.clear()
  asked.length = 0
  web.visits = 0
  inner.visits = 0
  serve(inner, 'secret')
})
afterAll(async () => {
  for (const { server } of [web, inner]) {
    server.closeAllConnections()
    server.close()
  }
  await engine.close()
})

async function fetchPicture(url: unknown, who: Persona = admin, from = engine) {
  const reply = await fetch(`${from.url}/functions/v1/fetch-picture`, {
    method: 'POST',
    headers: { apikey: from.publishableKey, authorization: `Bearer ${await tokenOf(who)}` },
    body: JSON.stringify({ url }),
  })
  return { status: reply.status, ...((await reply.json()) as { url?: string; code?: string; message?: string }) }
}
const stored = async () => await engine.owner.query<{ id: string }>('select id from storage.objects')
/** What was stored since: pictures that earlier tests have replaced are deleted meanwhile, in the background. */
const storedSince = async (before: { id: string }[]) =>
  (await stored()).filter(({ id }) => !before.some((file) => file.id === id))

describe('a picture of the web', () => {
  it.each(['jpeg', 'png', 'webp'] as const)('as %s is stored like an upload of the admin', async (format) => {
    serve(web, await photoOfSecretSwim(format), { 'content-type': 'text/html' })
    const { status, url = '' } = await fetchPicture(`${web.url}/carp?size=large`)
    expect(status).toBe(200)
    const extension = format === 'jpeg' ? 'jpg' : format
    expect(url).toMatch(new RegExp(`^/storage/v1/object/public/games-images/${admin.user.id}/\\d{13}\\.${extension}$`))
    const shown = await fetch(engine.url + url)
    expect(shown.headers.get('content-type')).toBe(`image/${format}`)
    const bytes = Buffer.from(await shown.arrayBuffer())
    expect(await sharp(bytes).metadata()).toMatchObject({ format, width: 48, height: 64 })
    expect(bytes.includes('SecretCam') || bytes.includes('SecretSwim')).toBe(false)
    const [row] = await engine.owner.query('select owner_id from storage.objects where name = $1', [
      url.split('/games-images/')[1],
    ])
    expect(row).toEqual({ owner_id: admin.user.id })
    const kept = { image_url: url }
    const hero = admin.from('landing_content').update(kept).eq('section', 'hero').select('image_url').single()
    expect((await hero).data).toEqual(kept)
  })

  it('can be fetched with the client as on a hosted project', async () => {
    serve(web, await picture().png().toBuffer())
    const { data, error } = await admin.functions.invoke('fetch-picture', { body: { url: web.url } })
    expect([error, data]).toEqual([
      null,
      { url: expect.stringMatching(/^\/storage\/v1\/object\/public\/games-images\//) },
    ])
  })

  it('is fetched over three redirects, and not over a fourth', async () => {
    const png = await picture().png().toBuffer()
    web.answer = ({ url = '' }, response) => {
      const left = Number(url.slice(1))
      if (left === 0) response.writeHead(200).end(png)
      else response.writeHead(302, { location: `/${left - 1}` }).end()
    }
    expect(await fetchPicture(`${web.url}/3`)).toMatchObject({ status: 200 })
    expect(await fetchPicture(`${web.url}/4`)).toMatchObject({ status: 422, code: 'address_unreachable' })
  })
})

describe('is for admins only:', () => {
  it('no address is requested for other callers', async () => {
    serve(web, await picture().png().toBuffer())
    const before = await stored()
    expect(await fetchPicture(web.url, member)).toMatchObject({ status: 403, code: 'AccessDenied' })
    for (const client of [guest(engine), service(engine)])
      expect((await client.functions.invoke('fetch-picture', { body: { url: web.url } })).error).not.toBeNull()
    expect([web.visits, asked]).toEqual([0, []])
    expect(await storedSince(before)).toEqual([])
  })
})

describe('the internal network', () => {
  it.each([
    ['by its address', () => inner.url],
    ['by an address in another notation', () => `http://2130706434:${web.port}/`],
    ['by IPv6', () => `http://[::ffff:127.0.0.2]:${web.port}/`],
    ['by a name', () => `http://inside.example:${web.port}/`],
    ['by a name that also leads outside', () => `http://both.example:${web.port}/`],
    ['with a password', () => `http://user:secret@127.0.0.1:${web.port}/`],
  ])('is not reached %s', async (_how, address) => {
    names.set('inside.example', [[INSIDE]])
    names.set('both.example', [[OUTSIDE, INSIDE]])
    expect(await fetchPicture(address())).toMatchObject({ status: 422, code: 'address_not_public' })
    expect([web.visits, inner.visits]).toEqual([0, 0])
  })

  it('is not reached by a redirect, to a name or an address', async () => {
    names.set('inside.example', [[INSIDE]])
    for (const target of [inner.url, `http://inside.example:${web.port}/`, `//inside.example:${web.port}/`]) {
      redirect(web, () => target)
      expect(await fetchPicture(web.url)).toMatchObject({ status: 422, code: 'address_not_public' })
    }
    for (const target of ['file:///etc/passwd', 'ftp://127.0.0.1/x', 'data:image/png;base64,AAAA']) {
      redirect(web, () => target)
      expect(await fetchPicture(web.url)).toMatchObject({ status: 422, code: 'address_not_public' })
    }
    expect(inner.visits).toBe(0)
  })

  it('is not reached by a name that resolves differently the second time', async () => {
    serve(web, await picture().png().toBuffer())
    names.set('turning.example', [[OUTSIDE], [INSIDE]])
    expect(await fetchPicture(`http://turning.example:${web.port}/`)).toMatchObject({ status: 200 })
    expect([asked, inner.visits]).toEqual([['turning.example'], 0])
    names.set('turning.example', [[OUTSIDE], [INSIDE]])
    redirect(web, () => `http://turning.example:${web.port}/again`)
    expect(await fetchPicture(`http://turning.example:${web.port}/`)).toMatchObject({ code: 'address_not_public' })
    expect(inner.visits).toBe(0)
  })

  it('cannot be reached by an engine with its usual settings, nor can other ports', async () => {
    const usual = await startEngine()
    const boss = await signUp(usual, { admin: true })
    for (const url of [
      web.url,
      'http://localhost/',
      'http://[::1]/',
      'http://169.254.169.254/',
      'https://1.1.1.1:8443/',
    ])
      expect(await fetchPicture(url, boss, usual), url).toMatchObject({ status: 422, code: 'address_not_public' })
    expect(web.visits).toBe(0)
    await usual.close()
  })
})

describe('is refused:', () => {
  it('a file that is not a picture, whatever its declared type', async () => {
    const before = await stored()
    const svg = '<svg xmlns="http://www.w3.org/2000/svg"/>'
    for (const body of [svg, '<html></html>', '', 'GIF89a', await picture().gif().toBuffer()]) {
      serve(web, body)
      expect(await fetchPicture(web.url)).toMatchObject({ status: 415, code: 'InvalidMimeType' })
    }
    serve(web, pngHeaderBomb(30_000, 30_000))
    expect(await fetchPicture(web.url)).toMatchObject({ status: 413, code: 'EntityTooLarge' })
    serve(web, gzipSync(await picture().png().toBuffer()), { 'content-encoding': 'gzip' })
    expect(await fetchPicture(web.url)).toMatchObject({ status: 422, code: 'address_unreachable' })
    expect(await storedSince(before)).toEqual([])
  })

  it('a file of more than 5 MiB, which is not read beyond that', async () => {
    let sent = 0
    web.answer = (_request, response) => {
      const more = () => {
        while (!response.destroyed && response.write(Buffer.alloc(64 * 1024, 1))) sent += 64 * 1024
        if (!response.destroyed) response.once('drain', more)
      }
      more()
    }
    expect(await fetchPicture(web.url)).toMatchObject({ status: 413, code: 'EntityTooLarge' })
    expect(sent).toBeLessThan(32 * 1024 * 1024)
  })

  it('an answer that takes too long, before its first byte or later', async () => {
    web.answer = () => undefined
    expect(await fetchPicture(web.url)).toMatchObject({ status: 422, code: 'address_too_slow' })
    web.answer = (_request, response) => {
      response.writeHead(200).write('x')
      const timer = setInterval(() => response.write('x'), 50)
      response.on('close', () => clearInterval(timer))
    }
    expect(await fetchPicture(web.url)).toMatchObject({ status: 422, code: 'address_too_slow' })
  })

  it('an address without a picture', async () => {
    web.answer = (_request, response) => response.writeHead(404).end()
    expect(await fetchPicture(web.url)).toMatchObject({ status: 422, code: 'address_unreachable' })
    web.answer = (_request, response) => response.destroy()
    expect(await fetchPicture(web.url)).toMatchObject({ status: 422, code: 'address_unreachable' })
    web.answer = (_request, response) => {
      response.writeHead(200, { 'content-length': '1000' }).write('x')
      setImmediate(() => response.destroy())
    }
    expect(await fetchPicture(web.url)).toMatchObject({ status: 422, code: 'address_unreachable' })
    expect(await fetchPicture('http://nowhere.example/')).toMatchObject({ status: 422, code: 'address_unreachable' })
  })

  it('text that is not a web address, or too long', async () => {
    for (const url of [
      'javascript:alert(1)',
      'file:///etc/passwd',
      'data:image/png;base64,AA',
      '/art/hero.svg',
      '',
      'http://',
    ])
      expect(await fetchPicture(url), url).toMatchObject({
        status: 400,
        code: 'invalid_address',
        message: 'Invalid image URL',
      })
    expect(await fetchPicture(`${web.url}/${'x'.repeat(2048)}`)).toMatchObject({
      status: 400,
      code: 'address_too_long',
    })
    expect(await fetchPicture(7)).toMatchObject({ status: 400, code: 'invalid_body' })
    expect(web.visits).toBe(0)
  })

  it('the thirty-first within an hour', async () => {
    const strict = await startEngine({ pictureReach: REACH, rateLimitScale: 1 })
    const boss = await signUp(strict, { admin: true })
    web.answer = (_request, response) => response.writeHead(404).end()
    for (let i = 0; i < 30; i += 1)
      expect(await fetchPicture(web.url, boss, strict)).toMatchObject({ code: 'address_unreachable' })
    expect(await fetchPicture(web.url, boss, strict)).toMatchObject({ status: 429, code: 'SlowDown' })
    expect(web.visits).toBe(30)
    await strict.close()
  })
})

it('answers 404 for other functions, and 405 for other methods of this one', async () => {
  const call = async (path: string, method: string) => {
    const reply = await fetch(`${engine.url}/functions/v1/${path}`, { method })
    return [reply.status, ((await reply.json()) as { code: string }).code]
  }
  expect(await call('hello', 'POST')).toEqual([404, 'NOT_FOUND'])
  expect(await call('fetch-picture', 'GET')).toEqual([405, 'method_not_allowed'])
})
