import { afterAll, beforeAll, describe, expect, it } from 'vitest'
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
  })
  expect(text).not.toContain(engine.secretKey)
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
    await shows(`<title>Join ${name} | ${name}</title>`, '/register')
    await shows(`<title>Leaderboard | ${name}</title>`, '/leaderboard')
    expect(JSON.parse(await page('/app.webmanifest'))).toMatchObject({ id: '/', name: 'Clear "Lake" & Pool' })
    await call('Bankside', 'tip')
    await shows('<meta name="club" content="Bankside"')
    await shows('<title>Join Bankside | Bankside</title>', '/register')
  })
})
