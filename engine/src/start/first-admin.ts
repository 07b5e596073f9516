import { randomBytes } from 'node:crypto'
import { createUser } from '../auth/create-user.ts'
import type { Database } from '../db/port.ts'
import { messageOf, StartError } from '../kernel/errors.ts'

const DEFAULT_EMAIL = 'admin@bankside.local'

export interface FirstAdmin {
  email: string
  /** Undefined when the settings gave it: then there is no password to show. */
  password: string | undefined
}

/**
 * Creates the first admin when the domain has none and offers a function for it. The engine knows no table of the
 * domain, only the two functions by their names. Call it before anybody can sign up. An account that exists is not made
 * an admin: its address may be a stranger's claim.
 * @returns undefined when there was nothing to do.
 * @throws {StartError} when the admin's address or password cannot be used.
 */
export async function ensureFirstAdmin(
  db: Database,
  settings: { adminEmail: string | undefined; adminPassword: string | undefined },
): Promise<FirstAdmin | undefined> {
  if (!(await canPromote(db)) || (await hasAdmin(db))) return undefined
  const email = settings.adminEmail ?? DEFAULT_EMAIL
  const generated = settings.adminPassword === undefined ? randomBytes(12).toString('base64url') : undefined
  const password = settings.adminPassword ?? generated ?? ''
  const account = { email, password, userMetadata: { username: await freeName(db) }, confirmed: true }
  try {
    await createUser(db, account, async (tx) => void (await promoteAdmin(tx, email)))
  } catch (error) {
    // Another engine may have been faster.
    if (await hasAdmin(db)) return undefined
    throw new StartError(
      `The first admin could not be made: ${messageOf(error)}. Set ADMIN_EMAIL and ADMIN_PASSWORD, or make a member the ` +
        'admin with "npm run admin -- promote <email>"',
    )
  }
  return { email, password: generated }
}

/**
 * Makes an existing member an admin.
 * @returns false when no member has this address.
 */
export async function promoteAdmin(db: Pick<Database, 'query'>, email: string): Promise<boolean> {
  const [answer] = await db.query<{ promoted: boolean | null }>('select private.promote_admin($1) as promoted', [email])
  return answer?.promoted === true
}

async function hasAdmin(db: Database): Promise<boolean> {
  const [answer] = await db.query<{ has_admin: boolean }>('select private.has_admin()')
  return answer?.has_admin === true
}

async function canPromote(db: Database): Promise<boolean> {
  const [answer] = await db.query<{ ready: boolean }>(
    `select to_regprocedure('private.has_admin()') is not null
        and to_regprocedure('private.promote_admin(text)') is not null as ready`,
  )
  return answer?.ready === true
}

/** `admin`, unless the domain refuses the name because a member has it or gave it up recently. */
async function freeName(db: Database): Promise<string> {
  const [answer] = await db.query<{ free: boolean }>(`select public.is_username_available('admin') as free`)
  return answer?.free ? 'admin' : `keeper-${randomBytes(3).toString('hex')}`
}
