import type { SupabaseClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { guest, type Persona, signUp } from '../../../test-support/personas.ts'
import { expectGolden } from '../support/golden.ts'
import { type MemberArea, openMemberArea } from '../support/member-area.ts'
import { type Self, type TableRow, tableRows } from './table-rows.ts'

// What each persona can do with a row: tried with supabase-js, and checked as the database owner afterwards.

interface Role {
  title: string
  client: SupabaseClient
  self: Self
  /** Whether the row belongs to this member; otherwise it belongs to another one. */
  owns: boolean
}

let area: MemberArea
let third: Persona
let blocked: Persona
let roles: Role[]
let rows: Record<string, TableRow>

beforeAll(async () => {
  area = await openMemberArea()
  third = await signUp(area.engine)
  blocked = await signUp(area.engine)
  await third.rpc('block_member', { member_id: blocked.user.id }).throwOnError()
  const { admin, member, suspended } = area
  const moderator = await signUp(area.engine, { moderator: true })
  const who = (title: string, persona: Persona, owns = false): Role => ({
    title,
    client: persona,
    self: persona.user,
    owns,
  })
  roles = [
    {
      title: 'guest',
      client: guest(area.engine),
      self: { id: member.user.id, email: 'guest@example.com' },
      owns: false,
    },
    who('member', member),
    who('owner of the row', member, true),
    { ...who('blocked member', blocked), self: { ...blocked.user, meets: third.user.id } },
    who('suspended member', suspended),
    who('suspended owner', suspended, true),
    who('moderator', moderator),
    who('admin', admin),
  ]
  rows = tableRows(area, third)
  for (const persona of [member, blocked, suspended, third, moderator, admin]) await area.givePoints(persona, 1000)
})
afterAll(() => area.engine.close())

const stored = async (table: string, id: string) =>
  (await area.row(`select to_jsonb(t) - 'updated_at' as row from public.${table} as t where id = $1`, [id]))?.row
const ids = async (table: string) =>
  (await area.engine.owner.query(`select id from public.${table}`)).map((row) => String(row.id))

/** A row created before the suspension, as a suspended member may still have. */
async function makeRow(table: string, row: TableRow, role: Role): Promise<string> {
  const owner = role.owns ? (role.client as Persona) : third
  const suspend = (yes: boolean) =>
    area.row('update public.profiles set is_suspended = $2 where id = $1', [area.suspended.user.id, yes])
  await suspend(false)
  const id = await row.make(owner)
  await suspend(true)
  if (table === 'profiles' && role.client === blocked)
    await area.row('insert into private.member_blocks (blocker_id, blocked_id) values ($1, $2)', [id, blocked.user.id])
  return id
}

async function attempt(table: string, row: TableRow, role: Role): Promise<string> {
  const from = () => role.client.from(table)
  const seen = await from()
    .select('*')
    .eq('id', await makeRow(table, row, role))
  const before = new Set(await ids(table))
  const sent = await row.insert(role.self)
  const known = new Set([...before, ...(await ids(table))])
  await from().insert(sent)
  const added = (await ids(table)).filter((id) => !known.has(id))
  if (added.length > 0 && table !== 'points_log')
    await area.row(`delete from public.${table} where id = any ($1)`, [added])
  const id = await makeRow(table, row, role)
  const was = await stored(table, id)
  await from().update(row.edit).eq('id', id)
  const changed = JSON.stringify(await stored(table, id)) !== JSON.stringify(was)
  const doomed = await makeRow(table, row, role)
  await from().delete().eq('id', doomed)
  const gone = (await stored(table, doomed)) === undefined
  const letters: [string, boolean][] = [
    ['S', seen.data?.length === 1],
    ['I', added.length > 0],
    ['U', changed],
    ['D', gone],
  ]
  return letters.map(([letter, yes]) => (yes ? letter : '·')).join(' ')
}

it('every table, by verb and persona, matches docs/permissions.md', async () => {
  const tables = (
    await area.engine.owner.query(
      `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
        order by relname collate "C"`,
    )
  ).map((row) => String(row.name))
  expect(Object.keys(rows).sort(), 'every table has its row in table-rows.ts').toEqual(tables)

  const lines: string[] = []
  for (const table of tables) {
    const row = rows[table]
    if (!row) continue
    const cells: string[] = []
    for (const role of roles) cells.push(role.owns && !row.owned ? '' : `\`${await attempt(table, row, role)}\``)
    lines.push(`| ${table} | ${cells.join(' | ')} | ${Object.keys(row.edit).join(', ')} |`)
  }
  const head = ['table', ...roles.map((role) => role.title), 'column of U']
  expectGolden(
    'docs/permissions.md',
    [
      '# Permissions',
      '',
      'Written by `UPDATE_GOLDEN=1 npx vitest run --project rules supabase/tests/permissions`; do not edit. The tests try each',
      'cell with supabase-js and judge it by what the database owner finds afterwards: **S**elect the row, **I**nsert a row in',
      'their own name, **U**pdate the named column, **D**elete the row. A dot means that nothing was returned or changed. In the',
      'owner columns the row belongs to the member, in the other columns to another member, who has blocked the "blocked',
      'member". Further rules for single columns, states and dates are in the tests of each domain. Functions have a',
      '[table of their own](permissions-functions.md).',
      '',
      `| ${head.join(' | ')} |`,
      `|${head.map(() => '---').join('|')}|`,
      ...lines,
      '',
    ].join('\n'),
  )
}, 120_000)
