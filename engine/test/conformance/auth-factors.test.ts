import { randomUUID } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { guest, type Persona, service, signIn, signUp } from '../../../test-support/personas.ts'
import { startEngine, type TestEngine } from '../../../test-support/start-engine.ts'
import { authRequest, claimsOf } from './auth-request.ts'

let engine: TestEngine
beforeAll(async () => {
  engine = await startEngine()
})
afterAll(() => engine.close())

/** Each code is accepted once. Tests need not wait for the next one: the engine forgets which it has accepted. */
async function nextPeriod() {
  await engine.owner.query('delete from engine.factor_steps')
}

/** Lets the five minutes pass in which a challenge can be answered and a factor verified. */
async function fiveMinutes() {
  for (const table of ['mfa_factors', 'mfa_challenges'])
    await engine.owner.query(`update auth.${table} set created_at = created_at - interval '301 seconds'`)
}

function codeOf(secret: string): string {
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate()
}

async function enrol(member: Persona, friendlyName = 'Phone') {
  const { data, error } = await member.auth.mfa.enroll({ factorType: 'totp', friendlyName })
  if (error) throw error
  return data
}

/** A member with a second step that their session has taken. */
async function twoSteps() {
  const member = await signUp(engine)
  const factor = await enrol(member)
  const { data, error } = await member.auth.mfa.challengeAndVerify({
    factorId: factor.id,
    code: codeOf(factor.totp.secret),
  })
  if (error) throw error
  await nextPeriod()
  return { member, factor, session: data }
}

async function tokenOf(member: Persona): Promise<string> {
  return (await member.auth.getSession()).data.session?.access_token ?? ''
}

describe('enrolling an authenticator app', () => {
  it('answers with a secret, its address and a QR code', async () => {
    const member = await signUp(engine)
    const factor = await enrol(member)
    expect(factor).toMatchObject({ type: 'totp', friendly_name: 'Phone' })
    const uri = new URL(factor.totp.uri)
    expect(uri.protocol).toBe('otpauth:')
    expect(decodeURIComponent(uri.pathname)).toContain(member.user.email)
    expect(uri.searchParams.get('secret')).toBe(factor.totp.secret)
    expect(uri.searchParams.get('issuer')).toBe(new URL(engine.url).host)
    expect(factor.totp.secret).toMatch(/^[A-Z2-7]{32}$/)
    expect(factor.totp.qr_code).toMatch(/^data:image\/svg\+xml;utf-8,<svg [^#]*$/)
  })

  it('counts only after the first right code', async () => {
    const member = await signUp(engine)
    const factor = await enrol(member)
    const { data: before } = await member.auth.mfa.listFactors()
    expect(before?.totp).toEqual([])
    expect(before?.all).toMatchObject([{ id: factor.id, status: 'unverified', factor_type: 'totp' }])
    expect((await member.auth.mfa.getAuthenticatorAssuranceLevel()).data).toMatchObject({
      currentLevel: 'aal1',
      nextLevel: 'aal1',
    })
    const { data, error } = await member.auth.mfa.challengeAndVerify({
      factorId: factor.id,
      code: codeOf(factor.totp.secret),
    })
    expect(error).toBeNull()
    expect(data?.user.factors).toMatchObject([{ id: factor.id, status: 'verified', friendly_name: 'Phone' }])
    expect(claimsOf(data?.access_token ?? '')).toMatchObject({
      aal: 'aal2',
      amr: [{ method: 'totp' }, { method: 'password' }],
    })
    expect((await member.auth.mfa.getAuthenticatorAssuranceLevel()).data).toMatchObject({ currentLevel: 'aal2' })
    await nextPeriod()
  })

  it('refuses a name twice, an eleventh factor and other kinds', async () => {
    const member = await signUp(engine)
    await enrol(member)
    const again = await member.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'Phone' })
    expect(again.error).toMatchObject({ status: 422, code: 'mfa_factor_name_conflict' })
    for (let n = 2; n <= 10; n += 1) await enrol(member, `Phone ${n}`)
    const eleventh = await member.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'Phone 11' })
    expect(eleventh.error).toMatchObject({ status: 422, code: 'too_many_enrolled_mfa_factors' })
    const other = await signUp(engine)
    const token = await tokenOf(other)
    for (const [type, status, code] of [
      ['phone', 422, 'mfa_phone_enroll_not_enabled'],
      ['webauthn', 422, 'mfa_webauthn_enroll_not_enabled'],
      ['carp', 400, 'validation_failed'],
    ] as const)
      expect(
        await authRequest(engine, '/factors', { method: 'POST', token, body: { factor_type: type } }),
      ).toMatchObject({ status, body: { code } })
  })

  it('makes room for another one when it was not verified in five minutes', async () => {
    const member = await signUp(engine)
    const { id } = await enrol(member)
    await fiveMinutes()
    expect((await enrol(member)).id).not.toBe(id)
    expect((await member.auth.mfa.listFactors()).data?.all).toHaveLength(1)
  })

  it('stores no secret that can be read', async () => {
    const member = await signUp(engine)
    const factor = await enrol(member)
    const rows = await engine.owner.query('select secret from auth.mfa_factors where id = $1', [factor.id])
    expect(rows[0]?.secret).toMatch(/^v1:/)
    expect(rows[0]?.secret).not.toContain(factor.totp.secret)
  })
})

describe('a second step', () => {
  it('is left to do after the password, and each code works once', async () => {
    const { member, factor } = await twoSteps()
    const device = await signIn(engine, member.user)
    expect((await device.auth.mfa.getAuthenticatorAssuranceLevel()).data).toMatchObject({
      currentLevel: 'aal1',
      nextLevel: 'aal2',
    })
    const code = codeOf(factor.totp.secret)
    expect((await device.auth.mfa.challengeAndVerify({ factorId: factor.id, code })).error).toBeNull()
    expect((await device.auth.mfa.challengeAndVerify({ factorId: factor.id, code })).error).toMatchObject({
      status: 422,
      code: 'mfa_verification_failed',
    })
  })

  it('stays with the session when it is refreshed', async () => {
    const { member } = await twoSteps()
    const { data, error } = await member.auth.refreshSession()
    expect(error).toBeNull()
    expect(claimsOf(data.session?.access_token ?? '')).toMatchObject({ aal: 'aal2' })
  })

  it('ends the sessions that have not taken it', async () => {
    const member = await signUp(engine)
    const elsewhere = await signIn(engine, member.user)
    const factor = await enrol(member)
    await member.auth.mfa.challengeAndVerify({ factorId: factor.id, code: codeOf(factor.totp.secret) })
    await nextPeriod()
    expect((await elsewhere.auth.getUser()).error).toMatchObject({ name: 'AuthSessionMissingError' })
    expect((await member.auth.getUser()).error).toBeNull()
  })

  it('replaces the refresh token; another tab that still sends the old one is asked to wait', async () => {
    const member = await signUp(engine)
    const before = (await member.auth.getSession()).data.session?.refresh_token
    const factor = await enrol(member)
    await member.auth.mfa.challengeAndVerify({ factorId: factor.id, code: codeOf(factor.totp.secret) })
    const refresh = () =>
      authRequest(engine, '/token?grant_type=refresh_token', { method: 'POST', body: { refresh_token: before } })
    expect(await refresh()).toMatchObject({ status: 503, body: { code: 'conflict' } })
    expect((await member.auth.refreshSession()).error).toBeNull()
    await nextPeriod()
  })

  it('refuses a refresh token from before it, and ends the session, when a minute has passed', async () => {
    const member = await signUp(engine)
    const before = (await member.auth.getSession()).data.session?.refresh_token
    const factor = await enrol(member)
    await member.auth.mfa.challengeAndVerify({ factorId: factor.id, code: codeOf(factor.totp.secret) })
    await engine.owner.query("update auth.refresh_tokens set updated_at = updated_at - interval '61 seconds'")
    const late = await authRequest(engine, '/token?grant_type=refresh_token', {
      method: 'POST',
      body: { refresh_token: before },
    })
    expect(late).toMatchObject({ status: 400, body: { code: 'refresh_token_already_used' } })
    expect((await member.auth.getUser()).error).toMatchObject({ name: 'AuthSessionMissingError' })
  })

  it('is needed to change the password or the address', async () => {
    const { member, factor } = await twoSteps()
    const device = await signIn(engine, member.user)
    for (const change of [{ password: 'another swim' }, { email: `${randomUUID()}@example.com` }])
      expect((await device.auth.updateUser(change)).error).toMatchObject({ status: 401, code: 'insufficient_aal' })
    expect((await device.auth.updateUser({ data: { theme: 'dark' } })).error).toBeNull()
    await device.auth.mfa.challengeAndVerify({ factorId: factor.id, code: codeOf(factor.totp.secret) })
    await nextPeriod()
    const changed = await device.auth.updateUser({
      password: 'another swim',
      current_password: member.user.password,
    } as { password: string })
    expect(changed.error).toBeNull()
    expect(claimsOf((await device.auth.refreshSession()).data.session?.access_token ?? '')).toMatchObject({
      aal: 'aal2',
      amr: expect.arrayContaining([expect.objectContaining({ method: 'totp' })]),
    })
  })

  it('is needed to enrol another one and to remove one', async () => {
    const { member, factor } = await twoSteps()
    const device = await signIn(engine, member.user)
    expect((await device.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'Other' })).error).toMatchObject({
      status: 403,
      code: 'insufficient_aal',
    })
    expect((await device.auth.mfa.unenroll({ factorId: factor.id })).error).toMatchObject({
      status: 422,
      code: 'insufficient_aal',
    })
    expect((await member.auth.mfa.unenroll({ factorId: factor.id })).data).toEqual({ id: factor.id })
    const { data } = await member.auth.refreshSession()
    expect(claimsOf(data.session?.access_token ?? '')).toMatchObject({ aal: 'aal1', amr: [{ method: 'password' }] })
    expect((await member.auth.mfa.listFactors()).data?.all).toEqual([])
  })

  it.each([
    ['of another factor', 422, 'mfa_factor_not_found'],
    ['that has expired', 422, 'mfa_challenge_expired'],
    ['that was answered', 422, 'mfa_ip_address_mismatch'],
  ])('refuses a challenge %s', async (what, status, code) => {
    const { member, factor } = await twoSteps()
    const { data: challenge } = await member.auth.mfa.challenge({ factorId: factor.id })
    let challengeId = challenge?.id ?? ''
    if (what === 'of another factor') challengeId = randomUUID()
    if (what === 'that has expired') await fiveMinutes()
    if (what === 'that was answered') {
      await member.auth.mfa.verify({ factorId: factor.id, challengeId, code: codeOf(factor.totp.secret) })
      await nextPeriod()
    }
    const verified = await member.auth.mfa.verify({
      factorId: factor.id,
      challengeId,
      code: codeOf(factor.totp.secret),
    })
    expect(verified.error).toMatchObject({ status, code })
    await nextPeriod()
  })

  it('does not exist for anybody else', async () => {
    const { factor } = await twoSteps()
    const other = await signUp(engine)
    const code = codeOf(factor.totp.secret)
    for (const attempt of [
      other.auth.mfa.challenge({ factorId: factor.id }),
      other.auth.mfa.verify({ factorId: factor.id, challengeId: randomUUID(), code }),
      other.auth.mfa.unenroll({ factorId: factor.id }),
    ])
      expect((await attempt).error).toMatchObject({ status: 404, code: 'mfa_factor_not_found' })
    expect((await guest(engine).auth.mfa.challenge({ factorId: factor.id })).error).not.toBeNull()
    expect(
      await authRequest(engine, '/factors/carp/challenge', { method: 'POST', token: await tokenOf(other) }),
    ).toMatchObject({ status: 404, body: { code: 'validation_failed' } })
  })
})

describe('the secret key', () => {
  it('lists and removes the factors of a member who has lost the device', async () => {
    const { member, factor } = await twoSteps()
    const operator = service(engine)
    const { data } = await operator.auth.admin.mfa.listFactors({ userId: member.user.id })
    expect(data?.factors).toMatchObject([{ id: factor.id, status: 'verified', factor_type: 'totp' }])
    expect(JSON.stringify(data)).not.toContain('secret')
    const removed = await operator.auth.admin.mfa.deleteFactor({ id: factor.id, userId: member.user.id })
    expect(removed.error).toBeNull()
    const device = await signIn(engine, member.user)
    expect((await device.auth.mfa.getAuthenticatorAssuranceLevel()).data).toMatchObject({ nextLevel: 'aal1' })
    expect((await operator.auth.admin.mfa.listFactors({ userId: member.user.id })).data?.factors).toEqual([])
  })

  it('is the only one that may', async () => {
    const { member, factor } = await twoSteps()
    const other = await signUp(engine)
    for (const path of [
      `/admin/users/${member.user.id}/factors`,
      `/admin/users/${member.user.id}/factors/${factor.id}`,
    ])
      expect(
        await authRequest(engine, path, {
          method: path.endsWith('factors') ? 'GET' : 'DELETE',
          token: await tokenOf(other),
        }),
      ).toMatchObject({ status: 403, body: { code: 'not_admin' } })
  })
})
