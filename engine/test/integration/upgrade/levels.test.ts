import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, inject, it, vi } from 'vitest'
import { databaseTarget } from '../../../../test-support/database.ts'
import { readMigrations } from '../../../src/db/migration-files.ts'
import { prepareDatabase } from '../../../src/db/prepare-database.ts'
import { createLogger, findRoot } from '../../../src/index.ts'

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

// Members and their ledger of the time before levels.

const MIGRATION = '20261206008310'
const root = findRoot()
const name = `upgrade_${randomUUID().replaceAll('-', '')}`
const target = databaseTarget(inject('socketDirectory'), name)
const server = new pg.Client(databaseTarget(inject('socketDirectory'), 'postgres').owner)
const owner = new pg.Client(target.owner)
const query = async (sql: string, values: unknown[] = []) => (await owner.query(sql, values)).rows

beforeAll(async () => {
  await server.connect()
  await server.query(`create database ${name} template template0 strategy file_copy`)
  const versions = ['engine/migrations', 'supabase/migrations'].flatMap((folder) =>
    readMigrations(join(root, folder)).map(({ version }) => version),
  )
  const before = new Set(versions.filter((version) => version < MIGRATION))
  await prepareDatabase(target, root, 's'.repeat(40), createLogger('silent'), before)
  await owner.connect()
})
afterAll(async () => {
  await owner.end()
  await server.query(`drop database if exists ${name} with (force)`)
  await server.end()
})

it('an upgrade finds what each member has earned, and changes nothing else of a profile', async () => {
  const ledgers: Record<string, [kind: string, points: number][]> = {
    earner: [
      ['game', 300],
      ['referral', 100],
      ['prize', 20],
      ['admin', -5],
      ['gift_sent', -200],
    ],
    receiver: [['gift_received', 200]],
    newcomer: [],
    debtor: [['admin', -40]],
  }
  const ids: Record<string, string> = {}
  for (const [username, rows] of Object.entries(ledgers)) {
    const id = randomUUID()
    ids[username] = id
    await query(
      'insert into auth.users (id, email, raw_user_meta_data, email_confirmed_at) values ($1, $2, $3, now())',
      [id, `${id}@example.com`, { username }],
    )
    for (const [kind, points] of rows)
      await query(
        `insert into public.points_log (user_id, kind, points_change, reason, source_key)
          values ($1, $2, $3, 'Before', case when $2 <> 'admin' then gen_random_uuid()::text end)`,
        [id, kind, points],
      )
  }
  const profiles = () => query('select to_jsonb(p) as profile from public.profiles as p order by p.username')
  const triggers = () =>
    query(
      `select tgname, tgenabled from pg_trigger where tgrelid = 'public.profiles'::regclass and not tgisinternal order by 1`,
    )
  const [before, kept] = [await profiles(), await triggers()]

  await prepareDatabase(target, root, 's'.repeat(40), createLogger('silent'))

  // Nobody had redeemed a reward yet.
  expect(await profiles()).toEqual(before.map(({ profile }) => ({ profile: { ...profile, points_spent: 0 } })))
  expect(await triggers()).toEqual(expect.arrayContaining(kept))
  expect(
    await query(
      `select p.username, e.points::int as earned, private.level_name(p.id) as level
        from public.profiles as p left join private.points_earned as e on e.user_id = p.id order by 1`,
    ),
  ).toEqual([
    { username: 'debtor', earned: -40, level: 'Bank Walker' },
    { username: 'earner', earned: 415, level: 'Line Setter' },
    { username: 'newcomer', earned: null, level: 'Bank Walker' },
    { username: 'receiver', earned: null, level: 'Bank Walker' },
  ])
  await query(`insert into public.points_log (user_id, points_change, reason) values ($1, 285, 'After')`, [ids.earner])
  expect(
    await query('select points::int as earned from private.points_earned where user_id = $1', [ids.earner]),
  ).toEqual([{ earned: 700 }])
})
