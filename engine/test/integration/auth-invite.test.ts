import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { tokenOf } from '../../../test-support/mailed-link.ts'
import { guest, service } from '../../../test-support/personas.ts'
import { codeIn, linkIn, recipientOf, type SmtpSink, startSmtpSink } from '../../../test-support/smtp-sink.ts'
import { startEngine, type TestEngine } from '../../../test-support/start-engine.ts'
import { newcomer } from '../conformance/auth-request.ts'

let engine: TestEngine
let sink: SmtpSink
beforeAll(async () => {
  sink = await startSmtpSink()
  engine = await startEngine({ smtpUrl: sink.url, confirmEmail: true, siteUrl: 'https://club.example' })
})
afterAll(async () => {
  await engine.close()
  await sink.close()
})

describe('auth.admin.inviteUserByEmail', () => {
  it('opens an account and mails its link and code', async () => {
    const { email, data: metadata } = newcomer()
    const { data, error } = await service(engine).auth.admin.inviteUserByEmail(email, {
      data: metadata,
      redirectTo: 'https://club.example/welcome',
    })
    expect(error).toBeNull()
    expect(data.user).toMatchObject({ email, user_metadata: metadata, invited_at: expect.any(String) })
    const mail = await sink.nextMail()
    expect(recipientOf(mail)).toBe(email)
    const said = new URLSearchParams(linkIn(mail).hash.slice(1))
    expect(Object.fromEntries(said)).toMatchObject({ type: 'invite', redirect_to: '/welcome' })
    const profile = () => engine.owner.query('select username from profiles where id = $1', [data.user?.id])
    expect(await profile()).toEqual([])
    const client = guest(engine)
    const token = codeIn(mail)
    expect((await client.auth.verifyOtp({ email, token, type: 'invite' })).data.user?.email).toBe(email)
    expect(await profile()).toEqual([{ username: metadata.username }])
    expect((await service(engine).auth.admin.inviteUserByEmail(email)).error).toMatchObject({
      status: 422,
      code: 'email_exists',
    })
  })

  it('is not undone by a later sign-up with the address', async () => {
    const { email } = newcomer()
    await service(engine).auth.admin.inviteUserByEmail(email)
    const link = linkIn(await sink.nextMail())
    const stranger = newcomer()
    await guest(engine).auth.signUp({ ...stranger, email, options: { data: stranger.data } })
    expect(recipientOf(await sink.nextMail())).toBe(email)
    const token_hash = tokenOf(link)
    expect((await guest(engine).auth.verifyOtp({ type: 'invite', token_hash })).error).toBeNull()
    const { password } = stranger
    expect((await guest(engine).auth.signInWithPassword({ email, password })).error).toMatchObject({
      code: 'invalid_credentials',
    })
  })

  it('ends the access of a stranger who signed up with the address before', async () => {
    const thief = newcomer()
    await guest(engine).auth.signUp({ ...thief, options: { data: thief.data } })
    await sink.nextMail()
    await service(engine).auth.admin.inviteUserByEmail(thief.email)
    const token_hash = tokenOf(linkIn(await sink.nextMail()))
    expect((await guest(engine).auth.verifyOtp({ type: 'invite', token_hash })).error).toBeNull()
    expect((await guest(engine).auth.signInWithPassword(thief)).error).toMatchObject({ code: 'invalid_credentials' })
  })
})

it('reports when an invitation cannot be sent: the hourly limit is reached, or the mail server is down', async () => {
  const few = await startEngine({ smtpUrl: sink.url, mailsPerHour: 1, rateLimitScale: 1 })
  const away = await startEngine({ smtpUrl: 'smtp://127.0.0.1:1' })
  try {
    const invite = (at: TestEngine) => service(at).auth.admin.inviteUserByEmail(newcomer().email)
    expect((await invite(few)).error).toBeNull()
    await sink.nextMail()
    expect((await invite(few)).error).toMatchObject({ status: 429, code: 'over_email_send_rate_limit' })
    expect((await invite(away)).error).toMatchObject({ status: 500 })
  } finally {
    await few.close()
    await away.close()
  }
})
