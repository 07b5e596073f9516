import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { pressLink } from '../../../test-support/mailed-link.ts'
import { guest, signIn, signUp } from '../../../test-support/personas.ts'
import { linkIn, type SmtpSink, startSmtpSink } from '../../../test-support/smtp-sink.ts'
import { startEngine, type TestEngine } from '../../../test-support/start-engine.ts'
import { authRequest, newcomer } from '../conformance/auth-request.ts'

// A request checks the account, hashes a password, which takes long, and then writes. The account may have changed.

let engine: TestEngine
let sink: SmtpSink
beforeAll(async () => {
  sink = await startSmtpSink()
  engine = await startEngine({ smtpUrl: sink.url, confirmEmail: false })
})
afterAll(async () => {
  await engine.close()
  await sink.close()
})

/** Starts the work while the account is locked, changes the account once the work waits for it, and lets both finish. */
async function duringWork<T>(userId: string, work: () => PromiseLike<T>, change: string): Promise<T> {
  const other = new pg.Client(engine.databaseUrl)
  await other.connect()
  try {
    await other.query('begin')
    await other.query('select from auth.users where id = $1 for update', [userId])
    const running = Promise.resolve(work())
    await expect
      .poll(
        async () =>
          await engine.owner.query(
            `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
          ),
        { timeout: 15_000 },
      )
      .toHaveLength(1)
    await other.query(change.replaceAll('$1', `'${userId}'`))
    await other.query('commit')
    return await running
  } finally {
    await other.end()
  }
}

const sessionsOf = async (id: string) =>
  (await engine.owner.query('select from auth.sessions where user_id = $1', [id])).length
const NEW_PASSWORD = `update auth.users set encrypted_password = extensions.crypt('another', extensions.gen_salt('bf', 4)) where id = $1`
const END_SESSIONS = 'delete from auth.sessions where user_id = $1'

describe('a sign-in that is under way', () => {
  const changes: [string, string, string][] = [
    ['the password is changed and all sessions end', `${NEW_PASSWORD}; ${END_SESSIONS}`, 'invalid_credentials'],
    [
      'the account passes to another address, without a password',
      `update auth.users set email = gen_random_uuid() || '@example.com', encrypted_password = null where id = $1; ${END_SESSIONS}`,
      'invalid_credentials',
    ],
    [
      'the account is banned',
      `update auth.users set banned_until = now() + interval '1 day' where id = $1; ${END_SESSIONS}`,
      'user_banned',
    ],
  ]
  it.each(changes)('is refused when %s', async (_name, change, code) => {
    const { user } = await signUp(engine)
    const attempt = () => guest(engine).auth.signInWithPassword({ email: user.email, password: user.password })
    const { error } = await duringWork(user.id, attempt, change)
    expect(error).toMatchObject({ code })
    expect(await sessionsOf(user.id)).toBe(0)
  })

  it('succeeds when something else of the account changes', async () => {
    const { user } = await signUp(engine)
    const attempt = () => guest(engine).auth.signInWithPassword({ email: user.email, password: user.password })
    const touch = 'update auth.users set updated_at = now() where id = $1'
    expect((await duringWork(user.id, attempt, touch)).error).toBeNull()
    expect(await sessionsOf(user.id)).toBe(2)
  })
})

it('an exchange of a code that is under way is refused when the code and all sessions end', async () => {
  const { user } = await signUp(engine)
  const verifier = 'v'.repeat(43)
  const challenge = { code_challenge: verifier, code_challenge_method: 'plain' }
  await authRequest(engine, '/otp', { method: 'POST', body: { email: user.email, ...challenge } })
  const { location } = await pressLink(engine, linkIn(await sink.nextMail()))
  const body = { auth_code: location.searchParams.get('code'), code_verifier: verifier }
  const attempt = () => authRequest(engine, '/token?grant_type=pkce', { method: 'POST', body })
  const end = `delete from auth.flow_state where user_id = $1; ${END_SESSIONS}`
  expect(await duringWork(user.id, attempt, end)).toMatchObject({ status: 404 })
  expect(await sessionsOf(user.id)).toBe(0)
})

describe('a change of the account that is under way', () => {
  it('writes no password and asks for no address after the session has ended', async () => {
    for (const wanted of [{ email: newcomer().email }, { password: 'taken over', data: { taken: true } }]) {
      const { user } = await signUp(engine)
      const device = await signIn(engine, user)
      const attempt = () => device.auth.updateUser({ ...wanted, current_password: user.password } as object)
      const { error } = await duringWork(user.id, attempt, END_SESSIONS)
      // How supabase-js reports session_not_found.
      expect(error).toMatchObject({ name: 'AuthSessionMissingError' })
      const [row] = await engine.owner.query(
        `select email_change = '' and not raw_user_meta_data ? 'taken' as same from auth.users where id = $1`,
        [user.id],
      )
      expect(row?.same).toBe(true)
      expect((await guest(engine).auth.signInWithPassword(user)).error).toBeNull()
    }
  })

  it('is refused when the password was changed by another request of the same session', async () => {
    const { user } = await signUp(engine)
    const device = await signIn(engine, user)
    const attempt = () => device.auth.updateUser({ password: 'second wish', current_password: user.password } as object)
    const { error } = await duringWork(user.id, attempt, NEW_PASSWORD)
    expect(error).toMatchObject({ code: 'current_password_invalid' })
  })

  it('keeps what else was written into the metadata meanwhile', async () => {
    const { user } = await signUp(engine)
    const device = await signIn(engine, user)
    const change = `update auth.users set raw_user_meta_data = raw_user_meta_data || '{"boat": "punt"}' where id = $1`
    const { data } = await duringWork(user.id, () => device.auth.updateUser({ data: { rod: 'carbon' } }), change)
    expect(data.user?.user_metadata).toMatchObject({ boat: 'punt', rod: 'carbon' })
  })
})
