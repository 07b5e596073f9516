import type pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { RACE_REPEATS, race } from '../support/races.ts'
import { openSqlClub, type SqlClub } from '../support/sql-club.ts'

// Two engines at once, admins who press while the job runs, and what a crash leaves behind. No engine runs beside it.

let club: SqlClub
let authors: string[]
let engines: pg.Client[]
beforeAll(async () => {
  club = await openSqlClub()
  authors = [await club.signUp(), await club.signUp(), await club.signUp()]
  await club.query('update public.profiles set is_admin = true where id = any ($1)', [authors])
  engines = await Promise.all(Array.from({ length: 4 }, () => club.connect()))
})
afterAll(() => club.close())
beforeEach(() => club.query('delete from public.newsfeed_posts; delete from public.scheduled_announcements'))

const RUN = 'select private.publish_announcements() as published'
const run = async (client: pg.Client) => Number((await client.query(RUN)).rows[0]?.published)
/** Schedules announcements of all authors in turn, whose moment has come. @returns their ids. */
const due = async (count: number) =>
  (
    await club.query<{ id: string }>(
      `insert into public.scheduled_announcements (user_id, content, publish_at)
        select ($1::uuid[])[1 + n % 3], 'Notice ' || n, now() - make_interval(secs => (n * 7) % 60 + 1)
        from generate_series(1, $2::integer) as n returning id`,
      [authors, count],
    )
  ).map(({ id }) => id)
const posted = async () => (await club.query('select id from public.newsfeed_posts')).length
const left = async () => (await club.query('select id from public.scheduled_announcements')).length
/** What goes wrong with a statement: its code. */
const codeOf = async (act: Promise<unknown>) =>
  await act.then(
    () => undefined,
    (error: { code?: string }) => error.code,
  )

race('two engines and more run the job at once: each is published once', async () => {
  await club.query('delete from public.newsfeed_posts')
  await due(30)
  const published = await Promise.all(engines.map(run))
  expect(published.reduce((sum, one) => sum + one, 0)).toBe(30)
  expect([await posted(), await left()]).toEqual([30, 0])
})

race('an admin publishes, another cancels and a third moves it while the job runs: once or not at all', async () => {
  await club.query('delete from public.newsfeed_posts; delete from public.scheduled_announcements')
  const ids = await due(12)
  const [first, second, third] = await Promise.all(authors.map((id) => club.as(id)))
  const acts = ids.flatMap((id) => [
    codeOf(first?.query('select public.publish_announcement($1)', [id]) as Promise<unknown>),
    codeOf(second?.query('delete from public.scheduled_announcements where id = $1', [id]) as Promise<unknown>),
    codeOf(
      third?.query(`update public.scheduled_announcements set publish_at = now() + interval '1 day' where id = $1`, [
        id,
      ]) as Promise<unknown>,
    ),
  ])
  const codes = await Promise.all([...acts, ...engines.map((engine) => codeOf(run(engine)))])
  expect(codes.filter(Boolean)).toEqual([])
  const cancelled = (
    await club.query(`select from private.audit_log where action = 'cancel_announcement' and subject_id = any ($1)`, [
      ids,
    ])
  ).length
  expect((await posted()) + (await left()) + cancelled).toBe(12)
  for (const client of [first, second, third]) await client?.end()
})

race('hiding posts of all authors while the job publishes for them: no deadlock', async () => {
  await club.query('delete from public.newsfeed_posts')
  const made = await club.query<{ id: string }>(
    `insert into public.newsfeed_posts (user_id, content) select unnest($1::uuid[]), 'Old' returning id`,
    [authors],
  )
  await due(30)
  const hider = await club.as(await admin())
  const codes = await Promise.all([
    codeOf(hider.query('select * from public.hide_posts($1)', [made.map(({ id }) => id)])),
    ...engines.map((engine) => codeOf(run(engine))),
    codeOf(
      (await club.connect()).query('select from public.profiles where id = any ($1) order by id for no key update', [
        authors,
      ]),
    ),
  ])
  expect(codes.filter(Boolean)).toEqual([])
  expect(await left()).toBe(0)
  await hider.end()
})

async function admin(): Promise<string> {
  const id = await club.signUp()
  await club.query('update public.profiles set is_admin = true where id = $1', [id])
  return id
}

describe('a demotion', () => {
  race('at the same moment comes before or after: nothing appears in the name of one who is no admin', async () => {
    await club.query('delete from public.newsfeed_posts; delete from public.scheduled_announcements')
    const leaver = await admin()
    await club.query(
      `insert into public.scheduled_announcements (user_id, content, publish_at)
        values ($1, 'Last words', now() - interval '1 minute')`,
      [leaver],
    )
    const [demoter, engine] = [await club.connect(), await club.connect()]
    await demoter.query('begin')
    await demoter.query('update public.profiles set is_admin = false where id = $1', [leaver])
    const running = run(engine)
    // It waits for the profile.
    await expect
      .poll(
        async () =>
          (
            await club.query(
              `select from pg_stat_activity where query like '%publish_announcements%' and wait_event_type = 'Lock'`,
            )
          ).length,
      )
      .toBe(1)
    await demoter.query('commit')
    expect(await running).toBe(0)
    expect(await posted()).toBe(0)
    expect(await club.query('select failure from public.scheduled_announcements')).toEqual([
      { failure: 'author_not_admin' },
    ])
    await Promise.all([demoter.end(), engine.end()])
  })
})

it('a crash in the middle leaves all of them waiting, and the next run publishes each once', async () => {
  await due(10)
  const engine = await club.connect()
  await engine.query('begin')
  expect(await run(engine)).toBe(10)
  // The server ends the connection before it commits.
  const [row] = (await engine.query<{ pid: number }>('select pg_backend_pid() as pid')).rows
  await club.query('select pg_terminate_backend($1)', [row?.pid])
  await expect.poll(() => left()).toBe(10)
  expect(await posted()).toBe(0)
  await expect.poll(async () => await run(engines[0] as pg.Client)).toBe(10)
  expect([await posted(), await left()]).toEqual([10, 0])
})

it('a clock that goes back publishes nothing a second time', async () => {
  await due(3)
  expect(await run(engines[0] as pg.Client)).toBe(3)
  // The moments of what was published lie before the clock again.
  await club.query(`update public.newsfeed_posts set created_at = created_at + interval '1 hour'`)
  expect(await run(engines[1] as pg.Client)).toBe(0)
  expect([await posted(), await left()]).toEqual([3, 0])
})

it('one that is being changed is left to the next run', async () => {
  const [id] = await due(1)
  const editor = await club.connect()
  await editor.query('begin')
  await editor.query(`update public.scheduled_announcements set content = 'At ten' where id = $1`, [id])
  expect(await run(engines[0] as pg.Client)).toBe(0)
  await editor.query('commit')
  expect(await run(engines[0] as pg.Client)).toBe(1)
  expect(await club.query('select content from public.newsfeed_posts')).toEqual([{ content: 'At ten' }])
  await editor.end()
})

it.each(['40P01', '53200', '55P03'])('a fault that passes (%s) leaves it for the next run', async (code) => {
  await club.query(`
    create function public.pretend_fault() returns trigger language plpgsql as
      $$ begin raise exception 'not now' using errcode = '${code}'; end $$;
    create trigger _999_pretend_fault before insert on public.newsfeed_posts
      for each row when (new.content = 'Notice 1') execute function public.pretend_fault()`)
  try {
    await due(3)
    expect(await run(engines[0] as pg.Client)).toBe(2)
    expect(await club.query('select failure from public.scheduled_announcements')).toEqual([{ failure: null }])
  } finally {
    await club.query('drop function public.pretend_fault() cascade')
  }
  expect(await run(engines[0] as pg.Client)).toBe(1)
})

it(`was raced ${RACE_REPEATS} times`, async () => {
  const [counts] = await club.query<{ wrong: number }>(
    `select count(*)::int as wrong from private.post_counts as c
      where c.post_count <> (select count(*) from public.newsfeed_posts as p where p.user_id = c.user_id and p.hidden_at is null)`,
  )
  expect(counts).toEqual({ wrong: 0 })
})
