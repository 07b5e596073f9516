import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { guest, signUp } from '../../../test-support/personas.ts'
import { codeIn, linkIn, recipientOf, type SmtpSink, startSmtpSink } from '../../../test-support/smtp-sink.ts'
import { startEngine, type TestEngine } from '../../../test-support/start-engine.ts'
import { authRequest, newcomer } from '../conformance/auth-request.ts'

let engine: TestEngine
let sink: SmtpSink
beforeAll(async () => {
  sink = await startSmtpSink()
  engine = await startEngine({ smtpUrl: sink.url, siteUrl: 'https://club.example', confirmEmail: false })
})
afterAll(async () => {
  await engine.close()
  await sink.close()
})

/** A member without a password, who signed in by mail two hours ago. */
async function memberWithoutPassword() {
  const { email, data } = newcomer()
  const client = guest(engine)
  await client.auth.signInWithOtp({ email, options: { data } })
  const { data: opened } = await client.auth.verifyOtp({
    email,
    token: codeIn(await sink.nextMail()),
    type: 'email',
  })
  const id = opened.user?.id ?? ''
  await engine.owner.query(
    `update auth.mfa_amr_claims set created_at = created_at - interval '2 hours'
     where session_id in (select s.id from auth.sessions as s where s.user_id = $1)`,
    [id],
  )
  return { id, email, client }
}

describe('reauthenticate', () => {
  it('mails a code and no link to the account of the session', async () => {
    const member = await signUp(engine)
    expect((await member.auth.reauthenticate()).error).toBeNull()
    const mail = await sink.nextMail()
    expect(recipientOf(mail)).toBe(member.user.email)
    expect(() => linkIn(mail)).toThrow('no link')
  })

  it('requires a session', async () => {
    expect(await authRequest(engine, '/reauthenticate')).toMatchObject({ status: 403, body: { code: 'bad_jwt' } })
    expect(await authRequest(engine, '/reauthenticate', { token: null })).toMatchObject({ status: 401 })
  })

  it('lets an account without a password set its first one, once', async () => {
    const { email, client } = await memberWithoutPassword()
    expect((await client.auth.updateUser({ password: 'a first secret' })).error).toMatchObject({
      status: 400,
      code: 'reauthentication_needed',
    })
    await client.auth.reauthenticate()
    const nonce = codeIn(await sink.nextMail())
    const wrong = nonce === '000000' ? '111111' : '000000'
    for (const refused of [wrong, 'abc', `${nonce}0`])
      expect((await client.auth.updateUser({ password: 'a first secret', nonce: refused })).error).toMatchObject({
        status: 422,
        code: 'reauthentication_not_valid',
      })
    expect((await client.auth.updateUser({ password: 'a first secret', nonce })).error).toBeNull()
    expect((await guest(engine).auth.signInWithPassword({ email, password: 'a first secret' })).error).toBeNull()
    expect((await client.auth.updateUser({ password: 'a second one', nonce })).error).toMatchObject({
      code: 'current_password_required',
    })
  })

  it('does not replace the existing password of an account', async () => {
    const member = await signUp(engine)
    await member.auth.reauthenticate()
    const nonce = codeIn(await sink.nextMail())
    expect((await member.auth.updateUser({ password: 'a new secret', nonce })).error).toMatchObject({
      status: 400,
      code: 'current_password_required',
    })
  })

  it('sends a code that cannot sign in, and that is invalid for another member', async () => {
    const [one, other] = [await memberWithoutPassword(), await memberWithoutPassword()]
    await one.client.auth.reauthenticate()
    const nonce = codeIn(await sink.nextMail())
    for (const type of ['email', 'recovery', 'magiclink', 'signup', 'email_change', 'reauthentication']) {
      const reply = await authRequest(engine, '/verify', {
        method: 'POST',
        body: { type, email: one.email, token: nonce },
      })
      expect([400, 403]).toContain(reply.status)
    }
    expect((await other.client.auth.updateUser({ password: 'a first secret', nonce })).error).toMatchObject({
      code: 'reauthentication_not_valid',
    })
    expect((await one.client.auth.updateUser({ password: 'a first secret', nonce })).error).toBeNull()
  })
})

it('sends one code a minute to an account', async () => {
  const strict = await startEngine({ smtpUrl: sink.url, rateLimitScale: 1, confirmEmail: false })
  try {
    const member = await signUp(strict)
    expect((await member.auth.reauthenticate()).error).toBeNull()
    expect((await member.auth.reauthenticate()).error).toMatchObject({ code: 'over_email_send_rate_limit' })
    await sink.nextMail()
  } finally {
    await strict.close()
  }
})
