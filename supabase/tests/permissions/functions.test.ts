import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Persona, signUp } from '../../../test-support/personas.ts'
import { expectGolden } from '../support/golden.ts'
import { type MemberArea, openMemberArea } from '../support/member-area.ts'
import { functionCalls } from './function-calls.ts'

// What each persona gets from every function of the API: called with the role and claims of their session, and judged by
// the rows that the database counts as changed.

interface Role {
  title: string
  id: string
  /** As PostgREST hands them to the database. */
  claims: string
  role: 'anon' | 'authenticated'
}

let area: MemberArea
let blocked: Persona
let roles: Role[]
let connection: pg.Client

async function who(title: string, persona: Persona): Promise<Role> {
  const { data } = await persona.auth.getSession()
  const payload = data.session?.access_token.split('.')[1] ?? ''
  return { title, id: persona.user.id, claims: Buffer.from(payload, 'base64url').toString(), role: 'authenticated' }
}

beforeAll(async () => {
  area = await openMemberArea()
  connection = new pg.Client(area.engine.databaseUrl)
  await connection.connect()
  blocked = await signUp(area.engine)
  const moderator = await signUp(area.engine, { moderator: true })
  roles = [
    { title: 'guest', id: randomUUID(), claims: '{"role":"anon"}', role: 'anon' },
    await who('member', area.member),
    await who('blocked member', blocked),
    await who('suspended member', area.suspended),
    await who('moderator', moderator),
    await who('admin', area.admin),
  ]
  for (const persona of [area.member, area.other, blocked, moderator, area.admin]) await area.givePoints(persona, 1000)
  await area.row('update public.site_settings set records_for_guests = true')
})
afterAll(async () => {
  await connection.end()
  await area.engine.close()
})

interface Signature {
  name: string
  names: string[]
  types: string[]
}

/** Tables in which any call may leave marks. */
const MARKS = ['rate_counters']

// Counted since the connection last reported, thus more than this transaction's.
const changedRows = async () =>
  (
    await connection.query(
      `select coalesce(sum(n_tup_ins + n_tup_upd + n_tup_del), 0)::integer as rows from pg_stat_xact_all_tables
        where schemaname in ('public', 'private', 'auth', 'storage') and relname <> all ($1)`,
      [MARKS],
    )
  ).rows[0].rows as number

/** Calls a function as the API does, and takes back what it did. */
async function call({ name, names, types }: Signature, { claims, role }: Role, args: object): Promise<string> {
  const given = Object.entries(args)
  const sent = given.map(([arg], n) => `"${arg}" => $${n + 1}::${types[names.indexOf(arg)]}`)
  const values = given.map(([arg, value]) => (types[names.indexOf(arg)] === 'jsonb' ? JSON.stringify(value) : value))
  await connection.query('begin')
  // Here, so that others can be registered for the next call.
  await connection.query(`update public.site_settings set joining = 'invitation'`)
  await connection.query('update private.settings set sends_mail = true')
  const before = await changedRows()
  try {
    await connection.query(
      `select set_config('request.jwt.claims', $1, true), set_config('search_path', 'public, extensions', true),
        set_config('role', $2, true)`,
      [claims, role],
    )
    const { rows } = await connection.query(
      `select to_jsonb(f) as answer from public.${name}(${sent.join(', ')}) as f`,
      values,
    )
    await connection.query('reset role')
    if ((await changedRows()) > before) return 'changes'
    return rows.every(({ answer }) => isNothing(answer)) ? '·' : 'reads'
  } catch (error) {
    return String((error as pg.DatabaseError).code)
  } finally {
    await connection.query('rollback')
  }
}

function isNothing(answer: unknown): boolean {
  if (typeof answer !== 'object') return !answer
  // What the season is called says nothing of a member.
  return Object.entries(answer ?? {}).every(([key, value]) => key === 'season' || isNothing(value))
}

it('every function, by persona, matches docs/permissions-functions.md', async () => {
  const calls = functionCalls(area)
  const functions = await area.engine.owner.query<Signature>(
    `select p.proname as name, coalesce(p.proargnames[1:p.pronargs], '{}') as names,
      array(select t::regtype::text from unnest(p.proargtypes) with ordinality as a (t, n) order by n) as types
    from pg_proc as p
    where p.pronamespace = 'public'::regnamespace and has_function_privilege('authenticated', p.oid, 'execute')
      and not exists (select from pg_type as t where t.oid = any (p.proargtypes) and t.typtype = 'c')
    order by p.proname collate "C"`,
  )
  expect(Object.keys(calls), 'every function has its call in function-calls.ts').toEqual(
    functions.map(({ name }) => name),
  )

  const attempt = async (signature: Signature, role: Role): Promise<string> => {
    const other = String(
      (
        await area.row(
          `insert into auth.users (id, email, email_confirmed_at, raw_user_meta_data)
            values (gen_random_uuid(), gen_random_uuid() || '@example.com', now(),
              jsonb_build_object('username', translate(left(md5(random()::text), 20), '0123456789', 'ghijklmnop'))) returning id`,
        )
      )?.id,
    )
    const args = (await calls[signature.name]?.({ self: role.id, other })) ?? {}
    if (role.title === 'blocked member')
      await area.row(
        'insert into private.member_blocks (blocker_id, blocked_id) values ($1, $2) on conflict do nothing',
        [other, role.id],
      )
    return call(signature, role, args)
  }

  const lines: string[] = []
  for (const signature of functions) {
    const cells: string[] = []
    for (const role of roles) cells.push(await attempt(signature, role))
    lines.push(`| ${signature.name} | ${cells.join(' | ')} |`)
  }
  const head = ['function', ...roles.map(({ title }) => title)]
  expectGolden(
    'docs/permissions-functions.md',
    [
      '# Permissions: functions',
      '',
      'Written by `UPDATE_GOLDEN=1 npx vitest run --project rules supabase/tests/permissions`; do not edit. Each function is',
      'called with the role and claims of each persona, about another member where it is about one; that member has blocked',
      'the "blocked member". **changes**: the database counts a row as changed; **reads**: none, and the answer holds',
      'something; a dot: it holds nothing; otherwise the code of the [error](error-codes.md). Limits, states and what an',
      'answer leaves out are in the tests of each domain.',
      '',
      `| ${head.join(' | ')} |`,
      `|${head.map(() => '---').join('|')}|`,
      ...lines,
      '',
    ].join('\n'),
  )
}, 120_000)
