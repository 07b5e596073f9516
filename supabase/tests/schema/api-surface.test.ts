import type { SupabaseClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { guest } from '../../../test-support/personas.ts'
import { expectError } from '../support/denied.ts'
import { type MemberArea, openMemberArea } from '../support/member-area.ts'

// What is not part of the API cannot be reached through it by any caller.

let area: MemberArea
let callers: SupabaseClient[]
beforeAll(async () => {
  area = await openMemberArea()
  callers = [guest(area.engine), area.member, area.suspended, area.admin]
})
afterAll(() => area.engine.close())

const raw = async (path: string, init: RequestInit = {}) => {
  const { engine, member } = area
  const token = (await member.auth.getSession()).data.session?.access_token
  const headers = { apikey: engine.publishableKey, authorization: `Bearer ${token}`, ...init.headers }
  return await fetch(`${engine.url}${path}`, { ...init, headers })
}

describe('functions', () => {
  it('of the database, of private and of triggers cannot be called', async () => {
    const rows = await area.engine.owner.query(
      `select distinct proname as name from pg_proc where pronamespace = 'private'::regnamespace
        and proname not in (select proname from pg_proc where pronamespace = 'public'::regnamespace)`,
    )
    const builtIn = ['set_config', 'pg_sleep', 'lo_import', 'pg_read_file', 'current_setting', 'crypt', 'gen_salt']
    const names = [...rows.map((row) => String(row.name)), ...builtIn]
    expect(names).toEqual(
      expect.arrayContaining(['is_admin', 'credit', 'tg_points_log__apply', 'set_rate_limit_scale']),
    )
    for (const name of names) {
      const answer = await area.member.rpc(name)
      expect([answer.status, answer.error?.code], name).toEqual([404, 'PGRST202'])
    }
  })
})

describe('schemas', () => {
  it.each(['auth', 'storage', 'private', 'pg_catalog', 'information_schema', 'extensions', 'engine'])(
    '%s is not served',
    async (schema) => {
      for (const who of callers) expectError(await who.schema(schema).from('users').select(), 'PGRST106')
    },
  )

  it.each(['users', 'objects', 'refresh_tokens', 'sessions', 'settings', 'account_emails', 'game_answers'])(
    'a table %s of another schema is not found by its unqualified name',
    async (table) => {
      for (const who of callers) expectError(await who.from(table).select(), 'PGRST205')
    },
  )

  it('are described only to the service role, and plans are not shown', async () => {
    expect([401, 403, 404]).toContain((await raw('/rest/v1/')).status)
    const plan = await raw('/rest/v1/badges', { headers: { accept: 'application/vnd.pgrst.plan+json' } })
    expect(plan.status).toBe(406)
  })

  it('give no hint of names: a misspelt hidden table is answered like one that does not exist', async () => {
    const answers: unknown[] = []
    for (const name of ['profilez', 'account_emailz', 'nothing_of_the_kind']) {
      const { error } = await guest(area.engine).from(name).select()
      answers.push(JSON.parse(JSON.stringify(error).replaceAll(name, 'NAME')))
    }
    expect(answers[1]).toEqual(answers[0])
    expect(answers[2]).toEqual(answers[0])
  })
})

describe('the accounts of others', () => {
  it('cannot be listed, read, changed or deleted through the admin part of the auth API', async () => {
    const { other, engine } = area
    const before = await engine.owner.query('select id, email, encrypted_password from auth.users order by id')
    for (const who of [guest(engine), area.member, area.suspended]) {
      const answers = [
        await who.auth.admin.listUsers(),
        await who.auth.admin.getUserById(other.user.id),
        await who.auth.admin.updateUserById(other.user.id, { password: 'taken over', role: 'service_role' }),
        await who.auth.admin.deleteUser(other.user.id),
        await who.auth.admin.createUser({ email: 'x@example.com', password: 'secret 1' }),
      ]
      for (const { error } of answers) expect([401, 403]).toContain(error?.status)
    }
    expect(await engine.owner.query('select id, email, encrypted_password from auth.users order by id')).toEqual(before)
  })

  it('show no hash and no token in any answer of the auth API', async () => {
    for (const path of ['/auth/v1/user', '/auth/v1/settings']) {
      const text = await (await raw(path)).text()
      expect(text).not.toMatch(/\$2[aby]\$|\$argon2|encrypted_password|refresh_token/)
    }
  })
})
