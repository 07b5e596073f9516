import { describe, expect, it } from 'vitest'
import { passwordGrant } from './password-grant.ts'
import { CLIENT, decisionDeps, withAccount } from './testing/decision-deps.ts'

async function setUp() {
  const deps = decisionDeps()
  const { user } = await withAccount(deps)
  const signIn = (password: string, email = 'carp@example.org') =>
    passwordGrant({ email, password, client: CLIENT }, deps)
  return { deps, user, signIn }
}

describe('password grant', () => {
  it('opens a session for the right password, in any spelling of the address', async () => {
    const { deps, signIn } = await setUp()
    deps.wait(1000)
    const issued = await signIn('secret-1', 'Carp@Example.ORG')
    expect(issued.session.methods).toEqual([{ method: 'password', at: deps.clock() }])
    expect(issued.user.lastSignInAt).toEqual(deps.clock())
    expect(deps.store.state.sessions).toHaveLength(2)
  })

  it('answers a wrong password, an unknown address and an invalid address alike', async () => {
    const { signIn } = await setUp()
    const refusals = await Promise.all(
      [signIn('wrong-1'), signIn('secret-1', 'nobody@example.org'), signIn('secret-1', 'no address')].map((attempt) =>
        attempt.catch((error: unknown) => error),
      ),
    )
    for (const refusal of refusals)
      expect(refusal).toMatchObject({ status: 400, code: 'invalid_credentials', message: 'Invalid login credentials' })
  })

  it('also computes one hash for an unknown address', async () => {
    const { deps } = await setUp()
    const seen: (string | undefined)[] = []
    const hasher = {
      ...deps.hasher,
      verify: async (_password: string, hash: string | undefined) => {
        seen.push(hash)
        return false
      },
    }
    const attempt = passwordGrant({ email: 'nobody@example.org', password: 'x', client: CLIENT }, { ...deps, hasher })
    await expect(attempt).rejects.toThrow()
    expect(seen).toEqual([undefined])
  })

  it('reports a ban or a missing confirmation only to a caller who knows the password', async () => {
    const { deps, user, signIn } = await setUp()
    const account = deps.store.state.users[0]
    if (account) account.emailConfirmedAt = undefined
    await expect(signIn('secret-1')).rejects.toMatchObject({ code: 'email_not_confirmed' })
    await deps.store.updateUser(user.id, { bannedUntil: new Date(deps.clock().getTime() + 1000) }, deps.clock())
    await expect(signIn('secret-1')).rejects.toMatchObject({ code: 'user_banned' })
    await expect(signIn('wrong-1')).rejects.toMatchObject({ code: 'invalid_credentials' })
  })

  it('refuses an address after ten failures, even with the right password, with or without an account', async () => {
    const { deps, signIn } = await setUp()
    for (const email of ['carp@example.org', 'nobody@example.org']) {
      for (let i = 0; i < 10; i++) await expect(signIn('wrong-1', email)).rejects.toMatchObject({ status: 400 })
      await expect(signIn('secret-1', email)).rejects.toMatchObject({ status: 429, code: 'over_request_rate_limit' })
    }
    deps.wait(15 * 60_000)
    await expect(signIn('secret-1')).resolves.toBeDefined()
  })

  it('does not count successes as failures', async () => {
    const { signIn } = await setUp()
    for (let i = 0; i < 20; i++) await signIn('secret-1')
    await expect(signIn('wrong-1')).rejects.toMatchObject({ code: 'invalid_credentials' })
  })
})
