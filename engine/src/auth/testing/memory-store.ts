import { randomUUID } from 'node:crypto'
import { emailIdentityData } from '../metadata.ts'
import type { FlowState } from '../store/flow-state-store.ts'
import type { OneTimeTokenType } from '../store/one-time-token-store.ts'
import { type ClientInfo, SECOND_STEP, type Session } from '../store/session-store.ts'
import type { AuthStore } from '../store.ts'
import type { Factor, User } from '../user.ts'

interface StoredToken {
  hash: string
  parent: string | undefined
  sessionId: string
  userId: string
  revoked: boolean
  updatedAt: Date
}

interface MailedRow {
  userId: string
  type: OneTimeTokenType
  relatesTo: string
  hash: string
  codeHash: string
  tries: number
  createdAt: Date
}

interface State {
  raised: { sessionId: string; factorId: string }[]
  secrets: { id: string; userId: string; secret: string }[]
  challenges: { id: string; factorId: string; ip: string; createdAt: Date; verifiedAt: Date | undefined }[]
  steps: { factorId: string; step: number }[]
  users: User[]
  sessions: Session[]
  tokens: StoredToken[]
  oneTime: MailedRow[]
  failures: { key: string; drain: number; failures: number; at: number }[]
  places: string[]
  flows: (Omit<FlowState, 'issuedAt'> & { codeHash?: string; issuedAt?: Date })[]
}

export interface MemoryStore extends AuthStore {
  state: State
}

const NO_DATABASE = { query: () => Promise.reject(new Error('there is no database')) }

/** The store's behaviour without a database, for tests of decisions: a transaction that throws leaves no trace. */
export function createMemoryStore(now: () => number = Date.now): MemoryStore {
  const store: MemoryStore = {
    state: {
      users: [],
      sessions: [],
      tokens: [],
      oneTime: [],
      failures: [],
      places: [],
      flows: [],
      raised: [],
      secrets: [],
      challenges: [],
      steps: [],
    },
    transaction: async (work) => {
      const before = structuredClone(store.state)
      try {
        return await work(store, NO_DATABASE)
      } catch (error) {
        store.state = before
        throw error
      }
    },
    findUserByEmail: async (email) => copy(store.state.users.find((user) => user.email === email && !user.deletedAt)),
    findUserById: async (id) => copy(store.state.users.find((user) => user.id === id)),
    lockUser: (id) => store.findUserById(id),
    listUsers: async (limit, offset) => store.state.users.slice(offset, offset + limit),
    countUsers: async () => store.state.users.length,
    insertUser: async (user, now) => {
      const { confirmedAt, email = '', ...rest } = user
      const identity = {
        id: randomUUID(),
        providerId: user.id,
        provider: 'email',
        identityData: emailIdentityData(user.id, email, confirmedAt !== undefined),
        email,
        lastSignInAt: undefined,
        createdAt: now,
        updatedAt: now,
      }
      store.state.users.push({
        ...rest,
        email,
        isAnonymous: user.email === undefined,
        aud: 'authenticated',
        emailConfirmedAt: confirmedAt,
        invitedAt: undefined,
        confirmationSentAt: undefined,
        recoverySentAt: undefined,
        newEmail: undefined,
        emailChangeAgreed: false,
        emailChangeSentAt: undefined,
        lastSignInAt: undefined,
        deletedAt: undefined,
        createdAt: now,
        updatedAt: now,
        identities: user.email === undefined ? [] : [identity],
        factors: [],
      })
    },
    insertEmailIdentity: async (id, email, verified, now) => {
      const user = store.state.users.find((known) => known.id === id)
      const identityData = emailIdentityData(id, email, verified)
      const times = { lastSignInAt: undefined, createdAt: now, updatedAt: now }
      user?.identities.push({ id: randomUUID(), providerId: id, provider: 'email', identityData, email, ...times })
    },
    updateUser: async (id, changes, now) => {
      const user = store.state.users.find((known) => known.id === id)
      if (!user) return
      const { bannedUntil, passwordHash, ...rest } = changes
      Object.assign(user, rest, { updatedAt: now })
      if (passwordHash !== undefined) user.passwordHash = passwordHash ?? undefined
      if (bannedUntil !== undefined) user.bannedUntil = bannedUntil ?? undefined
    },
    touchSignIn: async (id, now) => {
      const user = store.state.users.find((known) => known.id === id)
      if (user) user.lastSignInAt = now
    },
    deleteUser: async (id) => {
      const before = store.state.users.length
      store.state.users = store.state.users.filter((user) => user.id !== id)
      return store.state.users.length < before
    },
    deleteUnconfirmed: async () => 0,
    softDeleteUser: async (id, now) => {
      const user = store.state.users.find((known) => known.id === id)
      if (user) Object.assign(user, { deletedAt: now, passwordHash: undefined, identities: [] })
    },
    findSession: async (id) => copy(store.state.sessions.find((session) => session.id === id)),
    insertSession: async (session, _client: ClientInfo, now) => {
      const { method, ...rest } = session
      store.state.sessions.push({
        ...rest,
        aal: 'aal1',
        createdAt: now,
        refreshedAt: undefined,
        methods: [{ method, at: now }],
      })
    },
    touchSession: async (id, _client, now) => {
      const session = store.state.sessions.find((known) => known.id === id)
      if (session) session.refreshedAt = now
    },
    setSessionMethod: async (id, method, now) => {
      const session = store.state.sessions.find((known) => known.id === id)
      if (session)
        session.methods = [{ method, at: now }, ...session.methods.filter((known) => known.method === SECOND_STEP)]
    },
    raiseSession: async (id, factorId, now) => {
      const session = store.state.sessions.find((known) => known.id === id)
      if (!session) return
      session.aal = 'aal2'
      session.methods = [{ method: SECOND_STEP, at: now }, ...session.methods]
      store.state.raised.push({ sessionId: id, factorId })
    },
    lowerSessionsOf: async (factorId) => {
      for (const session of store.state.sessions)
        if (store.state.raised.some((known) => known.factorId === factorId && known.sessionId === session.id))
          Object.assign(session, {
            aal: 'aal1',
            methods: session.methods.filter(({ method }) => method !== SECOND_STEP),
          })
    },
    deleteLowSessionsOf: async (userId) =>
      dropSessions((session) => session.userId === userId && session.aal !== 'aal2'),
    insertFactor: async ({ id, userId, name, secret }, now) => {
      const user = store.state.users.find((known) => known.id === userId)
      user?.factors.push({ id, type: 'totp', status: 'unverified', name, createdAt: now, updatedAt: now })
      store.state.secrets.push({ id, userId, secret })
    },
    findFactorSecret: async (id, userId) =>
      store.state.secrets.find((known) => known.id === id && known.userId === userId)?.secret,
    verifyFactor: async (id, now) => {
      const factor = store.state.users.flatMap((user) => user.factors).find((known) => known.id === id)
      if (factor) Object.assign(factor, { status: 'verified', updatedAt: now })
    },
    deleteFactor: async (id, userId) => dropFactors((factor, user) => factor.id === id && user.id === userId),
    deleteUnverifiedFactors: async (userId, before) => {
      dropFactors(
        ({ status, createdAt }, { id }) =>
          id === userId && status === 'unverified' && (before === undefined || createdAt < before),
      )
    },
    insertChallenge: async (challenge, now, expiredAt) => {
      store.state.challenges = store.state.challenges.filter(({ createdAt }) => createdAt >= expiredAt)
      store.state.challenges.push({ ...challenge, createdAt: now, verifiedAt: undefined })
    },
    findChallenge: async (id, factorId, ip) => {
      const found = store.state.challenges.find((known) => known.id === id && known.factorId === factorId)
      return found && { ...found, sameAddress: found.ip === ip }
    },
    markChallenge: async (id, now) => {
      const challenge = store.state.challenges.find((known) => known.id === id)
      if (challenge) challenge.verifiedAt = now
    },
    takeFactorStep: async (factorId, step) => {
      if (store.state.steps.some((known) => known.factorId === factorId && known.step >= step)) return false
      store.state.steps.push({ factorId, step })
      return true
    },
    deleteOldFactorSteps: async () => {},
    deleteSession: async (id) => dropSessions((session) => session.id === id),
    deleteSessionsOf: async (userId, exceptId) =>
      dropSessions((session) => session.userId === userId && session.id !== exceptId),
    findSessionsOfTokens: async (hashes) =>
      hashes.map((hash) => store.state.tokens.find((known) => known.hash === hash)?.sessionId ?? null),
    lockRefreshToken: async (hash) => {
      const token = store.state.tokens.find((known) => known.hash === hash)
      const session = store.state.sessions.find((known) => known.id === token?.sessionId)
      return token && session && structuredClone({ hash, revoked: token.revoked, updatedAt: token.updatedAt, session })
    },
    findActiveRefreshToken: async (sessionId) =>
      copy(store.state.tokens.findLast((token) => token.sessionId === sessionId && !token.revoked)),
    insertRefreshToken: async (token, now) => {
      store.state.tokens.push({ ...token, revoked: false, updatedAt: now })
    },
    revokeRefreshToken: async (hash, now) => {
      const token = store.state.tokens.find((known) => known.hash === hash)
      if (token) Object.assign(token, { revoked: true, updatedAt: now })
    },
    deleteEndedSessions: async () => 0,
    putOneTimeToken: async (token, now) => {
      const { userId, type } = token
      store.state.oneTime = store.state.oneTime.filter((known) => known.userId !== userId || known.type !== type)
      store.state.oneTime.push({ ...token, tries: 0, createdAt: now })
      const user = store.state.users.find((known) => known.id === userId)
      if (user && type === 'confirmation_token') user.confirmationSentAt = now
    },
    takeOneTimeToken: async (hash, types) => {
      const token = store.state.oneTime.find((known) => known.hash === hash && types.includes(known.type))
      store.state.oneTime = store.state.oneTime.filter((known) => known !== token)
      return token && { ...token, issuedAt: token.createdAt }
    },
    tryCodes: async (relatesTo, types, issuedAfter, maxTries) => {
      const codes = store.state.oneTime.filter(
        (known) =>
          known.relatesTo === relatesTo &&
          types.includes(known.type) &&
          known.createdAt > issuedAfter &&
          known.tries < maxTries,
      )
      for (const code of codes) code.tries += 1
      return codes.map(({ hash, codeHash }) => ({ tokenHash: hash, codeHash }))
    },
    deleteOldCodes: async () => {},
    putFlowState: async (flow) => void store.state.flows.push({ ...flow, method: 'otp' }),
    issueAuthCode: async ({ id, userId, codeHash, method }, now) => {
      const flow = store.state.flows.find((known) => known.id === id && known.userId === userId && !known.codeHash)
      if (flow) Object.assign(flow, { codeHash, method, issuedAt: now })
      return flow !== undefined
    },
    lockFlowState: async (codeHash) => {
      const flow = store.state.flows.find((known) => known.codeHash === codeHash)
      return flow?.issuedAt && { ...flow, issuedAt: flow.issuedAt }
    },
    deleteFlowState: async (id) => {
      store.state.flows = store.state.flows.filter((flow) => flow.id !== id)
    },
    deleteFlowStatesOf: async (userId) => {
      store.state.flows = store.state.flows.filter((flow) => flow.userId !== userId)
    },
    deleteOpenedFlowsOf: async (userId) => {
      store.state.flows = store.state.flows.filter((flow) => flow.userId !== userId || flow.codeHash === undefined)
    },
    deleteOldFlowStates: async () => {},
    readLimits: async (keys, places) => ({
      failures: new Map(
        store.state.failures
          .filter(({ key }) => keys.includes(key))
          .map(({ key, failures, at }) => [key, { failures, agoMs: now() - at }]),
      ),
      known: new Set(store.state.places.filter((place) => places.includes(place))),
    }),
    addFailures: async (entries, free) => {
      for (const { key, drain, times = 1 } of entries) {
        const known = store.state.failures.find((one) => one.key === key) ?? { key, drain, failures: 0, at: now() }
        const ago = now() - known.at
        const kept = ago < (known.failures < free ? 15 : 24 * 60) * 60_000 ? known.failures : 0
        const left = drain > 0 ? Math.max(0, known.failures - (drain * ago) / 1000) : kept
        store.state.failures = store.state.failures.filter((one) => one.key !== key)
        store.state.failures.push({ key, drain, failures: left + times, at: now() })
      }
    },
    forgetFailures: async (key) => {
      store.state.failures = store.state.failures.filter((one) => one.key !== key)
    },
    rememberPlaces: async (keys) => void store.state.places.push(...keys),
    deleteOldLimits: async () => {},
    deleteOneTimeTokens: async (userId) => {
      store.state.oneTime = store.state.oneTime.filter((token) => token.userId !== userId)
      const user = store.state.users.find((known) => known.id === userId)
      if (user) Object.assign(user, { newEmail: undefined, emailChangeAgreed: false })
    },
  }
  const dropFactors = (goes: (factor: Factor, user: User) => boolean) => {
    let dropped = false
    for (const user of store.state.users) {
      const left = user.factors.filter((factor) => !goes(factor, user))
      dropped ||= left.length < user.factors.length
      user.factors = left
    }
    return dropped
  }
  const dropSessions = (ends: (session: Session) => boolean) => {
    store.state.sessions = store.state.sessions.filter((session) => !ends(session))
    const left = new Set(store.state.sessions.map((session) => session.id))
    store.state.tokens = store.state.tokens.filter((token) => left.has(token.sessionId))
  }
  return store
}

function copy<T>(value: T | undefined): T | undefined {
  return value === undefined ? undefined : structuredClone(value)
}
