import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { meet, run } from '../support/meeting.ts'
import { openSqlClub, type SqlClub } from '../support/sql-club.ts'

// What admins decide, and the job closes, while somebody else acts.

let club: SqlClub
beforeAll(async () => {
  club = await openSqlClub()
})
afterAll(() => club.close())

const value = async (sql: string, values: unknown[] = []) => Object.values((await club.query(sql, values))[0] ?? {})[0]
const SEND = `select public.send_report('member', $1, 'abuse')`
/** A case about a member, by a reporter. */
async function reported(reporter: string): Promise<{ author: string; email: unknown; caseId: unknown }> {
  const author = await club.signUp()
  await run(await club.as(reporter), [SEND, [author]])
  const email = await value('select email from auth.users where id = $1', [author])
  return { author, email, caseId: await value('select id from private.report_cases where subject_id = $1', [author]) }
}

it.each([
  ['suspended', `'suspend'`, { is_suspended: true, warnings: '0' }],
  ['warned', `'warn'`, { is_suspended: false, warnings: '1' }],
])('a person whose next account is created while an admin decides is %s', async (_, decision, expected) => {
  const admin = await club.signUp()
  await club.query('update public.profiles set is_admin = true where id = $1', [admin])
  const { author, email, caseId } = await reported(await club.signUp())
  await club.query('delete from auth.users where id = $1', [author])
  const next = randomUUID()
  await meet(club, {
    holder: await club.as(admin),
    holds: [[`select public.decide_report($1, 0, ${decision}, 'Insults')`, [caseId]]],
    comer: await club.connect(),
    comes: [
      'insert into auth.users (id, email, raw_user_meta_data, email_confirmed_at) values ($1, $2, $3, now())',
      [next, email, { username: `angler-${next.slice(0, 12)}` }],
    ],
  })
  const [found] = await club.query(
    `select p.is_suspended, (select count(*) from private.notifications as n
          where n.user_id = p.id and n.kind = 'warning') as warnings
      from public.profiles as p where p.id = $1`,
    [next],
  )
  expect(found).toEqual(expected)
  expect(await value('select author_id from private.report_cases where id = $1', [caseId])).toBe(next)
})

it('a case that another member reports while the job closes it stays open', async () => {
  const [gone, reporter] = [await club.signUp(), await club.signUp()]
  const { author, caseId } = await reported(gone)
  await club.query('delete from auth.users where id = $1', [gone])
  await meet(club, {
    holder: await club.as(reporter),
    holds: [[SEND, [author]]],
    comer: await club.connect(),
    comes: ['select private.tend_reports()'],
  })
  expect(await value('select decision from private.report_cases where id = $1', [caseId])).toBeNull()
})
