import { Secret, TOTP } from 'otpauth'
import { describe, expect, it } from 'vitest'
import { adminUpdateUser } from './admin-users.ts'
import { openFactorSecret, sealFactorSecret } from './factor-secret.ts'
import { challengeFactor, enrolFactor, ownFactor, verifyFactor } from './factors.ts'
import { passwordGrant } from './password-grant.ts'
import { CLIENT, decisionDeps, withAccount } from './testing/decision-deps.ts'
import { updateUser } from './update-user.ts'

const IP = '192.0.2.1'
const MINUTE = 60_000

/** An account with an enrolled authenticator app, and its session. */
async function enrolled() {
  const deps = decisionDeps()
  const { user, session } = await withAccount(deps)
  const caller = async (id = session.id) => {
    const [account, known] = [await deps.store.findUserById(user.id), await deps.store.findSession(id)]
    if (!account || !known) throw new Error('there is no such session')
    return { user: account, session: known }
  }
  const factor = await enrolFactor(await caller(), { name: 'Phone', issuer: '' }, deps)
  const codeAt = (at = deps.clock()) =>
    new TOTP({ secret: Secret.fromBase32(factor.secret) }).generate({ timestamp: at.getTime() })
  const attempt = async (code: string, sessionId?: string) => {
    const by = await caller(sessionId)
    const own = ownFactor(by, factor.id)
    const challenge = await challengeFactor(own, IP, deps)
    return await verifyFactor(by, own, { challengeId: challenge.id, code, ip: IP }, deps)
  }
  return { deps, user, caller, codeAt, attempt }
}

describe('a code', () => {
  it('is accepted from half a minute before until half a minute after its period', async () => {
    const { deps, codeAt, attempt } = await enrolled()
    for (const seconds of [-60, 60]) {
      const code = codeAt(new Date(deps.clock().getTime() + seconds * 1000))
      await expect(attempt(code)).rejects.toMatchObject({ code: 'mfa_verification_failed' })
    }
    for (const seconds of [-30, 0, 30]) {
      const code = codeAt(new Date(deps.clock().getTime() + seconds * 1000))
      expect(await attempt(code)).toMatchObject({ session: { aal: 'aal2' } })
    }
  })

  it('is not accepted again, nor is an earlier one', async () => {
    const { deps, codeAt, attempt } = await enrolled()
    const earlier = codeAt(new Date(deps.clock().getTime() - 30_000))
    await attempt(codeAt())
    for (const code of [codeAt(), earlier])
      await expect(attempt(code)).rejects.toMatchObject({ code: 'mfa_verification_failed' })
    deps.wait(30_000)
    expect(await attempt(codeAt())).toMatchObject({ session: { aal: 'aal2' } })
  })

  it.each(['', '12345', '1234567', 'abcdef', ' 123456', '１２３４５６'])('of the form %j is wrong', async (code) => {
    const { attempt } = await enrolled()
    await expect(attempt(code)).rejects.toMatchObject({ code: 'mfa_verification_failed' })
  })
})

describe('wrong codes', () => {
  it('are free ten times a day, in whatever session; then each one doubles the wait', async () => {
    const { deps, codeAt, attempt } = await enrolled()
    for (let n = 0; n < 10; n += 1) {
      const { session } = await passwordGrant({ email: 'carp@example.org', password: 'secret-1', client: CLIENT }, deps)
      await expect(attempt('000000', session.id)).rejects.toMatchObject({ code: 'mfa_verification_failed' })
      // Longer than wrong passwords count.
      deps.wait(20 * MINUTE)
    }
    await expect(attempt('000000')).rejects.toMatchObject({ code: 'mfa_verification_failed' })
    await expect(attempt(codeAt())).rejects.toMatchObject({ status: 429, headers: { 'Retry-After': '180' } })
    deps.wait(3 * MINUTE)
    expect(await attempt(codeAt())).toMatchObject({ session: { aal: 'aal2' } })
  })

  it('are forgotten with a new password', async () => {
    const { deps, user, caller, codeAt, attempt } = await enrolled()
    for (let n = 0; n < 10; n += 1) await expect(attempt('000000')).rejects.toThrow()
    await expect(attempt(codeAt())).rejects.toMatchObject({ status: 429 })
    await updateUser(await caller(), { password: 'secret-2', currentPassword: 'secret-1' }, deps)
    expect(await attempt(codeAt())).toMatchObject({ session: { aal: 'aal2' } })
    for (let n = 0; n < 10; n += 1) await expect(attempt('000000')).rejects.toThrow()
    await adminUpdateUser(user.id, { password: 'secret-3' }, deps)
    const { session } = await passwordGrant({ email: 'carp@example.org', password: 'secret-3', client: CLIENT }, deps)
    deps.wait(30_000)
    expect(await attempt(codeAt(), session.id)).toMatchObject({ session: { aal: 'aal2' } })
  })

  it('are forgotten once a day with a new password by a mailed link, which a reader of the mail can set again and again', async () => {
    const { deps, user, caller, codeAt, attempt } = await enrolled()
    await attempt(codeAt())
    deps.wait(4 * DAY)
    let checked = 0
    for (let mails = 1; mails <= 3; mails += 1) {
      const password = `secret-${mails}`
      const { session } = await passwordGrant({ email: 'carp@example.org', password, client: CLIENT }, deps)
      await deps.store.setSessionMethod(session.id, 'recovery', deps.clock())
      await updateUser(await caller(session.id), { password: `secret-${mails + 1}` }, deps)
      for (let n = 0; n < 10; n += 1)
        await attempt('000000', session.id).catch(({ code }) => {
          if (code === 'mfa_verification_failed') checked += 1
        })
    }
    // The first mail had nothing to forget.
    expect(checked).toBe(20)
    deps.wait(DAY)
    const { session } = await passwordGrant({ email: 'carp@example.org', password: 'secret-4', client: CLIENT }, deps)
    expect((await deps.store.findUserById(user.id))?.factors).toHaveLength(1)
    expect(await attempt(codeAt(), session.id)).toMatchObject({ session: { aal: 'aal2' } })
  })

  it('are forgotten with a right one', async () => {
    const { deps, codeAt, attempt } = await enrolled()
    for (let n = 0; n < 9; n += 1) await expect(attempt('000000')).rejects.toThrow()
    await attempt(codeAt())
    deps.wait(30_000)
    for (let n = 0; n < 9; n += 1)
      await expect(attempt('000000')).rejects.toMatchObject({ code: 'mfa_verification_failed' })
    expect(await attempt(codeAt())).toMatchObject({ session: { aal: 'aal2' } })
  })
})

const DAY = 24 * 60 * MINUTE
const NEW = { name: 'Other', issuer: '' }

describe('the first factor', () => {
  it('needs a sign-in within the last 15 minutes, so that a stolen token does not keep the member out', async () => {
    const { deps, caller } = await enrolled()
    deps.wait(15 * MINUTE)
    await enrolFactor(await caller(), NEW, deps)
    deps.wait(1)
    const refused = { status: 400, code: 'reauthentication_needed' }
    const other = { name: 'Third', issuer: '' }
    await expect(enrolFactor(await caller(), other, deps)).rejects.toMatchObject(refused)
    // A later one from elsewhere does not count for this session.
    const { session } = await passwordGrant({ email: 'carp@example.org', password: 'secret-1', client: CLIENT }, deps)
    await expect(enrolFactor(await caller(), other, deps)).rejects.toMatchObject(refused)
    expect((await caller()).user.factors).toHaveLength(1)
    expect(await enrolFactor(await caller(session.id), other, deps)).toMatchObject({ name: 'Third' })
  })

  it('needs a sign-in as long ago as is set, or none', async () => {
    const { deps, caller } = await enrolled()
    deps.wait(60 * MINUTE)
    await expect(enrolFactor(await caller(), NEW, { ...deps, secondStepSignInMinutes: 59 })).rejects.toThrow()
    for (const [n, secondStepSignInMinutes] of [60, 0].entries())
      await enrolFactor(await caller(), { name: `Other ${n}`, issuer: '' }, { ...deps, secondStepSignInMinutes })
  })

  it('is the only one that does; a further one needs the second step', async () => {
    const { deps, caller, codeAt, attempt } = await enrolled()
    expect(await attempt(codeAt())).toMatchObject({ added: true })
    deps.wait(DAY)
    expect(await attempt(codeAt())).toMatchObject({ added: false })
    expect(await enrolFactor(await caller(), NEW, deps)).toMatchObject({ name: 'Other' })
  })
})

describe('a factor that somebody else has added', () => {
  /** A new password without the second step at this age of the factor. @returns the names of the factors that are left. */
  async function afterNewPassword(age: number, method: string) {
    const { deps, user, caller, codeAt, attempt } = await enrolled()
    await attempt(codeAt())
    deps.wait(age)
    const { session } = await passwordGrant({ email: 'carp@example.org', password: 'secret-1', client: CLIENT }, deps)
    await deps.store.setSessionMethod(session.id, method, deps.clock())
    await updateUser(await caller(session.id), { password: 'secret-2', currentPassword: 'secret-1' }, deps)
    return (await deps.store.findUserById(user.id))?.factors.map(({ name }) => name)
  }

  it.each(['recovery', 'otp'])('goes with a new password by a mailed link within three days (%s)', async (method) => {
    expect(await afterNewPassword(3 * DAY, method)).toEqual([])
  })

  it.each([
    ['later', 3 * DAY + 1, 'recovery'],
    ['with the current password', 0, 'password'],
  ])('stays %s', async (_, age, method) => {
    expect(await afterNewPassword(age, method)).toEqual(['Phone'])
  })

  it('stays when the session has taken the second step', async () => {
    const { deps, user, caller, codeAt, attempt } = await enrolled()
    const { session } = await attempt(codeAt())
    await deps.store.setSessionMethod(session.id, 'otp', deps.clock())
    await updateUser(await caller(), { password: 'secret-2' }, deps)
    expect((await deps.store.findUserById(user.id))?.factors).toMatchObject([{ name: 'Phone', status: 'verified' }])
  })
})

describe('a name or issuer', () => {
  it.each([
    ['with a line break', 'a\nb'],
    ['with half a character', 'a\ud800'],
    ['that is long', 'x'.repeat(201)],
  ])('%s is refused, and leaves no factor', async (_, text) => {
    const { deps, caller } = await enrolled()
    const by = await caller()
    for (const input of [
      { name: text, issuer: '' },
      { name: 'Other', issuer: text },
    ])
      await expect(enrolFactor(by, input, deps)).rejects.toMatchObject({ code: 'validation_failed' })
    expect((await caller()).user.factors).toHaveLength(1)
  })

  it('that makes a QR code too large is refused, and leaves no factor', async () => {
    const { deps, caller } = await enrolled()
    await expect(enrolFactor(await caller(), { name: 'Other', issuer: '鯉'.repeat(200) }, deps)).rejects.toMatchObject({
      code: 'validation_failed',
    })
    expect((await caller()).user.factors).toHaveLength(1)
  })
})

describe('the secret of a factor', () => {
  it('is read again with the same key for the same factor only', () => {
    const sealed = sealFactorSecret('JBSWY3DPEHPK3PXP', 'a factor', 'a key')
    expect(sealed).not.toContain('JBSWY3DPEHPK3PXP')
    expect(openFactorSecret(sealed, 'a factor', 'a key')).toBe('JBSWY3DPEHPK3PXP')
    expect(openFactorSecret(sealed, 'another factor', 'a key')).toBeUndefined()
    expect(openFactorSecret(sealed, 'a factor', 'another key')).toBeUndefined()
    expect(openFactorSecret('v1:', 'a factor', 'a key')).toBeUndefined()
  })

  it('may come from elsewhere, where it was stored plainly', () => {
    expect(openFactorSecret('JBSWY3DPEHPK3PXP', 'a factor', 'a key')).toBe('JBSWY3DPEHPK3PXP')
  })
})
