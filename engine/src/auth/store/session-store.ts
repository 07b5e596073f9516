import type { AssuranceLevel, AuthenticationMethod } from '../access-token.ts'
import type { SessionTimes } from '../session-lifetime.ts'
import { type Queryable, time } from './queryable.ts'

/** Where a session was opened or refreshed, for the member's own records. */
export interface ClientInfo {
  ip: string
  userAgent: string | undefined
  /** The mark of the browser, if it has or gets one. */
  device?: string | undefined
  /** The cookie that keeps the mark. */
  deviceCookie?: string | undefined
  /** Keys of the places at which an account is known if it signs in from here. */
  placesOf?: (email: string) => string[]
}

export interface Session extends SessionTimes {
  id: string
  userId: string
  /** `aal2` once a second step was taken. */
  aal: AssuranceLevel
  methods: AuthenticationMethod[]
}

interface NewSession {
  id: string
  userId: string
  method: string
  notAfter: Date
}

/** A refresh token with its session; both rows are locked until the transaction ends. */
export interface LockedRefreshToken {
  hash: string
  revoked: boolean
  /** When it was last changed: for a revoked token, when it was exchanged. */
  updatedAt: Date
  session: Session
}

export interface SessionStore {
  findSession(id: string): Promise<Session | undefined>
  /** Above the limit of an account, the sessions that were not used for longest end. */
  insertSession(session: NewSession, client: ClientInfo, now: Date): Promise<void>
  /** Records a refresh on the session. */
  touchSession(id: string, client: ClientInfo, now: Date): Promise<void>
  /** From now on the session counts as opened by this method alone; a second step stays. */
  setSessionMethod(id: string, method: string, now: Date): Promise<void>
  /** Records the second step on the session, which is `aal2` from now on. */
  raiseSession(id: string, factorId: string, now: Date): Promise<void>
  /** Sessions that were raised by this factor are `aal1` again. */
  lowerSessionsOf(factorId: string): Promise<void>
  /** Deletes the sessions of a user that have taken no second step. */
  deleteLowSessionsOf(userId: string): Promise<void>
  /** Its refresh tokens are deleted with it, and every engine stops accepting its access tokens. */
  deleteSession(id: string): Promise<void>
  /** Deletes a user's sessions, all or all but one, with their refresh tokens. */
  deleteSessionsOf(userId: string, exceptId?: string): Promise<void>
  /** The session of each refresh token, exchanged or not, in their order; null for tokens that do not exist. */
  findSessionsOfTokens(hashes: readonly string[]): Promise<(string | null)[]>
  lockRefreshToken(hash: string): Promise<LockedRefreshToken | undefined>
  findActiveRefreshToken(sessionId: string): Promise<{ hash: string; parent: string | undefined } | undefined>
  /** Of the session's exchanged tokens the newest hundred are kept, to recognise one that is used again. */
  insertRefreshToken(
    token: { hash: string; parent: string | undefined; sessionId: string; userId: string },
    now: Date,
  ): Promise<void>
  revokeRefreshToken(hash: string, now: Date): Promise<void>
  /** Deletes up to 1000 sessions that ended before the given moments. @returns how many. */
  deleteEndedSessions(endedBefore: Date, unusedSince: Date): Promise<number>
}

/** The method that a code of an authenticator app adds to a session. */
export const SECOND_STEP = 'totp'
/** An account may have had far more rows before there were limits: each sign-in or refresh deletes some of them. */
const MOST_ENDED = 1000
/** For a browser that is always open, those of four days. */
const EXCHANGED_KEPT = 100

const SESSION_JSON = `jsonb_build_object(
    'id', s.id, 'user_id', s.user_id, 'aal', s.aal, 'created_at', s.created_at, 'not_after', s.not_after,
    'refreshed_at', s.refreshed_at at time zone 'UTC',
    'methods', (
      select coalesce(jsonb_agg(jsonb_build_object('method', m.authentication_method, 'at', m.created_at)
        order by m.created_at desc, m.authentication_method), '[]')
      from auth.mfa_amr_claims as m where m.session_id = s.id
    )
  )`

/**
 * SQL on sessions and refresh tokens; tokens are stored as hashes only.
 * @param ended called with each session that was deleted.
 * @param mostPerAccount sessions that an account keeps.
 */
export function createSessionStore(
  db: Queryable,
  ended: (sessionId: string) => void,
  mostPerAccount: number,
): SessionStore {
  return {
    findSession: async (id) => {
      const [row] = await db.query<{ data: SessionData }>(
        `select ${SESSION_JSON} as data from auth.sessions as s where s.id = $1`,
        [id],
      )
      return row && toSession(row.data)
    },
    insertSession: async (session, client, now) => {
      await db.query(
        `insert into auth.sessions (id, user_id, created_at, updated_at, aal, not_after, user_agent, ip)
         values ($1, $2, $3, $3, 'aal1', $4, $5, $6::inet)`,
        [
          session.id,
          session.userId,
          now.toISOString(),
          session.notAfter.toISOString(),
          client.userAgent ?? null,
          client.ip || null,
        ],
      )
      await insertMethod(db, session.id, session.method, now)
      if (!Number.isFinite(mostPerAccount)) return
      const rows = await db.query<{ id: string }>(
        `delete from auth.sessions where id in (
           select s.id from auth.sessions as s where s.user_id = $1
           order by coalesce(s.refreshed_at at time zone 'UTC', s.created_at) desc, s.id <> $2
           offset $3 limit ${MOST_ENDED})
         returning id`,
        [session.userId, session.id, mostPerAccount],
      )
      for (const { id } of rows) ended(id)
    },
    touchSession: async (id, client, now) => {
      // refreshed_at is a timestamp without time zone upstream, and means UTC.
      await db.query(
        `update auth.sessions
         set refreshed_at = $2::timestamptz at time zone 'UTC', updated_at = $2, user_agent = $3, ip = $4::inet
         where id = $1`,
        [id, now.toISOString(), client.userAgent ?? null, client.ip || null],
      )
    },
    setSessionMethod: async (id, method, now) => {
      await db.query('delete from auth.mfa_amr_claims where session_id = $1 and authentication_method <> $2', [
        id,
        SECOND_STEP,
      ])
      await insertMethod(db, id, method, now)
    },
    raiseSession: async (id, factorId, now) => {
      await db.query("update auth.sessions set aal = 'aal2', factor_id = $2, updated_at = $3 where id = $1", [
        id,
        factorId,
        now.toISOString(),
      ])
      await insertMethod(db, id, SECOND_STEP, now)
    },
    lowerSessionsOf: async (factorId) => {
      await db.query(
        `with lowered as (
           update auth.sessions set aal = 'aal1', factor_id = null where factor_id = $1 returning id, user_id
         ),
         forgotten as (
           delete from auth.mfa_amr_claims as m using lowered
           where m.session_id = lowered.id and m.authentication_method = $2
         )
         -- Open channels ask for their rights again.
         select pg_notify('realtime_recheck', l.user_id::text) from lowered as l`,
        [factorId, SECOND_STEP],
      )
    },
    deleteLowSessionsOf: async (userId) => {
      const rows = await db.query<{ id: string }>(
        "delete from auth.sessions where user_id = $1 and coalesce(aal, 'aal1') < 'aal2' returning id",
        [userId],
      )
      for (const { id } of rows) ended(id)
    },
    deleteSession: async (id) => {
      await db.query('delete from auth.sessions where id = $1', [id])
      ended(id)
    },
    deleteSessionsOf: async (userId, exceptId) => {
      const rows = await db.query<{ id: string }>(
        'delete from auth.sessions where user_id = $1 and ($2::uuid is null or id <> $2::uuid) returning id',
        [userId, exceptId ?? null],
      )
      for (const { id } of rows) ended(id)
    },
    findSessionsOfTokens: async (hashes) => {
      const rows = await db.query<{ token: string; session_id: string }>(
        'select t.token, t.session_id from auth.refresh_tokens as t where t.token = any($1::text[])',
        [hashes],
      )
      const sessions = new Map(rows.map((row) => [row.token, row.session_id]))
      return hashes.map((hash) => sessions.get(hash) ?? null)
    },
    lockRefreshToken: async (hash) => {
      const [row] = await db.query<{ data: LockedData }>(
        `select jsonb_build_object('revoked', t.revoked, 'updated_at', t.updated_at, 'session', ${SESSION_JSON}) as data
         from auth.refresh_tokens as t
         join auth.sessions as s on s.id = t.session_id
         where t.token = $1
         for update of s, t`,
        [hash],
      )
      if (!row) return undefined
      return {
        hash,
        revoked: row.data.revoked === true,
        updatedAt: new Date(row.data.updated_at),
        session: toSession(row.data.session),
      }
    },
    findActiveRefreshToken: async (sessionId) => {
      const [row] = await db.query<{ token: string; parent: string | null }>(
        `select t.token, t.parent from auth.refresh_tokens as t
         where t.session_id = $1 and not t.revoked order by t.id desc limit 1`,
        [sessionId],
      )
      return row && { hash: row.token, parent: row.parent ?? undefined }
    },
    insertRefreshToken: async (token, now) => {
      await db.query(
        `insert into auth.refresh_tokens
           (instance_id, token, parent, session_id, user_id, revoked, created_at, updated_at)
         values ('00000000-0000-0000-0000-000000000000', $1, $2, $3, $4, false, $5, $5)`,
        [token.hash, token.parent ?? null, token.sessionId, token.userId, now.toISOString()],
      )
      if (token.parent === undefined) return
      await db.query(
        `delete from auth.refresh_tokens where id in (
           select t.id from auth.refresh_tokens as t where t.session_id = $1 and t.revoked
           order by t.id desc offset $2 limit ${MOST_ENDED})`,
        [token.sessionId, EXCHANGED_KEPT],
      )
    },
    revokeRefreshToken: async (hash, now) => {
      await db.query('update auth.refresh_tokens set revoked = true, updated_at = $2 where token = $1', [
        hash,
        now.toISOString(),
      ])
    },
    deleteEndedSessions: async (endedBefore, unusedSince) => {
      const rows = await db.query(
        `delete from auth.sessions where id in (
           select id from auth.sessions
           where not_after < $1
              or coalesce(refreshed_at at time zone 'UTC', created_at) < $2
           limit 1000
         ) returning id`,
        [endedBefore.toISOString(), unusedSince.toISOString()],
      )
      return rows.length
    },
  }
}

async function insertMethod(db: Queryable, sessionId: string, method: string, now: Date): Promise<void> {
  await db.query(
    `insert into auth.mfa_amr_claims (id, session_id, created_at, updated_at, authentication_method)
     values (gen_random_uuid(), $1, $2, $2, $3)
     on conflict (session_id, authentication_method) do update
       set created_at = excluded.created_at, updated_at = excluded.updated_at`,
    [sessionId, now.toISOString(), method],
  )
}

interface SessionData {
  id: string
  user_id: string
  aal: string | null
  created_at: string
  not_after: string | null
  refreshed_at: string | null
  methods: { method: string; at: string }[]
}

interface LockedData {
  revoked: boolean | null
  updated_at: string
  session: SessionData
}

function toSession(row: SessionData): Session {
  return {
    id: row.id,
    userId: row.user_id,
    aal: row.aal === 'aal2' ? 'aal2' : 'aal1',
    createdAt: new Date(row.created_at),
    refreshedAt: time(row.refreshed_at),
    notAfter: time(row.not_after),
    methods: row.methods.map((claim) => ({ method: claim.method, at: new Date(claim.at) })),
  }
}
