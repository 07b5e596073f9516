import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openSqlClub, type SqlClub } from '../support/sql-club.ts'

// Views and calls have guards of their own. Here each table is read and written by itself, so that nothing but its
// policies refuses.
let club: SqlClub
const id = { admin: '', member: '', gone: '' }
beforeAll(async () => {
  club = await openSqlClub()
  for (const who of Object.keys(id) as (keyof typeof id)[]) id[who] = await club.signUp()
  await club.query('update public.profiles set is_admin = true where id = $1', [id.admin])
  await club.query('delete from auth.users where id = $1', [id.gone])
  await club.query(`insert into public.newsfeed_posts (user_id, content) values ($1, 'Mist')`, [id.member])
  const admin = await club.as(id.admin)
  await admin.query(`update public.profiles set bio = 'Corrected' where id = $1`, [id.member])
})
afterAll(() => club.close())

describe('what only some may read', () => {
  it.each([
    ['private.account_emails', 'admin', 'member'],
    ['private.audit_log', 'admin', 'member'],
    // A token outlives its account for up to an hour.
    ['private.post_counts', 'member', 'gone'],
    ['public.newsfeed_posts', 'member', 'gone'],
  ] as const)('%s is read as %s, not as %s', async (table, allowed, denied) => {
    expect(await count(id[allowed], table)).toBeGreaterThan(0)
    expect(await count(id[denied], table)).toBe(0)
  })
})

// A statement without a condition reads nothing, so the policies for reading do not apply to it.
describe('by statements that read nothing, a suspended member', () => {
  let suspended: string
  beforeAll(async () => {
    suspended = await club.signUp()
    const [post] = await club.query<{ id: string }>(
      `insert into public.newsfeed_posts (user_id, content) values ($1, 'Before') returning id`,
      [suspended],
    )
    const values = [suspended, post?.id]
    await club.query(
      `insert into public.newsfeed_comments (user_id, post_id, content) values ($1, $2, 'Before')`,
      values,
    )
    await club.query(
      `insert into public.newsfeed_reactions (user_id, post_id, reaction) values ($1, $2, 'fish')`,
      values,
    )
  })

  for (const [what, statement] of [
    ['changes no post', `update public.newsfeed_posts set content = 'After'`],
    ['changes no comment', `update public.newsfeed_comments set content = 'After'`],
    ['changes no reaction', `update public.newsfeed_reactions set reaction = 'heart'`],
    ['deletes no reaction', 'delete from public.newsfeed_reactions'],
    ['deletes no comment', 'delete from public.newsfeed_comments'],
    ['deletes no post', 'delete from public.newsfeed_posts'],
  ] as const)
    it(`${what} that they could change before`, async () => {
      const client = await club.as(suspended)
      await suspend(true)
      expect((await client.query(statement)).rowCount).toBe(0)
      await suspend(false)
      expect((await client.query(statement)).rowCount).toBe(1)
    })

  const suspend = (is: boolean) =>
    club.query('update public.profiles set is_suspended = $2 where id = $1', [suspended, is])
})

async function count(userId: string, table: string): Promise<number> {
  const client = await club.as(userId)
  const { rows } = await client.query<{ n: number }>(`select count(*)::integer as n from ${table}`)
  return rows[0]?.n ?? 0
}
