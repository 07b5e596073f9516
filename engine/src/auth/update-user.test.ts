import { describe, expect, it } from 'vitest'
import { issueSession } from './issue-session.ts'
import { CLIENT, decisionDeps, withAccount } from './testing/decision-deps.ts'
import { type UpdateUserInput, updateUser } from './update-user.ts'

async function setUp(method: 'password' | 'recovery' | 'otp' = 'password') {
  const deps = decisionDeps()
  const { user } = await withAccount(deps)
  const issued = await issueSession(deps.store, user, method, CLIENT, deps.clock())
  const change = async (input: UpdateUserInput) => {
    const session = await deps.store.findSession(issued.session.id)
    const current = await deps.store.findUserById(user.id)
    if (!session || !current) throw new Error('the session is gone')
    return updateUser({ user: current, session }, input, deps)
  }
  return { deps, user, sessionId: issued.session.id, change }
}

describe('changing one’s own account', () => {
  it('sets a new password with the current one, and ends the other sessions and links', async () => {
    const { deps, user, sessionId, change } = await setUp()
    await deps.store.putOneTimeToken(
      { userId: user.id, type: 'recovery_token', relatesTo: user.email, hash: 'h', codeHash: 'c' },
      deps.clock(),
    )
    await change({ password: 'secret-2', currentPassword: 'secret-1' })
    expect(deps.store.state.users[0]?.passwordHash).toBe('hashed:secret-2')
    expect(deps.store.state.sessions.map(({ id }) => id)).toEqual([sessionId])
    expect(deps.store.state.oneTime).toEqual([])
  })

  it.each([
    ['without the current one', { password: 'secret-2' }, 400, 'current_password_required'],
    ['with a wrong current one', { password: 'secret-2', currentPassword: 'guess-1' }, 400, 'current_password_invalid'],
    ['that is the old one', { password: 'secret-1', currentPassword: 'secret-1' }, 422, 'same_password'],
    ['that is too short', { password: 'abc', currentPassword: 'secret-1' }, 422, 'weak_password'],
    ['that is too long', { password: 'x'.repeat(73), currentPassword: 'secret-1' }, 400, 'validation_failed'],
  ])('refuses a password %s', async (_what, input, status, code) => {
    const { deps, change } = await setUp()
    await expect(change(input)).rejects.toMatchObject({ status, code })
    expect(deps.store.state.users[0]?.passwordHash).toBe('hashed:secret-1')
    expect(deps.store.state.sessions).toHaveLength(2)
  })

  it('does not allow guesses at the current password beyond the sign-in limit', async () => {
    const { change } = await setUp()
    for (let i = 0; i < 10; i++)
      await expect(change({ password: 'secret-2', currentPassword: `guess-${i}` })).rejects.toMatchObject({
        status: 400,
      })
    await expect(change({ password: 'secret-2', currentPassword: 'secret-1' })).rejects.toMatchObject({
      status: 429,
      code: 'over_request_rate_limit',
    })
  })

  it('accepts a password without the old one in a recovery session, once', async () => {
    const { change } = await setUp('recovery')
    await expect(change({ password: 'secret-1' })).rejects.toMatchObject({ code: 'same_password' })
    await change({ password: 'secret-2' })
    await expect(change({ password: 'secret-3' })).rejects.toMatchObject({ code: 'current_password_required' })
  })

  it('accepts a first password, or another one, in a session that a mailed link opened within the last hour', async () => {
    const fresh = await setUp('otp')
    fresh.deps.wait(60 * 60_000 + 1)
    await expect(fresh.change({ password: 'secret-2' })).rejects.toMatchObject({ code: 'current_password_required' })
    const soon = await setUp('otp')
    soon.deps.wait(60 * 60_000)
    await expect(soon.change({ password: 'secret-2' })).resolves.toBeDefined()
    for (const [wait, works] of [
      [60 * 60_000, true],
      [60 * 60_000 + 1, false],
    ] as const) {
      const { deps, change } = await setUp('otp')
      const account = deps.store.state.users[0]
      if (account) account.passwordHash = undefined
      deps.wait(wait)
      if (works) await expect(change({ password: 'secret-2' })).resolves.toBeDefined()
      else await expect(change({ password: 'secret-2' })).rejects.toMatchObject({ code: 'reauthentication_needed' })
    }
  })

  it('requires the old password again when the recovery session is older than an hour', async () => {
    const { deps, change } = await setUp('recovery')
    deps.wait(60 * 60_000 + 1)
    await expect(change({ password: 'secret-2' })).rejects.toMatchObject({ code: 'current_password_required' })
  })

  it('refuses metadata that are too large before it hashes anything', async () => {
    const { change } = await setUp()
    const input = { currentPassword: 'guess', password: 'secret-2', data: { area: 'x'.repeat(5000) } }
    await expect(change(input)).rejects.toMatchObject({ status: 400, code: 'validation_failed' })
  })

  it('merges metadata: null deletes a key, other keys stay', async () => {
    const { change } = await setUp()
    await change({ data: { area: 'Lake', nick: 'C' } })
    const { userMetadata } = await change({ data: { nick: null } })
    expect(userMetadata).toMatchObject({ username: 'Carp', area: 'Lake' })
    expect(userMetadata).not.toHaveProperty('nick')
  })
})
