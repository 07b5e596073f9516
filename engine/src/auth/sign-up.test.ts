import { describe, expect, it } from 'vitest'
import { signUp } from './sign-up.ts'
import { CLIENT, decisionDeps, withAccount } from './testing/decision-deps.ts'

const input = { email: 'New@Example.org', password: 'secret-1', data: { username: 'New' }, client: CLIENT }

describe('sign-up', () => {
  it('makes a confirmed account with identity, session and token, the address in lower case', async () => {
    const deps = decisionDeps()
    const { user } = await signUp(input, deps)
    expect(user).toMatchObject({
      email: 'new@example.org',
      role: 'authenticated',
      emailConfirmedAt: deps.clock(),
      appMetadata: { provider: 'email', providers: ['email'] },
      userMetadata: { username: 'New', email: 'new@example.org', sub: user.id, email_verified: true },
    })
    expect(user.identities).toHaveLength(1)
    expect(deps.store.state.sessions).toHaveLength(1)
    expect(deps.store.state.tokens).toHaveLength(1)
  })

  it('does not let metadata claim another id or address', async () => {
    const deps = decisionDeps()
    const data = { sub: 'somebody', email: 'admin@example.org', email_verified: false }
    const { user } = await signUp({ ...input, data }, deps)
    expect(user.userMetadata).toMatchObject({ sub: user.id, email: 'new@example.org', email_verified: true })
  })

  it('refuses an address that has an account, in any spelling', async () => {
    const deps = decisionDeps()
    await withAccount(deps)
    await expect(signUp({ ...input, email: 'CARP@example.org' }, deps)).rejects.toMatchObject({
      status: 422,
      code: 'user_already_exists',
      message: 'User already registered',
    })
  })

  it('leaves nothing behind and reveals nothing when a trigger refuses the account', async () => {
    const deps = decisionDeps()
    const broken = {
      ...deps.store,
      transaction: <T>(work: Parameters<typeof deps.store.transaction<T>>[0]) =>
        deps.store.transaction<T>(async (store, tx) => {
          await work(store, tx)
          throw Object.assign(new Error('Failing row contains (eve@example.org)'), { code: '23514', schema: 'public' })
        }),
    }
    const refusal = await signUp(input, { ...deps, store: broken }).catch((error: unknown) => error)
    expect(refusal).toMatchObject({
      status: 422,
      code: 'validation_failed',
      message: 'Database error saving new user',
    })
    for (const rows of Object.values(deps.store.state)) expect(rows).toEqual([])
  })

  it('reports a failure of the service when the database fails', async () => {
    const deps = decisionDeps()
    deps.store.insertUser = async () => {
      throw Object.assign(new Error('could not extend file'), { code: '53100' })
    }
    await expect(signUp(input, deps)).rejects.toMatchObject({ status: 500, code: 'unexpected_failure' })
  })

  it('reports the address as taken when two sign-ups collide in the unique index', async () => {
    const deps = decisionDeps()
    const insertUser = async () => {
      throw Object.assign(new Error('duplicate key'), { code: '23505', schema: 'auth', table: 'users' })
    }
    deps.store.insertUser = insertUser
    await expect(signUp(input, deps)).rejects.toMatchObject({ status: 422, code: 'user_already_exists' })
  })

  it.each([
    ['five bytes', 'abcde', 422, 'weak_password'],
    ['73 bytes in 25 characters', `${'€'.repeat(24)}a`, 400, 'validation_failed'],
    ['a NUL', 'abc\0defg', 422, 'weak_password'],
  ])('refuses a password of %s', async (_what, password, status, code) => {
    await expect(signUp({ ...input, password }, decisionDeps())).rejects.toMatchObject({ status, code })
  })

  it.each(['abcdef', '€'.repeat(24)])('takes a password at the edge: %s', async (password) => {
    await expect(signUp({ ...input, password }, decisionDeps())).resolves.toBeDefined()
  })

  it.each([
    ['more than 4 KiB', { note: 'x'.repeat(4096) }],
    ['a NUL', { note: 'a\0b' }],
    ['half a surrogate pair in a key', { 'a\ud800': 1 }],
  ])('refuses metadata with %s', async (_what, data) => {
    await expect(signUp({ ...input, data }, decisionDeps())).rejects.toMatchObject({
      status: 400,
      code: 'validation_failed',
    })
  })
})
