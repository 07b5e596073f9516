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
