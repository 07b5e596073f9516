import { describe, expect, it } from 'vitest'
import { refreshGrant } from './refresh-grant.ts'
import { CLIENT, decisionDeps, withAccount } from './testing/decision-deps.ts'

const DAY_MS = 24 * 60 * 60 * 1000

async function setUp() {
  const deps = decisionDeps()
  const { refreshToken: t0, user } = await withAccount(deps)
  const refresh = async (refreshToken: string) =>
    (await refreshGrant({ refreshToken, client: CLIENT }, deps)).refreshToken
  return { deps, t0, user, refresh }
}

describe('refresh grant', () => {
  it('exchanges a token for a new one and stores hashes only', async () => {
    const { deps, t0, refresh } = await setUp()
    const t1 = await refresh(t0)
    expect(t1).not.toBe(t0)
    expect(Buffer.from(t1, 'base64url').length).toBe(32)
    expect(JSON.stringify(deps.store.state)).not.toContain(t0)
    expect(JSON.stringify(deps.store.state)).not.toContain(t1)
  })

  it('refuses an invented token', async () => {
    const { refresh } = await setUp()
    await expect(refresh('made up')).rejects.toMatchObject({ status: 400, code: 'refresh_token_not_found' })
  })

  it('returns the active token again for its parent, however late', async () => {
    const { deps, t0, refresh } = await setUp()
    const t1 = await refresh(t0)
    deps.wait(DAY_MS)
    expect(await refresh(t0)).toBe(t1)
    expect(deps.store.state.tokens).toHaveLength(2)
  })

  it('returns the active token for an older one within ten seconds', async () => {
    const { deps, t0, refresh } = await setUp()
    const t1 = await refresh(t0)
    deps.wait(5000)
    const t2 = await refresh(t1)
    deps.wait(5000)
    expect(await refresh(t0)).toBe(t2)
  })

  it('treats an older token as stolen after ten seconds: the family and its session end', async () => {
    const { deps, t0, refresh } = await setUp()
    const t1 = await refresh(t0)
    const t2 = await refresh(t1)
    deps.wait(10_001)
    await expect(refresh(t0)).rejects.toMatchObject({ status: 400, code: 'refresh_token_already_used' })
    await expect(refresh(t2)).rejects.toMatchObject({ status: 400 })
    expect(deps.store.state.sessions).toHaveLength(0)
  })

  it('does not affect other sessions of the same member when a family ends', async () => {
    const { deps, t0, refresh } = await setUp()
    const { issueSession } = await import('./issue-session.ts')
    const user = deps.store.state.users[0]
    const other = user && (await issueSession(deps.store, user, 'password', CLIENT, deps.clock()))
    await refresh(await refresh(t0))
    deps.wait(11_000)
    await expect(refresh(t0)).rejects.toThrow()
    await expect(refresh(other?.refreshToken ?? '')).resolves.toBeTypeOf('string')
  })

  it('ends a session that was not refreshed for 30 days, and keeps one a day younger', async () => {
    const { deps, t0, refresh } = await setUp()
    deps.wait(29 * DAY_MS)
    const t1 = await refresh(t0)
    deps.wait(30 * DAY_MS)
    await expect(refresh(t1)).rejects.toMatchObject({ status: 400, code: 'session_expired' })
  })

  it('ends a session 90 days after it was opened, however often it was refreshed', async () => {
    const { deps, t0, refresh } = await setUp()
    let token = t0
    for (let day = 20; day < 90; day += 20) {
      deps.wait(20 * DAY_MS)
      token = await refresh(token)
    }
    deps.wait(10 * DAY_MS)
    await expect(refresh(token)).rejects.toMatchObject({ code: 'session_expired' })
  })

  it('refuses a banned member until the ban is over', async () => {
    const { deps, t0, user, refresh } = await setUp()
    await deps.store.updateUser(user.id, { bannedUntil: new Date(deps.clock().getTime() + 1000) }, deps.clock())
    await expect(refresh(t0)).rejects.toMatchObject({ status: 400, code: 'user_banned' })
    deps.wait(1001)
    await expect(refresh(t0)).resolves.toBeTypeOf('string')
  })
})
