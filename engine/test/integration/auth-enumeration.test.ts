import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { guest, type Persona, signUp } from '../../../test-support/personas.ts'
import { recipientOf, startSmtpSink } from '../../../test-support/smtp-sink.ts'
import { startEngine, type TestEngine } from '../../../test-support/start-engine.ts'

// Timing is unreliable on a busy machine. The expensive work is counted instead: password hashes, by their cost, and
// statements on accounts.
const work: string[] = []

// Other files of this process have loaded the engine with the real hashes already.
vi.hoisted(() => vi.resetModules())
vi.stubEnv('REAL_PASSWORD_HASHES', '1')
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
  engine = await startEngine({ smtpUrl: sink.url, confirmEmail: false })
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
  vi.unstubAllEnvs()
  await engine.close()
  await confirming.close()
  await sink.close()
})

/** The work of the engine until its answer. */
async function workOf(call: () => PromiseLike<unknown>): Promise<string[]> {
  work.length = 0
  await call()
  return [...work]
}

const SAMPLES = 3

it('does the same work for a failed sign-in with and without an account', async () => {
  const attempt = (email: string) =>
    workOf(() => guest(engine).auth.signInWithPassword({ email, password: 'wrong-one' }))
  const known = await attempt(member.user.email)
  expect(known.filter((step) => step.startsWith('verify'))).toEqual(['verify at 10'])
  for (let i = 0; i < SAMPLES; i += 1) {
    expect(await attempt(member.user.email)).toEqual(known)
    expect(await attempt(`${randomUUID()}@bankside.test`)).toEqual(known)
  }
})

it('computes no hash for a recovery, with and without an account', async () => {
  const ask = (email: string) => workOf(() => guest(engine).auth.resetPasswordForEmail(email))
  for (let i = 0; i < SAMPLES; i += 1) {
    const steps = [...(await ask(member.user.email)), ...(await ask(`${randomUUID()}@bankside.test`))]
    expect(steps.filter((step) => /^(hash|verify)/.test(step))).toEqual([])
  }
})

it('does the same work for a wrong code with and without an account', async () => {
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

// Work after the answer counts too: passwords are hashed in one queue, so it would delay a concurrent sign-in.
it('computes the same hashes for a sign-up with confirmation whether its address is free, unconfirmed or has an account', async () => {
  const email = `${randomUUID()}@bankside.test`
  const steps = async (address: string, password = 'quiet-water') => {
    const done = await workOf(async () => {
      await guest(confirming).auth.signUp({ email: address, password })
      // Other mails may have been sent before.
      while (recipientOf(await sink.nextMail()) !== address);
    })
    return done.filter((step) => /^(hash|verify)/.test(step))
  }
  const free = await steps(email)
  expect(free).toEqual(['hash at 10', 'verify at 10'])
  expect(await steps(email)).toEqual(free)
  expect(await steps(email, 'other-water')).toEqual(free)
  expect(await steps(email)).toEqual(free)
  await confirming.owner.query('update auth.users set email_confirmed_at = now() where email = $1', [email])
  expect(await steps(email)).toEqual(free)
  expect(await confirming.owner.query('select from auth.users where email = $1', [email])).toHaveLength(1)
})

it('writes the same for a change of address, also to one that has an account', async () => {
  const asker = await signUp(engine)
  const steps = async (email: string) => {
    const done = await workOf(() => asker.auth.updateUser({ email }))
    await Promise.all([sink.nextMail(), sink.nextMail()])
    return done.filter((step) => /insert|update/i.test(step))
  }
  const free = await steps(`${randomUUID()}@bankside.test`)
  expect(free.length).toBeGreaterThan(0)
  expect(await steps(member.user.email)).toEqual(free)
})
