import { describe, expect, it } from 'vitest'
import { sessionGrant } from './issue-session.ts'
import { passwordGrant } from './password-grant.ts'
import { recover } from './recover.ts'
import { CLIENT, decisionDeps, withAccount } from './testing/decision-deps.ts'
import { verify } from './verify.ts'

async function setUp() {
  const base = decisionDeps()
  const sent: { to: string; link: URL; code: string }[] = []
  const deps = {
    ...base,
    siteUrl: 'https://club.example',
    mailer: {
      send: async (_kind: string, to: { email: string }, { link, code }: { link: string; code: string }) =>
        void sent.push({ to: to.email, link: new URL(link), code }),
      close: () => {},
    },
  }
  const { user } = await withAccount(base)
  const ask = (email: string, redirectTo?: string) =>
    recover({ email, redirectTo, challenge: undefined, client: CLIENT }, deps)()
  const token = () => sent.at(-1)?.link.hash.match(/link=([^&]+)/)?.[1] ?? ''
  const opened = async (proof: { token: string; email: string | undefined } | { code: string; email: string }) => {
    const issued = await verify('recovery', { ...proof, client: CLIENT }, sessionGrant(CLIENT), deps)
    if (!issued) throw new Error('no session was opened')
    return issued
  }
  const open = (value: string, email?: string) => opened({ token: value, email })
  const type = (code: string, email = 'carp@example.org') => opened({ code, email })
  return { deps, user, sent, ask, token, open, type }
}

describe('password recovery', () => {
  it('sends one link on the site’s own host, and keeps only the hash of its token', async () => {
    const { deps, sent, ask, token } = await setUp()
    await ask('Carp@example.org', 'https://club.example/reset?x=1')
    expect(sent).toHaveLength(1)
    expect(sent[0]?.to).toBe('carp@example.org')
    expect(sent[0]?.link.href).toMatch(/^https:\/\/club\.example\/confirm#type=recovery&link=[\w-]{43}&/)
    expect(new URLSearchParams(sent[0]?.link.hash.slice(1)).get('redirect_to')).toBe('/reset?x=1')
    expect(JSON.stringify(deps.store.state)).not.toContain(token())
  })

  it('sends nothing to an address without an account or to a banned one, and does not reveal it', async () => {
    const { deps, user, sent, ask } = await setUp()
    await ask('nobody@example.org')
    await deps.store.updateUser(user.id, { bannedUntil: new Date(deps.clock().getTime() + 1000) }, deps.clock())
    await ask('carp@example.org')
    expect(sent).toEqual([])
  })

  it('makes an address wait a minute, with or without an account', async () => {
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

  it('invalidates an earlier link when a new one is sent', async () => {
    const { deps, ask, token, open } = await setUp()
    await ask('carp@example.org')
    const first = token()
    deps.wait(60_000)
    await ask('carp@example.org')
    await expect(open(first)).rejects.toMatchObject({ code: 'otp_expired' })
    await expect(open(token())).resolves.toBeDefined()
  })

  it('refuses a token with another account’s address, and an invented one', async () => {
    const { ask, token, open } = await setUp()
    await ask('carp@example.org')
    await expect(open('made up')).rejects.toMatchObject({ code: 'otp_expired' })
    await expect(open(token(), 'eve@example.org')).rejects.toMatchObject({ code: 'otp_expired' })
  })

  it('confirms the address to which the link was mailed', async () => {
    const { deps, ask, token, open } = await setUp()
    const account = deps.store.state.users[0]
    if (account) account.emailConfirmedAt = undefined
    await ask('carp@example.org')
    expect((await open(token())).user.emailConfirmedAt).toEqual(deps.clock())
  })
})

describe('the code of a recovery mail', () => {
  const wrong = (code: string) => (code === '000000' ? '111111' : '000000')

  it('has the same effect as the link, and either invalidates the other', async () => {
    const { deps, user, ask, sent, open, token, type } = await setUp()
    await ask('carp@example.org')
    const code = sent[0]?.code ?? ''
    expect(code).toMatch(/^\d{6}$/)
    expect(JSON.stringify(deps.store.state)).not.toContain(code)
    const issued = await type(code, 'Carp@Example.org')
    expect(issued.user.id).toBe(user.id)
    expect(issued.session.methods[0]?.method).toBe('recovery')
    await expect(type(code)).rejects.toMatchObject({ status: 403, code: 'otp_expired' })
    await expect(open(token())).rejects.toMatchObject({ code: 'otp_expired' })
  })

  it('is valid for ten minutes, its link for an hour', async () => {
    const { deps, ask, sent, open, token, type } = await setUp()
    await ask('carp@example.org')
    deps.wait(10 * 60_000)
    await expect(type(sent[0]?.code ?? '')).rejects.toMatchObject({ code: 'otp_expired' })
    await expect(open(token())).resolves.toBeDefined()
  })

  it('allows a fifth guess and no sixth; the link stays valid', async () => {
    for (const [guesses, works] of [
      [4, true],
      [5, false],
    ] as const) {
      const { ask, sent, open, token, type } = await setUp()
      await ask('carp@example.org')
      const code = sent[0]?.code ?? ''
      for (let guess = 0; guess < guesses; guess++)
        await expect(type(wrong(code))).rejects.toMatchObject({ code: 'otp_expired' })
      if (works) await expect(type(code)).resolves.toBeDefined()
      else await expect(type(code)).rejects.toMatchObject({ code: 'otp_expired' })
      if (!works) await expect(open(token())).resolves.toBeDefined()
    }
  })

  it('makes an address wait after ten wrong guesses, with or without an account, and does not affect its password', async () => {
    const { deps, type } = await setUp()
    for (const email of ['carp@example.org', 'nobody@example.org']) {
      for (let guess = 0; guess < 10; guess++)
        await expect(type('000000', email)).rejects.toMatchObject({ status: 403, code: 'otp_expired' })
      await expect(type('000000', email)).rejects.toMatchObject({ status: 429, code: 'over_request_rate_limit' })
    }
    const credentials = { email: 'carp@example.org', password: 'secret-1', client: CLIENT }
    await expect(passwordGrant(credentials, deps)).resolves.toBeDefined()
  })

  it('is valid for no other account and no other purpose', async () => {
    const { deps, ask, sent, type } = await setUp()
    await ask('carp@example.org')
    const code = sent[0]?.code ?? ''
    await expect(type(code, 'eve@example.org')).rejects.toMatchObject({ code: 'otp_expired' })
    await expect(type(code, 'no address')).rejects.toMatchObject({ code: 'otp_expired' })
    for (const purpose of ['signup', 'invite', 'email_change'])
      await expect(
        verify(purpose, { code, email: 'carp@example.org', client: CLIENT }, sessionGrant(CLIENT), deps),
      ).rejects.toMatchObject({
        code: 'otp_expired',
      })
  })
})
