import { randomUUID } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'
import { renderSVG } from 'uqr'
import { lockCaller } from './authenticate.ts'
import { AuthError, authErrors } from './errors.ts'
import { openFactorSecret, sealFactorSecret } from './factor-secret.ts'
import type { FailureLimiter } from './failure-limiter.ts'
import type { IssuedSession } from './issue-session.ts'
import type { Mailer } from './mailer.ts'
import { hashToken, newRefreshToken } from './refresh-token.ts'
import { SECOND_STEP, type Session } from './store/session-store.ts'
import type { AuthStore } from './store.ts'
import { type Factor, hasSecondStep, type User } from './user.ts'

/** How long a challenge may be answered, and how long a factor may stay unverified once another is enrolled. */
const CHALLENGE_MS = 5 * 60_000
/** How long a factor that somebody else may have added goes with a new password that is set by a mailed link. */
const DISPUTED_MS = 3 * 24 * 60 * 60_000
const MOST_FACTORS = 10
const PERIOD_S = 30
/** Codes of this many periods before and after the present one are accepted: clocks of phones differ. */
const WINDOW = 1
/** 160 bits, as RFC 4226 recommends. */
const SECRET_BYTES = 20
const MOST_LETTERS = 200
/** Of an address in a QR code that phones read from a screen. */
const MOST_BYTES = 1_500

interface Caller {
  user: User
  session: Session
}

interface Deps {
  store: AuthStore
  factorKey: string
  siteUrl: string
  /** How long ago the session of a first factor may have signed in; 0: any time. */
  secondStepSignInMinutes: number
  clock: () => Date
}

export interface EnrolledFactor {
  id: string
  name: string
  /** Base32. */
  secret: string
  /** For authenticator apps: `otpauth://totp/…`. */
  uri: string
  /** The same address as a QR code, an SVG without `#`, which would end a data URL. */
  qrCode: string
}

/**
 * Adds a second step to an account, which counts once a code of it was right. The first one needs a recent sign-in: the
 * thief of a token could otherwise keep the member out with it.
 * @param input.issuer the name that authenticator apps show; by default the host of the site.
 * @throws {AuthError} `mfa_factor_name_conflict`, `too_many_enrolled_mfa_factors`, `insufficient_aal` if the account has
 *   a second step that this session has not taken, `reauthentication_needed` if it has none and this session signed in
 *   too long ago, `validation_failed`.
 */
export async function enrolFactor(
  caller: Caller,
  input: { name: string; issuer: string },
  deps: Deps,
): Promise<EnrolledFactor> {
  const { name } = input
  const issuer = input.issuer || new URL(deps.siteUrl).host
  for (const text of [name, issuer])
    if (text.length > MOST_LETTERS || /[\p{Cc}\p{Cs}]/u.test(text))
      throw authErrors.validationFailed('friendly_name and issuer may have at most 200 characters, on one line')
  const id = randomUUID()
  const secret = new Secret({ size: SECRET_BYTES })
  const label = caller.user.email || caller.user.id
  const uri = new TOTP({ issuer, label, secret, period: PERIOD_S }).toString()
  if (uri.length > MOST_BYTES) throw authErrors.validationFailed('issuer is too long')
  const now = deps.clock()
  await deps.store.transaction(async (store) => {
    const known = await lockCaller(store, caller, now)
    if (!hasSecondStep(known) && !hasJustSignedIn(caller.session, deps.secondStepSignInMinutes, now))
      throw authErrors.signInNeeded()
    await store.deleteUnverifiedFactors(caller.user.id, new Date(now.getTime() - CHALLENGE_MS))
    const current = await lockCaller(store, caller, now)
    if (current.factors.some((factor) => (factor.name ?? '') === name)) throw authErrors.factorNameTaken(name)
    if (current.factors.length >= MOST_FACTORS) throw authErrors.tooManyFactors()
    if (hasSecondStep(current) && caller.session.aal !== 'aal2')
      throw authErrors.secondStepNeeded(403, 'AAL2 required to enroll a new factor')
    await store.insertFactor(
      { id, userId: current.id, name, secret: sealFactorSecret(secret.base32, id, deps.factorKey) },
      now,
    )
  })
  const qrCode = renderSVG(uri, { ecc: 'M', border: 4, pixelSize: 3, blackColor: 'black', whiteColor: 'white' })
  return { id, name, secret: secret.base32, uri, qrCode }
}

/** The factor of the caller with this ID. @throws {AuthError} `mfa_factor_not_found` (404). */
export function ownFactor({ user }: Pick<Caller, 'user'>, id: string | undefined): Factor {
  const factor = user.factors.find((known) => known.id === id?.toLowerCase())
  if (!factor) throw authErrors.factorNotFound()
  return factor
}

/**
 * Begins a second step. @param ip from which the code must come.
 * @returns its ID and when it expires.
 * @throws {AuthError} `validation_failed` for a factor of a kind that this service does not offer.
 */
export async function challengeFactor(
  factor: Factor,
  ip: string,
  deps: Deps,
): Promise<{ id: string; expiresAt: Date }> {
  requireTotp(factor)
  const id = randomUUID()
  const now = deps.clock()
  await deps.store.transaction((store) =>
    store.insertChallenge({ id, factorId: factor.id, ip }, now, new Date(now.getTime() - CHALLENGE_MS)),
  )
  return { id, expiresAt: new Date(now.getTime() + CHALLENGE_MS) }
}

/**
 * Takes a second step with a code. The session becomes `aal2` with a new refresh token, other sessions of the account
 * that have taken no second step end, and factors that were never verified go. Each code is accepted once. Ten wrong
 * codes of an account within a day are free, from wherever they come; each further one doubles the wait.
 * @returns the session, and whether this was the factor's first right code.
 * @throws {AuthError} `mfa_factor_not_found`, `mfa_ip_address_mismatch`, `mfa_challenge_expired`,
 *   `mfa_verification_failed`, `over_request_rate_limit`.
 */
export async function verifyFactor(
  caller: Caller,
  factor: Factor,
  input: { challengeId: string; code: string; ip: string },
  deps: Deps & { failures: FailureLimiter },
): Promise<IssuedSession & { added: boolean }> {
  requireTotp(factor)
  const challenge = await deps.store.findChallenge(input.challengeId, factor.id, input.ip)
  if (!challenge) throw authErrors.challengeNotFound()
  if (challenge.verifiedAt || !challenge.sameAddress) throw authErrors.challengeElsewhere()
  const now = deps.clock()
  if (challenge.createdAt.getTime() + CHALLENGE_MS <= now.getTime()) throw authErrors.challengeExpired(challenge.id)

  const right = await deps.failures.attemptOfAccount(caller.user.id, async () => {
    const stored = await deps.store.findFactorSecret(factor.id, caller.user.id)
    const secret = stored === undefined ? undefined : openFactorSecret(stored, factor.id, deps.factorKey)
    const step = secret === undefined ? undefined : stepOf(input.code, secret, now)
    return step !== undefined && (await deps.store.takeFactorStep(factor.id, step, now))
  })
  if (!right) throw authErrors.wrongFactorCode()

  return deps.store.transaction(async (store) => {
    const user = await lockCaller(store, caller, now)
    // The factor may have been removed, or the challenge answered, while the code was checked.
    const current = ownFactor({ user }, factor.id)
    const again = await store.findChallenge(challenge.id, factor.id, input.ip)
    if (!again || again.verifiedAt) throw authErrors.challengeElsewhere()
    await store.markChallenge(challenge.id, now)
    const added = current.status !== 'verified'
    if (added) await store.verifyFactor(factor.id, now)
    await store.raiseSession(caller.session.id, factor.id, now)
    await store.deleteLowSessionsOf(user.id)
    await store.deleteUnverifiedFactors(user.id)
    const refreshToken = newRefreshToken()
    const before = await store.findActiveRefreshToken(caller.session.id)
    if (before) await store.revokeRefreshToken(before.hash, now)
    await store.insertRefreshToken(
      { hash: hashToken(refreshToken), parent: before?.hash, sessionId: caller.session.id, userId: user.id },
      now,
    )
    const [session, updated] = [await store.findSession(caller.session.id), await store.findUserById(user.id)]
    if (!session || !updated) throw authErrors.sessionNotFound()
    return { user: updated, session, refreshToken, added }
  })
}

/**
 * Informs the holder of an account by mail that it has a further second step; does nothing for an account without an
 * address.
 * @throws if the mail server does not accept it.
 */
export async function sendFactorAdded(
  { id, email }: Pick<User, 'id' | 'email'>,
  deps: Pick<Deps, 'siteUrl'> & { mailer: Mailer },
): Promise<void> {
  if (email) await deps.mailer.send('second_step_added', { id, email }, { link: `${deps.siteUrl}/forgot-password` })
}

/** The same for a second step that the account no longer has. */
export async function sendFactorRemoved(
  { id, email }: Pick<User, 'id' | 'email'>,
  deps: Pick<Deps, 'siteUrl'> & { mailer: Mailer },
): Promise<void> {
  if (email) await deps.mailer.send('second_step_removed', { id, email }, { link: `${deps.siteUrl}/forgot-password` })
}

/**
 * Removes a second step; the sessions that took it are `aal1` again.
 * @returns whether it had been verified, so that the account had it.
 * @throws {AuthError} `insufficient_aal` (422) for a verified factor if this session has taken no second step.
 */
export async function removeFactor(
  caller: Caller,
  factor: Factor,
  deps: Pick<Deps, 'store' | 'clock'>,
): Promise<boolean> {
  return deps.store.transaction(async (store) => {
    const user = await lockCaller(store, caller, deps.clock())
    const { status } = ownFactor({ user }, factor.id)
    if (status === 'verified' && caller.session.aal !== 'aal2')
      throw authErrors.secondStepNeeded(422, 'AAL2 required to unenroll verified factor')
    await store.deleteFactor(factor.id, user.id)
    await store.lowerSessionsOf(factor.id)
    return status === 'verified'
  })
}

/**
 * Removes the second steps that were verified within the last three days, when a member sets a new password by a mailed
 * link and without a second step: the thief of a session may have added them. Older ones stay, because a mailbox alone
 * does not replace a second step.
 */
export async function removeNewFactors(
  store: Pick<AuthStore, 'deleteFactor' | 'lowerSessionsOf'>,
  user: Pick<User, 'id' | 'factors'>,
  now: Date,
): Promise<void> {
  for (const { id, updatedAt } of user.factors) {
    if (now.getTime() - updatedAt.getTime() > DISPUTED_MS) continue
    await store.deleteFactor(id, user.id)
    await store.lowerSessionsOf(id)
  }
}

/**
 * Removes the second step of a member who has lost it, by the secret key.
 * @throws {AuthError} `mfa_factor_not_found`.
 */
export async function adminRemoveFactor(userId: string, factor: Factor, store: AuthStore): Promise<void> {
  await store.transaction(async (tx) => {
    await tx.lockUser(userId)
    if (!(await tx.deleteFactor(factor.id, userId))) throw authErrors.factorNotFound()
    await tx.lowerSessionsOf(factor.id)
  })
}

/**
 * Refuses a change of the address or password by a session that has not taken the second step of its account.
 * @throws {AuthError} `insufficient_aal` (401).
 */
export function requireSecondStep(caller: { user: Pick<User, 'factors'>; session: Pick<Session, 'aal'> }): void {
  if (hasSecondStep(caller.user) && caller.session.aal !== 'aal2')
    throw authErrors.secondStepNeeded(401, 'AAL2 session is required to update email or password when MFA is enabled.')
}

/** Whether the session began at most so many minutes ago; a refresh and a second step are no sign-in. */
function hasJustSignedIn({ methods }: Session, minutes: number, now: Date): boolean {
  const since = now.getTime() - minutes * 60_000
  return minutes === 0 || methods.some(({ method, at }) => method !== SECOND_STEP && at.getTime() >= since)
}

function requireTotp({ type }: Factor): void {
  if (type === 'phone')
    throw new AuthError(422, 'mfa_phone_verify_not_enabled', 'MFA verification is disabled for Phone')
  if (type === 'webauthn')
    throw new AuthError(422, 'mfa_webauthn_verify_not_enabled', 'MFA verification is disabled for WebAuthn')
}

/** The period to which a code belongs; undefined for a wrong one. */
function stepOf(code: string, secret: string, now: Date): number | undefined {
  if (!/^[0-9]{6}$/.test(code)) return undefined
  const totp = new TOTP({ secret: Secret.fromBase32(secret), period: PERIOD_S })
  const delta = totp.validate({ token: code, timestamp: now.getTime(), window: WINDOW })
  return delta === null ? undefined : Math.floor(now.getTime() / 1000 / PERIOD_S) + delta
}
