import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { openSqlClub, type SqlClub } from '../support/sql-club.ts'

// Where the ID or name of a member is kept beside rows of others.

let club: SqlClub
let author: string
let gone: string
let friend: string
beforeAll(async () => {
  club = await openSqlClub()
})
afterAll(() => club.close())
beforeEach(async () => {
  author = await club.signUp()
  gone = await club.signUp()
  friend = await club.signUp()
})

const value = async (sql: string, values: unknown[] = []) => Object.values((await club.query(sql, values))[0] ?? {})[0]
const nameOf = async (id: string) => String(await value('select username from public.profiles where id = $1', [id]))

it('the ID of a deleted member is removed from the mentions of others, and no one is notified again', async () => {
  const [left, stays] = [await nameOf(gone), await nameOf(friend)]
  const [post, comment] = [randomUUID(), randomUUID()]
  const text = `@${left} and @${stays}`
  await club.query('insert into public.newsfeed_posts (id, user_id, content) values ($1, $2, $3)', [post, author, text])
  await club.query('insert into public.newsfeed_comments (id, post_id, user_id, content) values ($1, $2, $3, $4)', [
    comment,
    post,
    author,
    text,
  ])
  // As after 180 days.
  await club.query('delete from private.notifications where user_id = $1', [friend])
  await club.query('delete from auth.users where id = $1', [gone])
  for (const [table, id] of [
    ['newsfeed_posts', post],
    ['newsfeed_comments', comment],
  ]) {
    expect(await club.query(`select content, mentions from public.${table} where id = $1`, [id])).toEqual([
      { content: text, mentions: { [left]: '00000000-0000-0000-0000-000000000000', [stays]: friend } },
    ])
  }
  expect(await club.query('select from private.notifications where user_id = $1', [friend])).toEqual([])
})

it('the ID of a deleted member is removed from what others muted', async () => {
  await club.query('insert into private.notification_mutes (user_id, subject_id) values ($1, $2), ($1, $3)', [
    author,
    gone,
    friend,
  ])
  await club.query('delete from auth.users where id = $1', [gone])
  expect(await club.query('select subject_id from private.notification_mutes where user_id = $1', [author])).toEqual([
    { subject_id: friend },
  ])
})

it('a referral link names no suspended member to guests', async () => {
  const guest = await club.as()
  const seen = async () => [
    (await guest.query('select public.referrer_username($1) as name', [gone])).rows[0]?.name,
    (await guest.query('select title from public.page_head($1)', [`/register?ref=${gone}`])).rows[0]?.title,
  ]
  const name = await nameOf(gone)
  expect(await seen()).toEqual([name, `${name} invites you to Bankside`])
  await club.query('update public.profiles set is_suspended = true where id = $1', [gone])
  expect(await seen()).toEqual([null, 'Join Bankside'])
})
