import { randomUUID } from 'node:crypto'
import { hash as bcrypt } from '@node-rs/bcrypt'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { guest, service, signUp } from '../../../test-support/personas.ts'
import { startEngine, type TestEngine } from '../../../test-support/start-engine.ts'
import { authRequest, newcomer } from './auth-request.ts'

let engine: TestEngine
beforeAll(async () => {
  engine = await startEngine()
})
afterAll(() => engine.close())

const signInError = async (email: string, password: string) =>
  (await guest(engine).auth.signInWithPassword({ email, password })).error

describe('admin calls with the secret key', () => {
  it('end the sessions of the account that a token belongs to', async () => {
    const { admin } = service(engine).auth
    const member = await signUp(engine)
    const token = (await member.auth.getSession()).data.session?.access_token ?? ''
    expect((await admin.signOut(token, 'global')).error).toBeNull()
    expect((await guest(engine).auth.getUser(token)).error).toMatchObject({ name: 'AuthSessionMissingError' })
    expect((await admin.signOut(token)).error).toMatchObject({ name: 'AuthSessionMissingError' })
    expect((await admin.signOut('no token')).error).toMatchObject({ status: 403, code: 'bad_jwt' })
  })

  it('create an account that may sign in when its address is confirmed, and not before', async () => {
    const { admin } = service(engine).auth
    const { email, password, data: user_metadata } = newcomer()
    const { data, error } = await admin.createUser({ email, password, user_metadata, app_metadata: { club: 'north' } })
    expect(error).toBeNull()
    expect(data.user).toMatchObject({ email, user_metadata, app_metadata: { club: 'north', provider: 'email' } })
    expect(await signInError(email, password)).toMatchObject({ status: 400, code: 'email_not_confirmed' })
    await admin.updateUserById(data.user?.id ?? '', { email_confirm: true })
    expect(await signInError(email, password)).toBeNull()
  })

  it('create an account that is moved from elsewhere, with its ID, the hash of its password and nothing added', async () => {
    const { admin } = service(engine).auth
    const { email, password, data: user_metadata } = newcomer()
    const id = randomUUID()
    const hash = await bcrypt(password, 6)
    const moved = { id, email, password_hash: hash.replace('$2b$', '$2y$'), email_confirm: true, user_metadata }
    const { data, error } = await admin.createUser(moved)
    expect(error).toBeNull()
    expect(data.user).toMatchObject({ id, email })
    expect(data.user?.user_metadata).toEqual(user_metadata)
    expect(await signInError(email, password)).toBeNull()
    expect(await signInError(email, `${password}!`)).toMatchObject({ code: 'invalid_credentials' })
    const refused = [
      { ...moved, email: newcomer().email, password_hash: hash.replace(/\$\d\d\$/, '$$13$$'), id: randomUUID() },
      { ...moved, email: newcomer().email, password_hash: 'secret', id: randomUUID() },
      { ...moved, email: newcomer().email, password, id: randomUUID() },
      { ...moved, email: newcomer().email, id: '7' },
    ]
    for (const body of refused)
      expect((await admin.createUser(body)).error).toMatchObject({ status: 400, code: 'validation_failed' })
    expect((await admin.createUser({ ...moved, email: newcomer().email })).error?.status).toBe(422)
  })

  it('refuse a taken address, a missing one, a weak password and a role other than a member’s', async () => {
    const { admin } = service(engine).auth
    const { user } = await signUp(engine)
    const { email, password } = newcomer()
    const create = async (body: object) => (await admin.createUser(body)).error
    expect(await create({ email: user.email.toUpperCase(), password })).toMatchObject({
      status: 422,
      code: 'email_exists',
    })
    expect(await create({ password })).toMatchObject({ status: 400, code: 'validation_failed' })
    expect(await create({ email, password: 'abcde' })).toMatchObject({ status: 422, code: 'weak_password' })
    expect(await create({ email, password, role: 'service_role' })).toMatchObject({
      status: 400,
      code: 'validation_failed',
    })
    expect(await create({ email, password, ban_duration: 'for ever' })).toMatchObject({ code: 'validation_failed' })
  })

  it('get one account, and answer 404 when there is none', async () => {
    const { admin } = service(engine).auth
    const { user } = await signUp(engine)
    expect((await admin.getUserById(user.id)).data.user?.email).toBe(user.email)
    expect((await admin.getUserById(randomUUID())).error).toMatchObject({ status: 404, code: 'user_not_found' })
    expect(await authRequest(engine, '/admin/users/x', { token: engine.secretKey })).toMatchObject({
      status: 400,
      body: { code: 'validation_failed' },
    })
  })

  it('list accounts in pages, newest first', async () => {
    const { admin } = service(engine).auth
    const ids: string[] = []
    for (let i = 0; i < 3; i++) ids.unshift((await signUp(engine)).user.id)
    const { data } = await admin.listUsers({ page: 1, perPage: 2 })
    expect(data.users.map(({ id }) => id)).toEqual(ids.slice(0, 2))
    expect(data).toMatchObject({ aud: 'authenticated', nextPage: 2 })
    const reply = await authRequest(engine, '/admin/users?page=1&per_page=2', { token: engine.secretKey })
    expect(Number(reply.headers.get('x-total-count'))).toBe('total' in data ? data.total : -1)
    expect(reply.headers.get('link')).toMatch(/<[^>]*page=2[^>]*>; rel="next", <[^>]*>; rel="last"/)
    expect(JSON.stringify(reply.body)).not.toMatch(/\$2[aby]\$/)
    for (const page of ['0', '-1', 'x', '1e9'])
      expect((await authRequest(engine, `/admin/users?page=${page}`, { token: engine.secretKey })).status).toBe(400)
  })

  it('set a new password, which ends the member’s sessions', async () => {
    const member = await signUp(engine)
    const { error } = await service(engine).auth.admin.updateUserById(member.user.id, { password: 'set by the club' })
    expect(error).toBeNull()
    expect((await member.auth.getUser()).error).toMatchObject({ name: 'AuthSessionMissingError' })
    expect(await signInError(member.user.email, member.user.password)).toMatchObject({ code: 'invalid_credentials' })
    expect(await signInError(member.user.email, 'set by the club')).toBeNull()
  })

  it('change address and metadata', async () => {
    const [member, other] = [await signUp(engine), await signUp(engine)]
    const { admin } = service(engine).auth
    const { email } = newcomer()
    const { data } = await admin.updateUserById(member.user.id, { email, app_metadata: { club: 'south' } })
    expect(data.user).toMatchObject({ email, app_metadata: { club: 'south', provider: 'email' } })
    expect(data.user?.identities?.[0]).toMatchObject({ email })
    expect(await signInError(email, member.user.password)).toBeNull()
    const taken = await admin.updateUserById(member.user.id, { email: other.user.email })
    expect(taken.error).toMatchObject({ status: 422, code: 'email_exists' })
  })

  it('ban and unban', async () => {
    const member = await signUp(engine)
    const { admin } = service(engine).auth
    await admin.updateUserById(member.user.id, { ban_duration: '24h' })
    expect((await member.auth.getUser()).error).toMatchObject({ name: 'AuthSessionMissingError' })
    expect(await signInError(member.user.email, member.user.password)).toMatchObject({
      status: 400,
      code: 'user_banned',
    })
    await admin.updateUserById(member.user.id, { ban_duration: 'none' })
    expect(await signInError(member.user.email, member.user.password)).toBeNull()
  })

  it('delete an account with its sessions; a soft deletion keeps the row without personal data', async () => {
    const [hard, soft] = [await signUp(engine), await signUp(engine)]
    const { admin } = service(engine).auth
    expect((await admin.deleteUser(hard.user.id)).error).toBeNull()
    expect((await admin.getUserById(hard.user.id)).error).toMatchObject({ status: 404, code: 'user_not_found' })
    expect((await admin.deleteUser(soft.user.id, true)).error).toBeNull()
    const { data } = await admin.getUserById(soft.user.id)
    expect(data.user).toMatchObject({ id: soft.user.id, user_metadata: {}, identities: [] })
    expect(data.user?.deleted_at).toBeDefined()
    for (const gone of [hard, soft]) {
      expect((await gone.auth.getUser()).error).toMatchObject({ name: 'AuthSessionMissingError' })
      expect(await signInError(gone.user.email, gone.user.password)).toMatchObject({ code: 'invalid_credentials' })
    }
    expect((await admin.deleteUser(randomUUID())).error).toMatchObject({ status: 404, code: 'user_not_found' })
  })
})

describe('admin calls with any other key or token', () => {
  const calls: [string, string, object | undefined][] = [
    ['GET', '/admin/users', undefined],
    ['POST', '/admin/users', { email: 'forged@example.com', password: 'secret-1', email_confirm: true }],
    ['GET', '/admin/users/ID', undefined],
    ['PUT', '/admin/users/ID', { password: 'taken over' }],
    ['DELETE', '/admin/users/ID', {}],
  ]

  it('are refused to guests, members and admins of the site', async () => {
    const victim = await signUp(engine)
    const [member, admin] = [await signUp(engine), await signUp(engine, { admin: true })]
    const tokens = await Promise.all(
      [member, admin].map(async (person) => (await person.auth.getSession()).data.session?.access_token ?? ''),
    )
    for (const [method, path, body] of calls) {
      const target = path.replace('ID', victim.user.id)
      for (const token of [engine.publishableKey, ...tokens])
        expect(await authRequest(engine, target, { method, body, token })).toMatchObject({
          status: 403,
          body: { code: 'not_admin', message: 'User not allowed' },
        })
      expect(await authRequest(engine, target, { method, body, token: null })).toMatchObject({
        status: 401,
        body: { code: 'no_authorization' },
      })
    }
    expect((await victim.auth.getUser()).error).toBeNull()
    expect(await signInError(victim.user.email, victim.user.password)).toBeNull()
    expect(await signInError('forged@example.com', 'secret-1')).not.toBeNull()
  })

  it('are refused to a member who adds the secret key’s name to their token', async () => {
    const member = await signUp(engine)
    const { error } = await member.auth.admin.listUsers()
    expect(error).toMatchObject({ status: 403, code: 'not_admin' })
    const token = `${(await member.auth.getSession()).data.session?.access_token}x`
    expect(await authRequest(engine, '/admin/users', { token })).toMatchObject({
      status: 403,
      body: { code: 'bad_jwt' },
    })
    expect(await authRequest(engine, '/admin/users', { token: 'sb_secret_guess' })).toMatchObject({ status: 401 })
  })
})
