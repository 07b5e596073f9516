import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { guest, type Persona, service, signIn, signUp } from '../../../test-support/personas.ts'
import { startEngine, type TestEngine } from '../../../test-support/start-engine.ts'
import { newcomer } from './auth-request.ts'

let engine: TestEngine
let member: Persona
beforeAll(async () => {
  engine = await startEngine()
  member = await signUp(engine)
})
afterAll(() => engine.close())

describe('authentication, call by call', () => {
  it('sign up (email, password, data with username): a session, an account and its profile', async () => {
    const { email, password, data } = newcomer()
    const client = guest(engine)
    const answer = await client.auth.signUp({ email, password, options: { data } })
    expect(answer.error).toBeNull()
    expect(answer.data.session?.user.user_metadata.username).toBe(data.username)
    const profile = await client.from('profiles').select('username').eq('id', answer.data.user?.id).single()
    expect(profile.data).toEqual({ username: data.username })
    expect((await guest(engine).auth.signUp({ email, password, options: newcomer() })).error).toMatchObject({
      code: 'user_already_exists',
    })
  })

  it('sign in with password (email, password): the member, but not with another password', async () => {
    const { email, password, id } = member.user
    const right = await guest(engine).auth.signInWithPassword({ email, password })
    expect(right.data.user?.id).toBe(id)
    const wrong = await guest(engine).auth.signInWithPassword({ email, password: 'not this one' })
    expect(wrong.error).toMatchObject({ code: 'invalid_credentials', message: 'Invalid login credentials' })
    expect(wrong.data.session).toBeNull()
  })

  it('get session: the member has one, a guest has none', async () => {
    expect((await member.auth.getSession()).data.session?.user.id).toBe(member.user.id)
    expect((await guest(engine).auth.getSession()).data.session).toBeNull()
  })

  it('update own user (password): with the current password, and only for one’s own account', async () => {
    const owner = await signUp(engine)
    const refused = await owner.auth.updateUser({ password: 'a new secret' })
    expect(refused.error).toMatchObject({ code: 'current_password_required' })
    const { error } = await owner.auth.updateUser({
      password: 'a new secret',
      current_password: owner.user.password,
    })
    expect(error).toBeNull()
    const { email, password } = owner.user
    expect((await guest(engine).auth.signInWithPassword({ email, password })).error).not.toBeNull()
    expect((await guest(engine).auth.signInWithPassword({ email, password: 'a new secret' })).error).toBeNull()
    expect((await guest(engine).auth.updateUser({ password: 'x' })).error).toMatchObject({
      name: 'AuthSessionMissingError',
    })
  })

  it('admin update user by id (password): the secret key, and no member, not even an admin', async () => {
    const [target, admin] = [await signUp(engine), await signUp(engine, { admin: true })]
    for (const who of [guest(engine), member, admin]) {
      const { error } = await who.auth.admin.updateUserById(target.user.id, { password: 'taken over' })
      expect(error).toMatchObject({ code: 'not_admin' })
    }
    const { error } = await service(engine).auth.admin.updateUserById(target.user.id, { password: 'set by key' })
    expect(error).toBeNull()
    const { email } = target.user
    expect((await guest(engine).auth.signInWithPassword({ email, password: 'set by key' })).error).toBeNull()
  })

  it('an admin of the club sets a member’s password with its own function, and a member cannot', async () => {
    const [target, admin] = [await signUp(engine), await signUp(engine, { admin: true })]
    const set = (who: Persona) =>
      who.rpc('set_member_password', { user_id: target.user.id, new_password: 'set by the bailiff' })
    expect((await set(member)).error).toMatchObject({ code: '42501' })
    expect((await set(admin)).error).toBeNull()
    const { email } = target.user
    expect((await guest(engine).auth.signInWithPassword({ email, password: 'set by the bailiff' })).error).toBeNull()
  })

  it('sign out: the session ends locally and at the server', async () => {
    const client = await signIn(engine, member.user)
    const token = (await client.auth.getSession()).data.session?.access_token ?? ''
    expect((await client.auth.signOut({ scope: 'local' })).error).toBeNull()
    expect((await client.auth.getSession()).data.session).toBeNull()
    expect((await guest(engine).auth.getUser(token)).error).not.toBeNull()
    expect((await member.auth.getUser()).error).toBeNull()
  })

  it('subscribe to auth state changes: signing in, changing and signing out are reported', async () => {
    const client = guest(engine)
    const events: string[] = []
    const { data } = client.auth.onAuthStateChange((event) => void events.push(event))
    const { email, password } = member.user
    await client.auth.signInWithPassword({ email, password })
    await client.auth.updateUser({ data: { area: 'Withy Lake' } })
    await client.auth.signOut({ scope: 'local' })
    await expect.poll(() => events).toEqual(expect.arrayContaining(['SIGNED_IN', 'USER_UPDATED', 'SIGNED_OUT']))
    data.subscription.unsubscribe()
  })
})
