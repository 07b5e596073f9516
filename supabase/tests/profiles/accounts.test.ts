import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { guest, type Persona, service, signUp } from '../../../test-support/personas.ts'
import { startEngine } from '../../../test-support/start-engine.ts'
import { expectAllowed, expectDenied, expectDeniedOrNothing, expectError } from '../support/denied.ts'

let engine: Awaited<ReturnType<typeof startEngine>>
let admin: Persona
let member: Persona

beforeAll(async () => {
  engine = await startEngine()
  admin = await signUp(engine, { admin: true })
  member = await signUp(engine)
})
afterAll(() => engine.close())

const exists = async (id: string) =>
  (await engine.owner.query('select from auth.users where id = $1', [id])).length === 1

describe('user_profiles_with_email', () => {
  it('shows addresses to admins, nothing to members, and is closed to guests', async () => {
    const read = admin.from('user_profiles_with_email').select().neq('id', admin.user.id)
    const rows = expectAllowed(await read)
    expect(rows.find(({ id }) => id === member.user.id)?.auth_email).toBe(member.user.email)
    expect(rows.some(({ id }) => id === admin.user.id)).toBe(false)
    expect(expectAllowed(await member.from('user_profiles_with_email').select())).toEqual([])
    expectDenied(await guest(engine).from('user_profiles_with_email').select())
  })

  it('follows a change of address', async () => {
    const target = await signUp(engine)
    const email = `${randomUUID()}@bankside.test`
    await engine.owner.query('update auth.users set email = $2 where id = $1', [target.user.id, email])
    const row = await admin.from('user_profiles_with_email').select('auth_email').eq('id', target.user.id).single()
    expect(expectAllowed(row).auth_email).toBe(email)
  })

  it('is the only place with addresses: no relation shows a member that of another', async () => {
    const relations = await engine.owner.query(
      `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'v')`,
    )
    for (const { name } of relations) {
      for (const persona of [member, guest(engine)]) {
        const { data } = await persona.from(name as 'profiles').select()
        expect(JSON.stringify(data ?? []), String(name)).not.toMatch(/@example\./)
      }
    }
  })
})

describe('delete_user', () => {
  it('is for admins, and not for their own account', async () => {
    const target = await signUp(engine)
    expectDenied(await member.rpc('delete_user', { user_id: target.user.id }))
    expectDenied(await member.rpc('delete_user', { user_id: member.user.id }))
    expectDenied(await guest(engine).rpc('delete_user', { user_id: target.user.id }))
    expectDenied(await admin.rpc('delete_user', { user_id: admin.user.id }))
    expect(await exists(target.user.id)).toBe(true)
    expectAllowed(await admin.rpc('delete_user', { user_id: target.user.id }))
    expect(await exists(target.user.id)).toBe(false)
  })

  it('cannot be called by a GET request, whose transaction is read-only', async () => {
    const target = await signUp(engine)
    const { error } = await admin.rpc('delete_user', { user_id: target.user.id }, { get: true })
    expect(error).not.toBeNull()
    expect(await exists(target.user.id)).toBe(true)
  })

  it('answers 404 for an unknown account', async () => {
    expect((await admin.rpc('delete_user', { user_id: randomUUID() })).status).toBe(404)
  })

  it('does not change the ledger and the balance of other members', async () => {
    const gone = await signUp(engine, { admin: true })
    const stays = await signUp(engine)
    const give = { user_id: stays.user.id, points_change: 30, reason: 'Bank clean-up' }
    expectAllowed(await gone.from('points_log').insert(give))
    expectAllowed(await admin.rpc('delete_user', { user_id: gone.user.id }))
    const [row] = await engine.owner.query(
      'select l.points_change, l.created_by, p.points from points_log as l join profiles as p on p.id = l.user_id where p.id = $1',
      [stays.user.id],
    )
    expect(row).toMatchObject({ points_change: 30, created_by: null })
    expect(Number(row?.points)).toBe(30)
  })

  it('and a deletion of the profile delete the whole account', async () => {
    const target = await signUp(engine)
    expectDeniedOrNothing(await member.from('profiles').delete().eq('id', target.user.id).select())
    expect(await exists(target.user.id)).toBe(true)
    expectAllowed(await admin.from('profiles').delete().eq('id', target.user.id))
    expect(await exists(target.user.id)).toBe(false)
    expectDeniedOrNothing(await admin.from('profiles').delete().eq('id', admin.user.id).select())
    expect(await exists(admin.user.id)).toBe(true)
  })
})

describe('set_member_password', () => {
  it('sets a member’s password and ends their sessions', async () => {
    const target = await signUp(engine)
    expectAllowed(await admin.rpc('set_member_password', { user_id: target.user.id, new_password: 'new-water' }))
    const email = target.user.email as string
    const signedIn = await guest(engine).auth.signInWithPassword({ email, password: 'new-water' })
    expect(signedIn.error).toBeNull()
    expect((await target.auth.refreshSession()).error).not.toBeNull()
  })

  it('is for admins, and not for their own password', async () => {
    const call = { user_id: member.user.id, new_password: 'stolen-water' }
    const hash = async () =>
      (await engine.owner.query('select encrypted_password from auth.users where id = $1', [member.user.id]))[0]
    const before = await hash()
    expectDenied(await (await signUp(engine)).rpc('set_member_password', call))
    expectDenied(await guest(engine).rpc('set_member_password', call))
    expectDenied(await admin.rpc('set_member_password', { user_id: admin.user.id, new_password: 'stolen-water' }))
    expect(await hash()).toEqual(before)
  })

  it('accepts 6 to 72 bytes and an existing account', async () => {
    const target = await signUp(engine)
    const set = (new_password: string, user_id = target.user.id) =>
      admin.rpc('set_member_password', { user_id, new_password })
    expectError(await set('12345'), '22023')
    expectError(await set('x'.repeat(73)), '22023')
    expectAllowed(await set('123456'))
    expectAllowed(await set('x'.repeat(72)))
    expect((await set('123456', randomUUID())).status).toBe(404)
  })
})

describe('the last admin', () => {
  it('cannot be demoted, suspended or deleted by any role', async () => {
    const lonely = await startEngine()
    try {
      const only = await signUp(lonely, { admin: true })
      await lonely.owner.query('update profiles set is_admin = false where is_admin and id <> $1', [only.user.id])
      for (const sql of [
        'update profiles set is_admin = false where id = $1',
        'update profiles set is_suspended = true where id = $1',
        'delete from profiles where id = $1',
        'delete from auth.users where id = $1',
      ]) {
        await expect(lonely.owner.query(sql, [only.user.id]), sql).rejects.toMatchObject({ code: 'US001' })
      }
      // A refusal of the rules, not a failure of the server.
      expect((await service(lonely).auth.admin.deleteUser(only.user.id)).error).toMatchObject({ status: 422 })
    } finally {
      await lonely.close()
    }
  })

  it('remains when two admins remove each other at the same time', async () => {
    const club = await startEngine()
    try {
      for (let round = 0; round < 5; round++) {
        const [one, two] = await Promise.all([signUp(club, { admin: true }), signUp(club, { admin: true })])
        await club.owner.query('update profiles set is_admin = false where is_admin and id <> all ($1)', [
          [one.user.id, two.user.id],
        ])
        const verb = round % 2 ? { is_suspended: true } : { is_admin: false }
        await Promise.all([
          one.from('profiles').update(verb).eq('id', two.user.id),
          two.from('profiles').update(verb).eq('id', one.user.id),
        ])
        const left = await club.owner.query('select from profiles where is_admin and not is_suspended')
        expect(left).toHaveLength(1)
      }
    } finally {
      await club.close()
    }
  })
})

describe('promote_admin and has_admin', () => {
  it('are for the database owner, who promotes by address', async () => {
    const target = await signUp(engine)
    const [promoted] = await engine.owner.query('select private.promote_admin($1) as done', [
      target.user.email?.toUpperCase(),
    ])
    expect(promoted?.done).toBe(true)
    const [unknown] = await engine.owner.query(`select private.promote_admin('nobody@bankside.test') as done`)
    expect(unknown?.done).toBe(false)
    expect((await engine.owner.query('select private.has_admin() as yes'))[0]?.yes).toBe(true)
  })

  it('cannot be called through the API, like every other helper', async () => {
    const names = [
      'promote_admin',
      'has_admin',
      'is_admin',
      'credit',
      'check_rate',
      'set_config',
      'pg_sleep',
      'tg_profiles__audit',
    ]
    for (const name of names) {
      for (const persona of [member, admin, guest(engine)]) {
        expect((await persona.rpc(name as 'delete_user', {} as never)).error?.code, name).toBe('PGRST202')
      }
    }
    for (const schema of ['private', 'auth', 'storage', 'pg_catalog']) {
      const { error } = await admin
        .schema(schema as 'public')
        .from('profiles')
        .select()
      expect(error?.code, schema).toBe('PGRST106')
    }
  })
})
