export type Metadata = Record<string, unknown>

/** One account with its identities, as the store returns it. */
export interface User {
  id: string
  aud: string
  role: string
  /** Empty for an anonymous account. */
  email: string
  isAnonymous: boolean
  /** bcrypt; undefined for an account without a password. Never leaves the service. */
  passwordHash: string | undefined
  emailConfirmedAt: Date | undefined
  invitedAt: Date | undefined
  confirmationSentAt: Date | undefined
  recoverySentAt: Date | undefined
  /** The address that will replace `email` when the holders of both have confirmed. */
  newEmail: string | undefined
  /** Whether one of the two has. */
  emailChangeAgreed: boolean
  emailChangeSentAt: Date | undefined
  lastSignInAt: Date | undefined
  bannedUntil: Date | undefined
  deletedAt: Date | undefined
  appMetadata: Metadata
  userMetadata: Metadata
  createdAt: Date
  updatedAt: Date
  identities: Identity[]
  factors: Factor[]
}

/** A second step of signing in; its secret stays in the store. */
export interface Factor {
  id: string
  /** `totp`: codes of an authenticator app. Others come with accounts that are moved from elsewhere. */
  type: 'totp' | 'phone' | 'webauthn'
  /** Unverified until the first right code. */
  status: 'unverified' | 'verified'
  name: string | undefined
  createdAt: Date
  /** Of a verified one: when it was verified. */
  updatedAt: Date
}

export interface Identity {
  id: string
  /** The user's id at the provider; for `email` the user id itself. */
  providerId: string
  provider: string
  identityData: Metadata
  email: string | undefined
  lastSignInAt: Date | undefined
  createdAt: Date
  updatedAt: Date
}

export function isBanned(user: User, now: Date): boolean {
  return user.bannedUntil !== undefined && user.bannedUntil > now
}

/** True for an account that cannot have been used: opened by a sign-up, not invited, its address never confirmed. */
export function isWaiting(user: User): boolean {
  if (user.emailConfirmedAt !== undefined || user.invitedAt !== undefined) return false
  return user.confirmationSentAt !== undefined && user.lastSignInAt === undefined
}

/**
 * True for an account that gives way to a person who proves its address: it is unconfirmed, so it has not been used. A
 * banned account stays, because the ban applies to the address.
 */
export function makesRoom(user: User, now: Date): boolean {
  return isWaiting(user) && !isBanned(user, now)
}

/** The user as GoTrue's clients read it; absent times are omitted, never null. */
export function userJson(user: User) {
  return {
    id: user.id,
    aud: user.aud,
    role: user.role,
    email: user.email,
    phone: '',
    ...withTime('email_confirmed_at', user.emailConfirmedAt),
    ...withTime('confirmed_at', user.emailConfirmedAt),
    ...withTime('invited_at', user.invitedAt),
    ...withTime('confirmation_sent_at', user.confirmationSentAt),
    ...withTime('recovery_sent_at', user.recoverySentAt),
    ...(user.newEmail === undefined ? {} : { new_email: user.newEmail }),
    ...(user.newEmail === undefined ? {} : withTime('email_change_sent_at', user.emailChangeSentAt)),
    ...withTime('last_sign_in_at', user.lastSignInAt),
    app_metadata: user.appMetadata,
    user_metadata: user.userMetadata,
    identities: user.identities.map((identity) => identityJson(user.id, identity)),
    ...(user.factors.length === 0 ? {} : { factors: user.factors.map(factorJson) }),
    created_at: user.createdAt.toISOString(),
    updated_at: user.updatedAt.toISOString(),
    ...withTime('banned_until', user.bannedUntil),
    ...withTime('deleted_at', user.deletedAt),
    is_anonymous: user.isAnonymous,
  }
}

function identityJson(userId: string, identity: Identity) {
  return {
    identity_id: identity.id,
    id: identity.providerId,
    user_id: userId,
    identity_data: identity.identityData,
    provider: identity.provider,
    ...withTime('last_sign_in_at', identity.lastSignInAt),
    created_at: identity.createdAt.toISOString(),
    updated_at: identity.updatedAt.toISOString(),
    ...(identity.email === undefined ? {} : { email: identity.email }),
  }
}

/** A factor as GoTrue's clients read it. */
export function factorJson({ id, type, status, name, createdAt, updatedAt }: Factor) {
  return {
    id,
    created_at: createdAt.toISOString(),
    updated_at: updatedAt.toISOString(),
    status,
    ...(name ? { friendly_name: name } : {}),
    factor_type: type,
  }
}

/** Whether a session without a second step may do less than one with it. */
export function hasSecondStep(user: Pick<User, 'factors'>): boolean {
  return user.factors.some(({ status }) => status === 'verified')
}

function withTime<K extends string>(key: K, time: Date | undefined): { [P in K]?: string } {
  return time === undefined ? {} : ({ [key]: time.toISOString() } as { [P in K]: string })
}
