import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, inject, it, vi } from 'vitest'
import { databaseTarget } from '../../../../test-support/database.ts'
import { readMigrations } from '../../../src/db/migration-files.ts'
import { prepareDatabase } from '../../../src/db/prepare-database.ts'
import { createLogger, findRoot } from '../../../src/index.ts'

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

// Awards of the time before they kept what was promised.

const MIGRATION = '20261204008011'
const root = findRoot()
const name = `upgrade_${randomUUID().replaceAll('-', '')}`
const target = databaseTarget(inject('socketDirectory'), name)
const server = new pg.Client(databaseTarget(inject('socketDirectory'), 'postgres').owner)
const owner = new pg.Client(target.owner)

const query = async (sql: string, values: unknown[] = []) => (await owner.query(sql, values)).rows
const value = async (sql: string, values: unknown[] = []) => Object.values((await query(sql, values))[0] ?? {})[0]

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

it('an upgrade gives each award the words of its item, and changes nothing else that was won', async () => {
  const winner = randomUUID()
  await query('insert into auth.users (id, email, email_confirmed_at) values ($1, $2, now())', [
    winner,
    `${winner}@example.com`,
  ])
  const box = await value(`insert into public.prize_packages (name) values ('Box') returning id`)
  const item = (title: string, description: string, worth: number | null) =>
    value(
      `insert into public.prize_items (package_id, title, description, type, quantity, retail_value)
        values ($1, $2, $3, 'digital', 2, $4) returning id`,
      [box, title, description, worth],
    )
  await query('insert into public.prize_awards (user_id, item_id) values ($1, $2)', [
    winner,
    await item('Rod', 'Three metres', 300),
  ])
  await query(
    `insert into public.prize_awards (user_id, item_id, status, terms_accepted, claimed_at)
      values ($1, $2, 'claimed', true, now())`,
    [winner, await item('Voucher', '', null)],
  )
  const kept = () =>
    query(
      'select id, user_id, item_id, status, claim_deadline, awarded_at, claimed_at from public.prize_awards order by id',
    )
  const before = [await kept(), await value('select count(*) from private.notifications')]

  await prepareDatabase(target, root, 's'.repeat(40), createLogger('silent'))

  expect([await kept(), await value('select count(*) from private.notifications')]).toEqual(before)
  const promised = await query(
    `select promised_title as title, promised_description as description, promised_retail_value as worth
      from public.prize_awards order by promised_title`,
  )
  expect(promised).toEqual([
    { title: 'Rod', description: 'Three metres', worth: '300.00' },
    { title: 'Voucher', description: '', worth: null },
  ])
})
