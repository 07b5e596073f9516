import { afterAll, beforeAll, expect, it } from 'vitest'
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
