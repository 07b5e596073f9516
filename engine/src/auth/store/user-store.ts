import { emailIdentityData } from '../metadata.ts'
import type { Factor, Identity, Metadata, User } from '../user.ts'
import { type Queryable, time } from './queryable.ts'

export interface NewUser {
  id: string
  /** Undefined makes an anonymous account. */
  email: string | undefined
  passwordHash: string | undefined
  role: string
  /** Undefined leaves the address unconfirmed. */
  confirmedAt: Date | undefined
  bannedUntil: Date | undefined
  appMetadata: Metadata
  userMetadata: Metadata
}

/** Columns of a user that may change; an absent key leaves the column, null empties it. */
export interface UserChanges {
  email?: string
  isAnonymous?: boolean
  newEmail?: string
  emailChangeAgreed?: boolean
  passwordHash?: string | null
  role?: string
  emailConfirmedAt?: Date
  invitedAt?: Date
  bannedUntil?: Date | null
  appMetadata?: Metadata
  userMetadata?: Metadata
}

export interface UserStore {
  findUserByEmail(email: string): Promise<User | undefined>
  findUserById(id: string): Promise<User | undefined>
  /** The same, with the row locked until the transaction ends. */
  lockUser(id: string): Promise<User | undefined>
  listUsers(limit: number, offset: number): Promise<User[]>
  countUsers(): Promise<number>
  /**
   * Inserts the account, and then its `email` identity if it has an address.
   * @throws `55P03` if another transaction holds its address or username for longer than a second.
   */
  insertUser(user: NewUser, now: Date): Promise<void>
  /** Gives an account that was anonymous the identity of its new address. */
  insertEmailIdentity(userId: string, email: string, verified: boolean, now: Date): Promise<void>
  updateUser(id: string, changes: UserChanges, now: Date): Promise<void>
  /** Records a sign-in on the account and its `email` identity. */
  touchSignIn(id: string, now: Date): Promise<void>
  /** @returns false if there is no such user. */
  deleteUser(id: string): Promise<boolean>
  /** Keeps the row and its id, and removes everything personal from it. */
  softDeleteUser(id: string, now: Date): Promise<void>
}

// One JSON object per row: times arrive in ISO 8601 whatever the driver makes of timestamptz.
const SELECT_USER = `
  select jsonb_build_object(
    'id', u.id, 'aud', u.aud, 'role', u.role, 'email', u.email,
    'is_anonymous', u.is_anonymous, 'encrypted_password', u.encrypted_password,
    'email_confirmed_at', u.email_confirmed_at, 'invited_at', u.invited_at,
    'confirmation_sent_at', u.confirmation_sent_at,
    'recovery_sent_at', u.recovery_sent_at, 'email_change', u.email_change,
    'email_change_confirm_status', u.email_change_confirm_status, 'email_change_sent_at', u.email_change_sent_at,
    'last_sign_in_at', u.last_sign_in_at, 'banned_until', u.banned_until, 'deleted_at', u.deleted_at,
    'app_metadata', u.raw_app_meta_data, 'user_metadata', u.raw_user_meta_data,
    'created_at', u.created_at, 'updated_at', u.updated_at,
    'identities', (
      select coalesce(jsonb_agg(to_jsonb(i) order by i.created_at), '[]')
      from auth.identities as i where i.user_id = u.id
    ),
    'factors', (
      select coalesce(jsonb_agg(jsonb_build_object('id', f.id, 'type', f.factor_type, 'status', f.status,
        'name', f.friendly_name, 'created_at', f.created_at, 'updated_at', f.updated_at) order by f.created_at, f.id), '[]')
      from auth.mfa_factors as f where f.user_id = u.id
    )
  ) as data
  from auth.users as u`

/** SQL on accounts and identities. */
export function createUserStore(db: Queryable): UserStore {
  const one = async (text: string, values: unknown[]) => {
    const [row] = await db.query<{ data: UserData }>(text, values)
    return row && toUser(row.data)
  }
  const insertIdentity = async (userId: string, email: string, verified: boolean, now: Date) => {
    await db.query(
      `insert into auth.identities (provider_id, user_id, identity_data, provider, created_at, updated_at)
       values ($1::text, $1::uuid, $2, 'email', $3, $3)`,
      [userId, JSON.stringify(emailIdentityData(userId, email, verified)), now.toISOString()],
    )
  }
  // A new profile waits for a transaction that is about to take its username. A few such waits would occupy all
  // connections.
  const waitBriefly = () => db.query("set local lock_timeout = '1s'")
  return {
    findUserByEmail: (email) =>
      one(`${SELECT_USER} where u.email = $1 and not u.is_sso_user and u.deleted_at is null`, [email]),
    findUserById: (id) => one(`${SELECT_USER} where u.id = $1`, [id]),
    lockUser: (id) => one(`${SELECT_USER} where u.id = $1 for update of u`, [id]),
    listUsers: async (limit, offset) => {
      const rows = await db.query<{ data: UserData }>(
        `${SELECT_USER} order by u.created_at desc, u.id limit $1 offset $2`,
        [limit, offset],
      )
      return rows.map((row) => toUser(row.data))
    },
    countUsers: async () => {
      const [row] = await db.query<{ total: string }>('select count(*)::text as total from auth.users')
      return Number(row?.total ?? 0)
    },
    insertUser: async (user, now) => {
      await waitBriefly()
      // The token columns are text, not null: upstream's own server cannot read a null there, and these rows
      // must survive a move to it.
      await db.query(
        `insert into auth.users (instance_id, id, aud, role, email, encrypted_password, email_confirmed_at,
           banned_until, raw_app_meta_data, raw_user_meta_data, created_at, updated_at,
           is_anonymous, confirmation_token, recovery_token, email_change, email_change_token_new)
         values ('00000000-0000-0000-0000-000000000000', $1, 'authenticated', $2, $3, $4, $5, $6, $7, $8, $9, $9,
           $10, '', '', '', '')`,
        [
          user.id,
          user.role,
          user.email ?? null,
          user.passwordHash ?? null,
          user.confirmedAt?.toISOString() ?? null,
          user.bannedUntil?.toISOString() ?? null,
          JSON.stringify(user.appMetadata),
          JSON.stringify(user.userMetadata),
          now.toISOString(),
          user.email === undefined,
        ],
      )
      if (user.email !== undefined) await insertIdentity(user.id, user.email, user.confirmedAt !== undefined, now)
    },
    insertEmailIdentity: insertIdentity,
    updateUser: async (id, changes, now) => {
      if (changes.emailConfirmedAt !== undefined) await waitBriefly()
      const columns = assignments(changes)
      const set = columns.map(([column], index) => `${column} = $${index + 3}`)
      await db.query(`update auth.users set updated_at = $2${set.map((part) => `, ${part}`).join('')} where id = $1`, [
        id,
        now.toISOString(),
        ...columns.map(([, value]) => value),
      ])
      // The identity repeats the account's address.
      if (changes.email !== undefined || changes.emailConfirmedAt !== undefined)
        await db.query(
          `update auth.identities as i
           set identity_data = i.identity_data
                 || jsonb_build_object('email', u.email, 'email_verified', u.email_confirmed_at is not null),
               updated_at = $2
           from auth.users as u
           where u.id = $1 and i.user_id = u.id and i.provider = 'email'`,
          [id, now.toISOString()],
        )
    },
    touchSignIn: async (id, now) => {
      await db.query(
        `with account as (
           update auth.users set last_sign_in_at = $2, updated_at = $2 where id = $1
         )
         update auth.identities set last_sign_in_at = $2, updated_at = $2 where user_id = $1 and provider = 'email'`,
        [id, now.toISOString()],
      )
    },
    deleteUser: async (id) => {
      const rows = await db.query('delete from auth.users where id = $1 returning id', [id])
      return rows.length > 0
    },
    softDeleteUser: async (id, now) => {
      await db.query('delete from auth.identities where user_id = $1', [id])
      await db.query('delete from auth.mfa_factors where user_id = $1', [id])
      await db.query(
        `update auth.users
         set deleted_at = $2, updated_at = $2, email = id::text || '@deleted.invalid', encrypted_password = null,
             phone = null, raw_user_meta_data = '{}', raw_app_meta_data = '{}'
         where id = $1`,
        [id, now.toISOString()],
      )
    },
  }
}

function assignments(changes: UserChanges): [column: string, value: unknown][] {
  const columns: [string, unknown][] = []
  if (changes.email !== undefined) columns.push(['email', changes.email])
  if (changes.isAnonymous !== undefined) columns.push(['is_anonymous', changes.isAnonymous])
  if (changes.newEmail !== undefined) columns.push(['email_change', changes.newEmail])
  if (changes.emailChangeAgreed !== undefined)
    columns.push(['email_change_confirm_status', changes.emailChangeAgreed ? 1 : 0])
  if (changes.passwordHash !== undefined) columns.push(['encrypted_password', changes.passwordHash])
  if (changes.role !== undefined) columns.push(['role', changes.role])
  if (changes.emailConfirmedAt !== undefined)
    columns.push(['email_confirmed_at', changes.emailConfirmedAt.toISOString()])
  if (changes.invitedAt !== undefined) columns.push(['invited_at', changes.invitedAt.toISOString()])
  if (changes.bannedUntil !== undefined) columns.push(['banned_until', changes.bannedUntil?.toISOString() ?? null])
  if (changes.appMetadata !== undefined) columns.push(['raw_app_meta_data', JSON.stringify(changes.appMetadata)])
  if (changes.userMetadata !== undefined) columns.push(['raw_user_meta_data', JSON.stringify(changes.userMetadata)])
  return columns
}

/** The object that SELECT_USER builds. */
interface UserData {
  id: string
  aud: string | null
  role: string | null
  email: string | null
  is_anonymous: boolean
  encrypted_password: string | null
  email_confirmed_at: string | null
  invited_at: string | null
  confirmation_sent_at: string | null
  recovery_sent_at: string | null
  email_change: string | null
  email_change_confirm_status: number | null
  email_change_sent_at: string | null
  last_sign_in_at: string | null
  banned_until: string | null
  deleted_at: string | null
  app_metadata: Metadata | null
  user_metadata: Metadata | null
  created_at: string
  updated_at: string
  identities: IdentityData[]
  factors: FactorData[]
}

interface FactorData {
  id: string
  type: Factor['type']
  status: Factor['status']
  name: string | null
  created_at: string
  updated_at: string
}

interface IdentityData {
  id: string
  provider_id: string
  provider: string
  identity_data: Metadata
  email: string | null
  last_sign_in_at: string | null
  created_at: string
  updated_at: string
}

function toUser(row: UserData): User {
  return {
    id: row.id,
    aud: row.aud || 'authenticated',
    role: row.role || 'authenticated',
    email: row.email ?? '',
    isAnonymous: row.is_anonymous,
    passwordHash: row.encrypted_password || undefined,
    emailConfirmedAt: time(row.email_confirmed_at),
    invitedAt: time(row.invited_at),
    confirmationSentAt: time(row.confirmation_sent_at),
    recoverySentAt: time(row.recovery_sent_at),
    newEmail: row.email_change || undefined,
    emailChangeAgreed: row.email_change_confirm_status === 1,
    emailChangeSentAt: time(row.email_change_sent_at),
    lastSignInAt: time(row.last_sign_in_at),
    bannedUntil: time(row.banned_until),
    deletedAt: time(row.deleted_at),
    appMetadata: row.app_metadata ?? {},
    userMetadata: row.user_metadata ?? {},
    createdAt: new Date(row.created_at),
    updatedAt: new Date(row.updated_at),
    identities: row.identities.map(toIdentity),
    factors: row.factors.map((factor) => ({
      id: factor.id,
      type: factor.type,
      status: factor.status,
      name: factor.name || undefined,
      createdAt: new Date(factor.created_at),
      updatedAt: new Date(factor.updated_at),
    })),
  }
}

function toIdentity(row: IdentityData): Identity {
  return {
    id: row.id,
    providerId: row.provider_id,
    provider: row.provider,
    identityData: row.identity_data,
    email: row.email ?? undefined,
    lastSignInAt: time(row.last_sign_in_at),
    createdAt: new Date(row.created_at),
    updatedAt: new Date(row.updated_at),
  }
}
