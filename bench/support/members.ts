import { hash } from '@node-rs/bcrypt'
import { SignJWT } from 'jose'
import type { BenchEngine } from './engine.ts'

export const PASSWORD = 'tight lines'

export interface BenchMember {
  id: string
  email: string
  token: string
}

/**
 * Members without a sign-up: inserts all rows at once, with one password, and gives each the token of a session in the
 * database, as during a visit after signing in.
 */
export async function makeMembers(engine: BenchEngine, count: number): Promise<BenchMember[]> {
  const encrypted = await hash(PASSWORD, 10)
  const rows = await engine.ask(
    `insert into auth.users (instance_id, id, aud, role, email, encrypted_password, email_confirmed_at,
       confirmation_token, recovery_token, email_change_token_new, email_change, raw_app_meta_data, raw_user_meta_data,
       created_at, updated_at)
     select '00000000-0000-0000-0000-000000000000', gen_random_uuid(), 'authenticated', 'authenticated',
       'angler-' || n || '@example.com', $2, now(), '', '', '', '', '{"provider":"email","providers":["email"]}',
       jsonb_build_object('username', 'angler-' || n), now(), now()
     from generate_series(1, $1::int) as n returning id, email`,
    [count, encrypted],
  )
  const sessions = await engine.ask(
    `insert into auth.sessions (id, user_id, created_at, updated_at, aal, not_after)
     select gen_random_uuid(), id, now(), now(), 'aal1', now() + interval '30 days' from auth.users
     where id = any($1::uuid[]) returning id, user_id`,
    [rows.map(({ id }) => id)],
  )
  const sessionOf = new Map(sessions.map(({ id, user_id }) => [String(user_id), String(id)]))
  return Promise.all(
    rows.map(async ({ id, email }) => ({
      id: String(id),
      email: String(email),
      token: await signToken(engine, { sub: String(id), session_id: sessionOf.get(String(id)) ?? '' }),
    })),
  )
}

/** A member's token; without a session the engine does not look for one, and the account need not exist. */
export function signToken(engine: BenchEngine, claims: { sub: string; session_id?: string }): Promise<string> {
  return new SignJWT({ ...claims, role: 'authenticated', aal: 'aal1', is_anonymous: false })
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .setIssuer(`${engine.url}/auth/v1`)
    .setAudience('authenticated')
    .setIssuedAt()
    .setExpirationTime('6h')
    .sign(new TextEncoder().encode(engine.jwtSecret))
}
