import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, inject, it, vi } from 'vitest'
import { databaseTarget } from '../../../../test-support/database.ts'
import { readMigrations } from '../../../src/db/migration-files.ts'
import { prepareDatabase } from '../../../src/db/prepare-database.ts'
import { createLogger, findRoot } from '../../../src/index.ts'

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

// Suspensions of the time before they named their case.

const MIGRATION = '20261204007350'
const root = findRoot()
const name = `upgrade_${randomUUID().replaceAll('-', '')}`
const target = databaseTarget(inject('socketDirectory'), name)
const server = new pg.Client(databaseTarget(inject('socketDirectory'), 'postgres').owner)
const owner = new pg.Client(target.owner)
const admin = new pg.Client(target.owner)

const query = async (sql: string, values: unknown[] = []) => (await owner.query(sql, values)).rows
const value = async (sql: string, values: unknown[] = []) => Object.values((await query(sql, values))[0] ?? {})[0]

async function signUp(email = `${randomUUID()}@example.com`): Promise<string> {
  const id = randomUUID()
  await query('insert into auth.users (id, email, raw_user_meta_data, email_confirmed_at) values ($1, $2, $3, now())', [
    id,
    email,
    { username: `angler-${id.slice(0, 12)}` },
  ])
  return id
}
/** A case about a post, as yet without a decision. */
const caseAbout = (author: string) =>
  value(`insert into private.report_cases (kind, subject_id, author_id) values ('post', $1, $2) returning id`, [
    randomUUID(),
    author,
  ])
const decide = (caseId: unknown, reason: string, days: number | null) =>
  admin.query(`select public.decide_report($1, 0, 'suspend', $2, false, $3)`, [caseId, reason, days])
const byHand = (member: string, reason: string, days: number | null) =>
  admin.query('select public.suspend_member($1, $2, now() + make_interval(days => $3))', [member, reason, days])
const undo = (caseId: unknown) => admin.query('select public.reopen_report($1, 1)', [caseId])
const standing = async (member: string) => {
  const [row] = await query(
    `select p.is_suspended, s.reason, s.ends_at is not null as ends from public.profiles as p
      left join private.suspension_of(p.id) as s on true where p.id = $1`,
    [member],
  )
  return row?.is_suspended ? `${row.reason}, ${row.ends ? 'with an end' : 'until lifted'}` : 'no'
}

beforeAll(async () => {
  await server.connect()
  await server.query(`create database ${name} template template0 strategy file_copy`)
  const versions = ['engine/migrations', 'supabase/migrations'].flatMap((folder) =>
    readMigrations(join(root, folder)).map(({ version }) => version),
  )
  const before = new Set(versions.filter((version) => version < MIGRATION))
  await prepareDatabase(target, root, 's'.repeat(40), createLogger('silent'), before)
  await owner.connect()
  await admin.connect()
  const id = await signUp()
  await query('update public.profiles set is_admin = true where id = $1', [id])
  await admin.query(`select set_config('request.jwt.claims', $1, false)`, [
    JSON.stringify({ sub: id, role: 'authenticated' }),
  ])
  await admin.query('set role authenticated')
})
afterAll(async () => {
  await Promise.all([owner.end(), admin.end()])
  await server.query(`drop database if exists ${name} with (force)`)
  await server.end()
})

it('an upgrade finds the case of each suspension, and changes none', async () => {
  const [one, alike, hand] = [await signUp(), await signUp(), await signUp()]
  const [sooner, later, emptied] = [await signUp(), await signUp(), await signUp()]
  const cases = {
    one: await caseAbout(one),
    alike: [await caseAbout(alike), await caseAbout(alike)],
    hand: await caseAbout(hand),
    sooner: [await caseAbout(sooner), await caseAbout(sooner)],
    later: await caseAbout(later),
    emptied: await caseAbout(emptied),
  }
  await decide(cases.one, 'Insults', 7)
  for (const id of cases.alike) await decide(id, 'Spam', null)
  await decide(cases.hand, 'Spam', 7)
  await byHand(hand, 'Another matter', null)
  await decide(cases.sooner[0], 'A day', 1)
  await decide(cases.sooner[1], 'A week', 7)
  await byHand(later, 'For good', null)
  await decide(cases.later, 'A week', 7)
  await decide(cases.emptied, '-', null)
  await query('update public.profiles set is_suspended = false where id = $1', [emptied])
  await query(`update private.report_cases set reason = '' where id = $1`, [cases.emptied])
  await query('update public.profiles set is_suspended = true where id = $1', [emptied])
  // Suspended, left, and back: the row of the first account remains under an ID of its own.
  const email = 'back@example.com'
  const left = await signUp(email)
  const leftCase = await caseAbout(left)
  await decide(leftCase, 'Insults', 30)
  await query('delete from auth.users where id = $1', [left])
  const back = await signUp(email)

  await prepareDatabase(target, root, 's'.repeat(40), createLogger('silent'))

  const allStanding = async () => {
    const found: string[] = []
    for (const member of [one, alike, hand, sooner, later, emptied, back]) found.push(await standing(member))
    return found
  }
  expect(await allStanding()).toEqual([
    'Insults, with an end',
    'Spam, until lifted',
    'Another matter, until lifted',
    'A week, with an end',
    'A week, with an end',
    ', until lifted',
    'Insults, with an end',
  ])
  for (const id of [cases.one, ...cases.alike, cases.hand, cases.sooner[1], cases.later, cases.emptied, leftCase])
    await undo(id)
  expect(await allStanding()).toEqual([
    'no',
    // Of two cases with the same words it could be either: by hand.
    'Spam, until lifted',
    'Another matter, until lifted',
    'A day, with an end',
    'no',
    ', until lifted',
    'no',
  ])
  await undo(cases.sooner[0])
  expect(await standing(sooner)).toBe('no')
  await query('delete from auth.users where id = $1', [back])
  expect(await standing(await signUp(email))).toBe('no')
})
