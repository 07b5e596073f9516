import { randomUUID } from 'node:crypto'
import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import WebSocket from 'ws'
import type { TestEngine } from './start-engine.ts'

export interface Account {
  id: string
  email: string
  password: string
  username: string
}

/** A client and its account. */
export type Persona = SupabaseClient & { user: Account }

/**
 * A guest.
 * @param send how requests are sent, e.g. by a client that keeps cookies.
 */
export function guest(engine: Pick<TestEngine, 'url' | 'publishableKey'>, send?: typeof fetch): SupabaseClient {
  return connect(engine.url, engine.publishableKey, send)
}

/** The operator: a client with the secret key, which bypasses row-level security. */
export function service(engine: Pick<TestEngine, 'url' | 'secretKey'>): SupabaseClient {
  return connect(engine.url, engine.secretKey)
}

/**
 * A new member, signed in.
 * @param options.admin makes them an admin, as the operator's command does.
 * @param options.moderator makes them a moderator, as an admin does in the console.
 * @param options.data further sign-up metadata, e.g. `{ referrer_id }`.
 */
export async function signUp(
  engine: TestEngine,
  options: {
    username?: string
    email?: string
    password?: string
    admin?: boolean
    moderator?: boolean
    data?: object
  } = {},
): Promise<Persona> {
  const unique = randomUUID().slice(0, 12)
  const { username = `angler-${unique}`, email = `${unique}@example.com`, password = `swim ${unique}` } = options
  const client = guest(engine)
  const { data, error } = await client.auth.signUp({
    email,
    password,
    options: { data: { ...options.data, username } },
  })
  if (error) throw error
  if (!data.user || !data.session) throw new Error('the sign-up did not start a session')
  if (options.admin) await engine.owner.query('select private.promote_admin($1)', [email])
  if (options.moderator)
    await engine.owner.query('update public.profiles set is_moderator = true where id = $1', [data.user.id])
  return Object.assign(client, { user: { id: data.user.id, email, password, username } })
}

/** Signs an existing account in on another device. */
export async function signIn(engine: TestEngine, { id, email, password, username }: Account): Promise<Persona> {
  const client = guest(engine)
  const { error } = await client.auth.signInWithPassword({ email, password })
  if (error) throw error
  return Object.assign(client, { user: { id, email, password, username } })
}

function connect(url: string, key: string, send?: typeof fetch): SupabaseClient {
  return createClient(url, key, {
    ...(send ? { global: { fetch: send } } : {}),
    auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false },
    // Node 20 has no WebSocket of its own.
    realtime: { transport: WebSocket as never },
  })
}
