import { afterAll, beforeAll, expect, it } from 'vitest'
import { guest, service } from '../../../test-support/personas.ts'
import { recipientOf, type SmtpSink, startSmtpSink } from '../../../test-support/smtp-sink.ts'
import { startEngine, type TestEngine } from '../../../test-support/start-engine.ts'
import { authRequest, newcomer } from '../conformance/auth-request.ts'

let sink: SmtpSink
let engine: TestEngine
beforeAll(async () => {
  sink = await startSmtpSink()
  engine = await startEngine({ disableSignup: true, anonymousSignIns: true, smtpUrl: sink.url, confirmEmail: false })
})
afterAll(async () => {
  await engine.close()
  await sink.close()
})

const count = async () => {
  const [row] = await engine.owner.query<{ count: number }>('select count(*)::int as count from auth.users')
  return row?.count
}

it('no one can register by themselves: with a password, without an address or by a sign-in link', async () => {
  const before = await count()
  const { email, password, data } = newcomer()
  const closed = { status: 422, code: 'signup_disabled', message: 'Signups not allowed for this instance' }
  expect((await guest(engine).auth.signUp({ email, password, options: { data } })).error).toMatchObject(closed)
  expect((await guest(engine).auth.signInAnonymously()).error).toMatchObject(closed)
  // The answer is the same for every address, so it reveals no account.
  expect((await guest(engine).auth.signInWithOtp({ email })).error).toBeNull()
  expect((await authRequest(engine, '/settings')).body).toMatchObject({ disable_signup: true })
  // A link for a member is sent after those above.
  const { email: known } = newcomer()
  await service(engine).auth.admin.createUser({ email: known, password, email_confirm: true, user_metadata: data })
  expect((await guest(engine).auth.signInWithOtp({ email: known })).error).toBeNull()
  expect(recipientOf(await sink.nextMail())).toBe(known)
  expect(await count()).toBe((before ?? 0) + 1)
})

it('an operator still creates and invites members, who sign in', async () => {
  const { email, password, data } = newcomer()
  await service(engine).auth.admin.createUser({ email, password, email_confirm: true, user_metadata: data })
  expect((await guest(engine).auth.signInWithPassword({ email, password })).error).toBeNull()
  const { email: invited } = newcomer()
  expect((await service(engine).auth.admin.inviteUserByEmail(invited)).error).toBeNull()
})
