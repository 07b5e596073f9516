import { describe, expect, it } from 'vitest'
import { type Caller, CallerError, type CallerRefusal, type CallerResolver } from '../http/caller.ts'
import { authenticate, requireServiceRole } from './authenticate.ts'
import { decisionDeps, withAccount } from './testing/decision-deps.ts'

const DAY_MS = 24 * 60 * 60 * 1000
const BEARER = { authorization: 'Bearer x' }

function callers(answer: Partial<Caller> | CallerRefusal): CallerResolver {
  return {
    resolve: async () => {
      if (typeof answer === 'string') throw new CallerError(answer, 'no')
      return { role: 'authenticated', claims: {}, claimsJson: '{}', userId: undefined, hasSession: true, ...answer }
    },
    forgetSession: () => {},
    isSessionAlive: () => true,
  }
}

async function setUp() {
  const deps = decisionDeps()
  const { user, session } = await withAccount(deps)
  const claims = { session_id: session.id }
  const attempt = (answer: Partial<Caller> | CallerRefusal = { userId: user.id, claims }, headers = BEARER) =>
    authenticate(headers, { ...deps, callers: callers(answer) })
  return { deps, user, claims, attempt }
}

describe('authentication', () => {
  it('finds the account and the session of a token', async () => {
    const { user, claims, attempt } = await setUp()
    expect(await attempt()).toMatchObject({ user: { id: user.id }, session: { id: claims.session_id } })
  })

  it.each([
    ['malformed', 403, 'bad_jwt'],
    ['signature', 403, 'bad_jwt'],
    ['expired', 403, 'bad_jwt'],
    ['not_yet_valid', 403, 'bad_jwt'],
    ['claims', 403, 'bad_jwt'],
    ['session_revoked', 403, 'session_not_found'],
    ['unknown_key', 401, 'no_authorization'],
  ] as const)('answers a token refused as %s with %i %s', async (reason, status, code) => {
    const { attempt } = await setUp()
    await expect(attempt(reason)).rejects.toMatchObject({ status, code })
  })

  it('refuses an account that does not exist, is deleted or banned, and a session that has ended', async () => {
    const { deps, user, claims, attempt } = await setUp()
    const nobody = '00000000-0000-4000-8000-000000000000'
    await expect(attempt({ userId: nobody, claims })).rejects.toMatchObject({ code: 'user_not_found' })
    await expect(attempt({ userId: user.id, claims: { session_id: nobody } })).rejects.toMatchObject({
      code: 'session_not_found',
    })
    await deps.store.updateUser(user.id, { bannedUntil: new Date(deps.clock().getTime() + 1) }, deps.clock())
    await expect(attempt()).rejects.toMatchObject({ status: 403, code: 'user_banned' })
    deps.wait(31 * DAY_MS)
    await expect(attempt()).rejects.toMatchObject({ code: 'session_not_found' })
    await deps.store.softDeleteUser(user.id, deps.clock())
    await expect(attempt()).rejects.toMatchObject({ code: 'user_not_found' })
  })
})

describe('the secret key’s rights', () => {
  const attempt = (role: string, headers: { authorization?: string } = BEARER) =>
    requireServiceRole(headers, callers({ role }))

  it('belong to the secret key', async () => {
    await expect(attempt('service_role')).resolves.toBeUndefined()
  })

  it('belong to no other key or token', async () => {
    for (const role of ['authenticated', 'anon'])
      await expect(attempt(role)).rejects.toMatchObject({ status: 403, code: 'not_admin' })
    await expect(attempt('anon', {})).rejects.toMatchObject({ status: 401, code: 'no_authorization' })
  })
})
