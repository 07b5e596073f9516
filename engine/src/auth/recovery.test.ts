import { describe, expect, it } from 'vitest'
import { recover } from './recover.ts'
import { CLIENT, decisionDeps, withAccount } from './testing/decision-deps.ts'
import { verifyRecovery } from './verify-recovery.ts'

async function setUp() {
  const base = decisionDeps()
  const sent: { to: string; link: URL }[] = []
  const deps = {
    ...base,
    siteUrl: 'https://club.example',
    mailer: {
      send: async (_kind: string, to: { email: string }, link: string) =>
        void sent.push({ to: to.email, link: new URL(link) }),
      close: () => {},
    },
  }
  const { user } = await withAccount(base)
  const ask = (email: string, redirectTo?: string) => recover({ email, redirectTo }, deps)()
  const token = () => sent.at(-1)?.link.pathname.split('/').at(-1) ?? ''
  const open = (value: string, email?: string) => verifyRecovery({ token: value, email, client: CLIENT }, deps)
  return { deps, user, sent, ask, token, open }
}

describe('password recovery', () => {
  it('sends one link on the site’s own host, and keeps only the hash of its token', async () => {
    const { deps, sent, ask, token } = await setUp()
    await ask('Carp@example.org', 'https://club.example/reset?x=1')
    expect(sent).toHaveLength(1)
    expect(sent[0]?.to).toBe('carp@example.org')
    expect(sent[0]?.link.href).toMatch(/^https:\/\/club\.example\/auth\/v1\/verify\/[\w-]{43}\?type=recovery&/)
    expect(sent[0]?.link.searchParams.get('redirect_to')).toBe('https://club.example/reset?x=1')
    expect(JSON.stringify(deps.store.state)).not.toContain(token())
  })

  it('sends nothing to an address without an account or to a banned one, and does not say so', async () => {
    const { deps, user, sent, ask } = await setUp()
    await ask('nobody@example.org')
    await deps.store.updateUser(user.id, { bannedUntil: new Date(deps.clock().getTime() + 1000) }, deps.clock())
    await ask('carp@example.org')
    expect(sent).toEqual([])
  })

  it('asks an address to wait a minute, account or not', async () => {
    const { deps, ask } = await setUp()
    for (const email of ['carp@example.org', 'nobody@example.org']) {
      await ask(email)
      expect(() => ask(email)).toThrow(expect.objectContaining({ status: 429, code: 'over_email_send_rate_limit' }))
    }
    deps.wait(60_000)
    await ask('carp@example.org')
  })

  it('opens a session by the link, once', async () => {
    const { user, ask, token, open } = await setUp()
    await ask('carp@example.org')
    const issued = await open(token())
    expect(issued.user.id).toBe(user.id)
    expect(issued.session.methods[0]?.method).toBe('recovery')
    await expect(open(token())).rejects.toMatchObject({ status: 403, code: 'otp_expired' })
  })

  it('lets a link expire after an hour', async () => {
    const { deps, ask, token, open } = await setUp()
    await ask('carp@example.org')
    deps.wait(60 * 60_000)
    await expect(open(token())).rejects.toMatchObject({ code: 'otp_expired' })
  })

  it('makes an earlier link useless when a new one is sent', async () => {
    const { deps, ask, token, open } = await setUp()
    await ask('carp@example.org')
    const first = token()
    deps.wait(60_000)
    await ask('carp@example.org')
    await expect(open(first)).rejects.toMatchObject({ code: 'otp_expired' })
    await expect(open(token())).resolves.toBeDefined()
  })

  it('refuses a token together with somebody else’s address, and one that was made up', async () => {
    const { ask, token, open } = await setUp()
    await ask('carp@example.org')
    await expect(open('made up')).rejects.toMatchObject({ code: 'otp_expired' })
    await expect(open(token(), 'eve@example.org')).rejects.toMatchObject({ code: 'otp_expired' })
  })

  it('confirms the address of whoever opens the link', async () => {
    const { deps, ask, token, open } = await setUp()
    const account = deps.store.state.users[0]
    if (account) account.emailConfirmedAt = undefined
    await ask('carp@example.org')
    expect((await open(token())).user.emailConfirmedAt).toEqual(deps.clock())
  })
})
