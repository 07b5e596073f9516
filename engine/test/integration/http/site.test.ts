import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { SHARE_LOST, SHARE_PATH, SHARED } from '../../../../contract/src/share-target.ts'
import { guest, signUp } from '../../../../test-support/personas.ts'
import { startEngine, type TestEngine } from '../../../../test-support/start-engine.ts'

let engine: TestEngine

beforeAll(async () => {
  engine = await startEngine()
})

afterAll(async () => {
  await engine.close()
})

it('answers both health addresses', async () => {
  expect((await fetch(`${engine.url}/healthz`)).status).toBe(200)
  expect((await fetch(`${engine.url}/readyz`)).status).toBe(200)
})

it('gives any client the address and the publishable key, and never the secret key', async () => {
  const reply = await fetch(`${engine.url}/config.json`)
  const text = await reply.text()
  expect(JSON.parse(text)).toEqual({
    url: engine.url,
    publishableKey: engine.publishableKey,
    fetchPicture: true,
    removesLeftFiles: true,
    ownPictures: true,
  })
  expect(text).not.toContain(engine.secretKey)
})

describe('the address for what phones share', () => {
  const send = (body: BodyInit, headers: Record<string, string> = {}) =>
    fetch(engine.url + SHARE_PATH, { method: 'POST', body, headers, redirect: 'manual' })
  const missed = `/newsfeed?${SHARED}=${SHARE_LOST}`

  it('leads to the newsfeed when there is no worker to take it, whoever sends what', async () => {
    const form = new FormData()
    form.set('url', 'https://evil.example/')
    form.append('photos', new File([new Uint8Array(2_000_000)], 'carp.jpg', { type: 'image/jpeg' }))
    for (const [body, headers] of [
      [form, {}],
      ['url=https://evil.example/', { 'content-type': 'text/plain', origin: 'https://evil.example' }],
    ] as const) {
      const reply = await send(body, headers)
      expect([reply.status, reply.headers.get('location')]).toEqual([303, missed])
      expect(reply.headers.get('set-cookie')).toBeNull()
      expect(reply.headers.get('cache-control')).toBe('no-store')
      expect(await reply.text()).toBe('')
    }
  })

  it('is an unknown page to other methods, and the only address that takes a form', async () => {
    const ask = async (path: string, method: string) => (await fetch(engine.url + path, { method })).status
    expect(await ask(SHARE_PATH, 'PUT')).toBe(405)
    expect(await ask('/newsfeed', 'POST')).toBe(405)
    expect(await ask(`${SHARE_PATH}/more`, 'POST')).toBe(405)
  })
})

it('signs a member up, and distinguishes guests from members', async () => {
  const member = await signUp(engine, { admin: true })
  expect((await member.auth.getUser()).data.user?.id).toBe(member.user.id)
  expect((await guest(engine).auth.getUser()).error).not.toBeNull()
  expect(await engine.owner.query('select is_admin from public.profiles where id = $1', [member.user.id])).toEqual([
    { is_admin: true },
  ])
})

describe('a club with a name of its own', () => {
  const page = async (path = '/') => await (await fetch(engine.url + path)).text()
  const call = async (club_name: string, accent: string) =>
    await engine.owner.query('update public.site_settings set club_name = $1, accent = $2', [club_name, accent])

  // Not with toContain: a failure would print the whole page.
  const shows = (text: string, path = '/') =>
    expect.poll(async () => (await page(path)).includes(text), { timeout: 20_000, message: text }).toBe(true)

  it('has it in its page, its app and its heads within seconds of a change, and no longer after the next', async () => {
    await shows('<meta name="club" content="Bankside"')
    await call('Clear "Lake" & Pool', 'lake')
    const name = 'Clear &quot;Lake&quot; &amp; Pool'
    await shows(`<meta name="club" content="${name}"`)
    const found = await page()
    expect(found.includes('<html lang="en" data-accent="lake">')).toBe(true)
    expect(found.includes(`<span class="brand-name" dir="auto">${name}</span>`)).toBe(true)
    await shows(`<title>Join ${name}</title>`, '/register')
    await shows(`<title>Leaderboard | ${name}</title>`, '/leaderboard')
    expect(JSON.parse(await page('/app.webmanifest'))).toMatchObject({ id: '/', name: 'Clear "Lake" & Pool' })
    await call('Bankside', 'tip')
    await shows('<meta name="club" content="Bankside"')
    await shows('<title>Join Bankside</title>', '/register')
  })

  it('has its logo in the page and as its icons within seconds, and no longer after it was removed', async () => {
    const admin = await signUp(engine, { admin: true })
    const green = await sharp({ create: { width: 512, height: 512, channels: 3, background: '#008000' } })
      .png()
      .toBuffer()
    const files = admin.storage.from('games-images')
    const path = `${admin.user.id}/1.png`
    expect((await files.upload(path, green, { contentType: 'image/png' })).error).toBeNull()
    const set = async (logo_url: string | null) =>
      await admin.from('site_settings').update({ logo_url }).not('id', 'is', null).throwOnError()
    await set(files.getPublicUrl(path).data.publicUrl)
    await shows(`data-logo="/storage/v1/object/public/games-images/${path}"`)
    const middle = async (address: string) => {
      const reply = await fetch(engine.url + address)
      expect(reply.headers.get('content-type')).toMatch(/^image\//)
      const picture = sharp(Buffer.from(await reply.arrayBuffer()))
      const { width = 0, height = 0 } = await picture.metadata()
      const { data } = await picture.removeAlpha().raw().toBuffer({ resolveWithObject: true })
      const at = 3 * (Math.floor(height / 2) * width + Math.floor(width / 2))
      return { width, colour: [...data.subarray(at, at + 3)].map((value) => Math.round(value / 64)) }
    }
    const { icons } = JSON.parse(await page('/app.webmanifest')) as { icons: { src: string; sizes: string }[] }
    expect(icons.length).toBeGreaterThan(2)
    for (const { src, sizes } of icons)
      expect(await middle(src)).toEqual({ width: Number(sizes.split('x')[0]), colour: [0, 2, 0] })
    const [, mark = ''] = /<img class="brand-mark" src="([^"]*)"/.exec(await page()) ?? []
    expect(await middle(mark.replaceAll('&amp;', '&'))).toEqual({ width: 96, colour: [0, 2, 0] })

    await set(null)
    await shows('<svg class="brand-mark"')
    expect((await page()).includes('data-logo')).toBe(false)
    expect((await middle('/icons/icon-192.png')).colour).not.toEqual([0, 2, 0])
  })
})
