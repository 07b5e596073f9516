import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { pressLink } from '../../../test-support/mailed-link.ts'
import { guest, type Persona, service, signIn, signUp } from '../../../test-support/personas.ts'
import { linkIn, type SmtpSink, startSmtpSink } from '../../../test-support/smtp-sink.ts'
import { startEngine, type TestEngine } from '../../../test-support/start-engine.ts'
import { authRequest } from '../conformance/auth-request.ts'

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

async function addStep(by: Persona, friendlyName = 'Phone') {
  const { data, error } = await by.auth.mfa.enroll({ factorType: 'totp', friendlyName })
  if (error) return error
  const code = new TOTP({ secret: Secret.fromBase32(data.totp.secret) }).generate()
  return (await by.auth.mfa.challengeAndVerify({ factorId: data.id, code })).error
}

/** Lets minutes pass since all sign-ins. */
const pass = (minutes: number) =>
  engine.owner.query("update auth.mfa_amr_claims set created_at = created_at - $1 * interval '1 minute'", [minutes])

it('is not added by a session that signed in more than 15 minutes ago, also after a refresh', async () => {
  const member = await signUp(engine)
  await pass(16)
  expect(await addStep(member)).toMatchObject({ status: 400, code: 'reauthentication_needed' })
  expect((await member.auth.refreshSession()).error).toBeNull()
  expect(await addStep(member)).toMatchObject({ status: 400, code: 'reauthentication_needed' })
  expect((await member.auth.mfa.listFactors()).data?.all).toEqual([])
  expect(await addStep(await signIn(engine, member.user))).toBeNull()
  expect(await sink.nextMail()).toContain(member.user.email)
})

it('is announced by mail, and goes with a new password by a mailed link', async () => {
  const member = await signUp(engine)
  const thief = await signIn(engine, member.user)
  expect(await addStep(thief)).toBeNull()
  const mail = await sink.nextMail()
  expect(mail).toMatch(new RegExp(`^To: <?${member.user.email}>?\\s*$`, 'm'))
  expect(mail).toContain('Two-step sign-in was added')
  expect(linkIn(mail).href).toBe('https://club.example/forgot-password')
  expect(sink.unread()).toBe(0)

  const { email } = member.user
  await authRequest(engine, '/recover', { method: 'POST', body: { email } })
  const { fragment } = await pressLink(engine, linkIn(await sink.nextMail()))
  const client = guest(engine)
  const [access_token, refresh_token] = ['access_token', 'refresh_token'].map((name) => fragment.get(name) ?? '')
  await client.auth.setSession({ access_token: access_token ?? '', refresh_token: refresh_token ?? '' })
  const { data, error } = await client.auth.updateUser({ password: 'a fresh start' })
  expect(error).toBeNull()
  expect(data.user?.factors).toBeUndefined()
  expect((await thief.auth.getUser()).error).toMatchObject({ name: 'AuthSessionMissingError' })
  const again = guest(engine)
  expect((await again.auth.signInWithPassword({ email, password: 'a fresh start' })).error).toBeNull()
  expect((await again.auth.mfa.getAuthenticatorAssuranceLevel()).data).toMatchObject({ nextLevel: 'aal1' })
})

it('is announced by mail when it is removed, by the member or the operator, but not if it never counted', async () => {
  const member = await signUp(engine)
  const { data: begun } = await member.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'Begun' })
  expect((await member.auth.mfa.unenroll({ factorId: String(begun?.id) })).error).toBeNull()
  const told = async () => {
    const mail = await sink.nextMail()
    expect(mail).toMatch(new RegExp(`^To: <?${member.user.email}>?\\s*$`, 'm'))
    return mail
  }
  for (const by of ['member', 'operator']) {
    expect(await addStep(member, by)).toBeNull()
    expect(await told()).toContain('Two-step sign-in was added')
    const [factor] = (await member.auth.mfa.listFactors()).data?.totp ?? []
    const factorId = String(factor?.id)
    const { error } =
      by === 'member'
        ? await member.auth.mfa.unenroll({ factorId })
        : await service(engine).auth.admin.mfa.deleteFactor({ id: factorId, userId: member.user.id })
    expect(error).toBeNull()
    const mail = await told()
    expect(mail).toContain('An authenticator app was removed')
    expect(linkIn(mail).href).toBe('https://club.example/forgot-password')
  }
  expect(sink.unread()).toBe(0)
})
