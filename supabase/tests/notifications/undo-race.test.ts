import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openSqlClub, type SqlClub } from '../support/sql-club.ts'

let club: SqlClub
beforeAll(async () => {
  club = await openSqlClub()
})
afterAll(() => club.close())

it('undoes marking without an error while another reaction is being committed, which keeps the unread bundle', async () => {
  const [author, first, second] = [await club.signUp(), await club.signUp(), await club.signUp()]
  const post = randomUUID()
  await club.query('insert into public.newsfeed_posts (id, user_id, content) values ($1, $2, $3)', [post, author, 'Hi'])
  const [reader, writer] = [await club.as(author), await club.connect()]
  const react = `insert into public.newsfeed_reactions (post_id, user_id, reaction) values ($1, $2, 'fish')`
  await club.query(react, [post, first])
  const { rows } = await reader.query(`select marked_at::text from mark_all_notifications_read('2199-01-01')`)
  await writer.query('begin')
  await writer.query(react, [post, second])
  const undone = reader.query('select undo_marking($1) as unread', [rows[0].marked_at])
  const waiting = async () =>
    (
      await club.query(
        `select from pg_stat_activity where query like 'select undo_marking%' and wait_event_type = 'Lock'`,
      )
    ).length
  while ((await waiting()) === 0);
  await writer.query('commit')
  expect((await undone).rows).toEqual([{ unread: 1 }])
  const left = await club.query('select read_at is null as unread from private.notifications where user_id = $1', [
    author,
  ])
  expect(left).toHaveLength(2)
})
