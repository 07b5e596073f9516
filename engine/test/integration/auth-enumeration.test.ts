import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { guest, type Persona, signUp } from '../../../test-support/personas.ts'
import { startSmtpSink } from '../../../test-support/smtp-sink.ts'
import { startEngine, type TestEngine } from '../../../test-support/start-engine.ts'

// Clocks say little on a busy machine. What takes the time is counted instead: password hashes, by their cost, and
// statements on accounts.
const work: string[] = []

// Other files of this process have loaded the engine with the real hashes already.
vi.hoisted(() => vi.resetModules())
vi.mock('@node-rs/bcrypt', async (original) => {
  const bcrypt = await original<typeof import('@node-rs/bcrypt')>()
  return {
    ...bcrypt,
    hash: (password: string, cost: number) => {
      work.push(`hash at ${cost}`)
      return bcrypt.hash(password, cost)
    },
    verify: (password: string, stored: string) => {
      work.push(`verify at ${Number(stored.split('$')[2])}`)
      return bcrypt.verify(password, stored)
    },
  }
})

let engine: TestEngine
let confirming: TestEngine
let member: Persona
let sink: Awaited<ReturnType<typeof startSmtpSink>>
beforeAll(async () => {
  sink = await startSmtpSink()
  engine = await startEngine()
  confirming = await startEngine({ smtpUrl: sink.url, confirmEmail: true })
  member = await signUp(engine)
  const query = pg.Client.prototype.query
  vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (this: pg.Client, ...args: unknown[]) {
    const text = typeof args[0] === 'string' ? args[0] : ((args[0] as { text?: string } | undefined)?.text ?? '')
    if (/\bauth\./.test(text)) work.push(text)
    return (query as (...args: unknown[]) => unknown).apply(this, args)
  } as never)
})
afterAll(async () => {
  vi.restoreAllMocks()
  vi.resetModules()
  await engine.close()
  await confirming.close()
  await sink.close()
})

/** What the engine did until its answer came. */
async function workOf(call: () => PromiseLike<unknown>): Promise<string[]> {
  work.length = 0
  await call()
  return [...work]
}

const SAMPLES = 3

it('a sign-in that fails costs the same with and without an account', async () => {
  const attempt = (email: string) =>
    workOf(() => guest(engine).auth.signInWithPassword({ email, password: 'wrong-one' }))
  const known = await attempt(member.user.email)
  expect(known.filter((step) => step.startsWith('verify'))).toEqual(['verify at 10'])
  for (let i = 0; i < SAMPLES; i += 1) {
    expect(await attempt(member.user.email)).toEqual(known)
    expect(await attempt(`${randomUUID()}@bankside.test`)).toEqual(known)
  }
})

it('asking for a new password costs no hash, with and without an account', async () => {
  const ask = (email: string) => workOf(() => guest(engine).auth.resetPasswordForEmail(email))
  for (let i = 0; i < SAMPLES; i += 1) {
    const steps = [...(await ask(member.user.email)), ...(await ask(`${randomUUID()}@bankside.test`))]
    expect(steps.filter((step) => /^(hash|verify)/.test(step))).toEqual([])
  }
})

it('a code that is wrong costs the same with and without an account', async () => {
  const { user } = await signUp(engine)
  const guess = (email: string) => workOf(() => guest(engine).auth.verifyOtp({ email, token: '000000', type: 'email' }))
  await engine.owner.query(
    `insert into auth.one_time_tokens (id, user_id, token_type, token_hash, relates_to)
     values (gen_random_uuid(), $1, 'recovery_token', 'mailed', $2)`,
    [user.id, user.email],
  )
  await engine.owner.query(
    `insert into engine.mailed_codes (token_hash, code_hash, created_at) values ('mailed', repeat('0', 64), now())`,
  )
  const known = await guess(user.email)
  for (let i = 0; i < SAMPLES; i += 1) {
    expect(await guess(user.email)).toEqual(known)
    expect(await guess(`${randomUUID()}@bankside.test`)).toEqual(known)
  }
})

it('a sign-up that has to be confirmed costs one hash, also for an address that has an account', async () => {
  const email = `${randomUUID()}@bankside.test`
  const hashes = async (address: string) =>
    (await workOf(() => guest(confirming).auth.signUp({ email: address, password: 'quiet-water' }))).filter((step) =>
      /^(hash|verify)/.test(step),
    )
  expect(await hashes(email)).toEqual(['hash at 10'])
  await confirming.owner.query('update auth.users set email_confirmed_at = now() where email = $1', [email])
  expect(await hashes(email)).toEqual(['hash at 10'])
  expect(await confirming.owner.query('select from auth.users where email = $1', [email])).toHaveLength(1)
})
