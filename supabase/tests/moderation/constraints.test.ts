import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openSqlClub, type SqlClub } from '../support/sql-club.ts'

// What no function stores about cases, suspensions and acts of admins: the tables refuse it, also from the owner.

let club: SqlClub
let member: string
beforeAll(async () => {
  club = await openSqlClub()
  member = await club.signUp()
})
afterAll(() => club.close())

/** A statement that makes one row of each table, with its values. */
const ROWS: Record<string, () => [string, unknown[]]> = {
  report_cases: () => [
    `insert into private.report_cases (kind, subject_id, author_id) values ('post', gen_random_uuid(), $1)`,
    [member],
  ],
  reports: () => [
    `with c as (
        insert into private.report_cases (kind, subject_id) values ('post', gen_random_uuid()) returning id, subject_id
      )
      insert into private.reports (case_id, subject_id, reason, said) select c.id, c.subject_id, 'spam', 'Tench' from c`,
    [],
  ],
  left_suspensions: () => [
    'insert into private.left_suspensions (account_id, suspensions) values ($1, 2)',
    [randomUUID()],
  ],
  suspended_accounts: () => ['insert into private.suspended_accounts (account_id) values ($1)', [randomUUID()]],
  audit_log: () => [`insert into private.audit_log (action, subject_id) values ('suspend', $1)`, [member]],
}

describe.each<[table: keyof typeof ROWS, constraint: string, allowed: string, refused: string]>([
  ['report_cases', 'kind_known', `kind = 'comment'`, `kind = 'game'`],
  ['report_cases', 'decision_known', `decision = 'gone', decided_at = now()`, `decision = 'ban', decided_at = now()`],
  ['report_cases', 'decided', `decision = 'hide', decided_at = now()`, `decision = 'hide'`],
  ['report_cases', 'decided', 'decided_at = null', 'decided_at = now()'],
  ['report_cases', 'days_known', 'days = 7', 'days = 8'],
  ['report_cases', 'left', 'author_id = null, left_at = now()', 'left_at = now()'],
  ['report_cases', 'reason_plain', `reason = repeat('x', 500)`, `reason = repeat('x', 501)`],
  ['report_cases', 'reason_plain', `reason = E'One\\nTwo'`, `reason = E'One\\u202eTwo'`],
  ['reports', 'reason_known', `reason = 'cheating'`, `reason = 'boring'`],
  ['reports', 'words_plain', `words = repeat('x', 500)`, `words = repeat('x', 501)`],
  ['reports', 'words_plain', `words = E'One\\nTwo'`, `words = E'One\\u202eTwo'`],
  ['reports', 'request_elsewhere', 'request_id = null', 'request_id = gen_random_uuid()'],
  ['left_suspensions', 'positive', 'suspensions = 1', 'suspensions = 0'],
  ['suspended_accounts', 'reason_plain', `reason = repeat('x', 500)`, `reason = repeat('x', 501)`],
  ['suspended_accounts', 'reason_plain', `reason = E'One\\nTwo'`, `reason = E'One\\u202eTwo'`],
  ['audit_log', 'action_known', `action = 'edit_suspension'`, `action = 'wave'`],
  ['audit_log', 'details_object', `details = '{"days": 7}'`, `details = '[7]'`],
  ['audit_log', 'subject_kind_known', `subject_kind = 'game'`, `subject_kind = 'fish'`],
])('%s_%s', (table, constraint, allowed, refused) => {
  beforeEach(async () => {
    await club.query(`delete from private.${table}`)
    await club.query(...(ROWS[table]?.() ?? ['', []]))
  })
  const set = (change: string) => club.query(`update private.${table} set ${change} returning 1 as changed`)

  it(`allows ${allowed}`, async () => {
    expect(await set(allowed)).toEqual([{ changed: 1 }])
  })

  it(`refuses ${refused}`, async () => {
    await expect(set(refused)).rejects.toMatchObject({ code: '23514', constraint: `${table}_${constraint}` })
  })
})
