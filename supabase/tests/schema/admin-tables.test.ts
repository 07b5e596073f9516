import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { guest, type Persona, signUp } from '../../../test-support/personas.ts'
import { startEngine, type TestEngine } from '../../../test-support/start-engine.ts'
import { expectAllowed, expectDenied, expectDeniedOrNothing } from '../support/denied.ts'

let engine: TestEngine
let admin: Persona
let member: Persona
let suspended: Persona

beforeAll(async () => {
  engine = await startEngine()
  admin = await signUp(engine, { admin: true })
  member = await signUp(engine)
  suspended = await signUp(engine)
  await engine.owner.query('update profiles set is_suspended = true where id = $1', [suspended.user.id])
})
afterAll(() => engine.close())

const dates = { start_date: '2026-01-01T00:00:00Z', end_date: '2100-01-01T00:00:00Z' }
const TABLES: { table: string; row: object; edit: object }[] = [
  { table: 'badges', row: { name: 'Bailiff', description: 'Keeps the bank' }, edit: { name: 'Warden' } },
  { table: 'prize_packages', row: { name: 'Winter bivvy' }, edit: { name: 'Summer bivvy' } },
  { table: 'info_cards', row: { title: 'League', placement: 'home', ...dates }, edit: { is_active: false } },
  {
    table: 'live_videos',
    row: {
      title: 'Live',
      embed_code: 'https://www.youtube.com/watch?v=dQw4w9WgXcQ',
      scheduled_for: '2026-12-01T00:00:00Z',
    },
    edit: { title: 'Later' },
  },
  {
    table: 'scheduled_announcements',
    row: { content: 'Work party', publish_at: new Date(Date.now() + 86_400_000).toISOString() },
    edit: { content: 'Work party on Sunday' },
  },
  { table: 'games', row: { type: 'carp_of_week', title: 'Best carp', ...dates }, edit: { title: 'Best tench' } },
]

describe.each(TABLES)('$table', ({ table, row, edit }) => {
  const rows = () => engine.owner.query(`select * from ${table} order by id`)

  it('can be written by admins: insert, update and delete', async () => {
    const { id } = expectAllowed(await admin.from(table).insert(row).select('id').single())
    expect(expectAllowed(await admin.from(table).update(edit).eq('id', id).select())).toMatchObject([edit])
    expect(expectAllowed(await admin.from(table).delete().eq('id', id).select('id'))).toEqual([{ id }])
  })

  it('cannot be written by guests, members and suspended members', async () => {
    const { id } = expectAllowed(await admin.from(table).insert(row).select('id').single())
    const before = await rows()
    for (const persona of [guest(engine), member, suspended]) {
      expectDenied(await persona.from(table).insert(row))
      expectDenied(await persona.from(table).upsert({ id, ...row, ...edit }))
      expectDeniedOrNothing(await persona.from(table).update(edit).eq('id', id).select())
      expectDeniedOrNothing(await persona.from(table).delete().eq('id', id).select())
    }
    expect(await rows()).toEqual(before)
  })

  it('cannot be emptied or changed by a request without a filter, not even by admins', async () => {
    const before = await rows()
    for (const { method, body } of [{ method: 'DELETE' }, { method: 'PATCH', body: JSON.stringify(edit) }]) {
      const session = (await admin.auth.getSession()).data.session
      const reply = await fetch(`${engine.url}/rest/v1/${table}`, {
        method,
        body,
        headers: {
          apikey: engine.publishableKey,
          authorization: `Bearer ${session?.access_token}`,
          'content-type': 'application/json',
        },
      })
      expect(reply.status, method).toBe(400)
      expect(await reply.json()).toMatchObject({ code: '21000' })
    }
    expect(await rows()).toEqual(before)
  })
})
