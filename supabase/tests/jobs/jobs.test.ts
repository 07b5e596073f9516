import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openSqlClub, type SqlClub } from '../support/sql-club.ts'

let club: SqlClub
let member: string
beforeAll(async () => {
  club = await openSqlClub()
  member = await club.signUp()
})
afterAll(() => club.close())
beforeEach(() => club.query('delete from cron.job; select private.schedule_jobs()'))

/** Runs a job's command as the role to which it belongs. */
async function run(name: string): Promise<void> {
  const [job] = await club.query<{ command: string; username: string }>(
    'select command, username from cron.job where jobname = $1',
    [name],
  )
  if (!job) throw new Error(`there is no job ${name}`)
  await club.query(`set role ${job.username}`)
  try {
    await club.query(job.command)
  } finally {
    await club.query('reset role')
  }
}

it('the migrations schedule exactly these jobs, for the owner of the domain', async () => {
  const fresh = await openSqlClub()
  const jobs = await fresh.query('select jobname, schedule, username, active from cron.job order by jobname')
  await fresh.close()
  const daily = (jobname: string, minute: number) => ({
    jobname,
    schedule: `${minute} 3 * * *`,
    username: 'migrator',
    active: true,
  })
  expect(jobs).toEqual([
    daily('bankside-addresses', 17),
    { ...daily('bankside-announcements', 0), schedule: '* * * * *' },
    { ...daily('bankside-deliver', 0), schedule: '15 seconds' },
    { ...daily('bankside-gone-members', 0), schedule: '* * * * *' },
    daily('bankside-log', 37),
    daily('bankside-marks', 27),
    { ...daily('bankside-reminders', 0), schedule: '* * * * *' },
    daily('bankside-reports', 57),
    { ...daily('bankside-rewards', 0), schedule: '* * * * *' },
    { ...daily('bankside-seasons', 0), schedule: '*/10 * * * *' },
    { ...daily('bankside-suspensions', 0), schedule: '* * * * *' },
    daily('bankside-tend-deliveries', 47),
  ])
})

it('scheduling the jobs again changes nothing', async () => {
  const jobs = () => club.query('select * from cron.job order by jobid')
  const before = await jobs()
  expect(await club.query('select private.schedule_jobs() as done')).toEqual([{ done: true }])
  expect(await jobs()).toEqual(before)
})

it('a project without pg_cron gets a notice, and nothing else happens', async () => {
  const project = await openSqlClub()
  const notices: string[] = []
  project.owner.on('notice', ({ message }) => notices.push(message ?? ''))
  await project.query('drop schema cron cascade')
  notices.length = 0
  expect(await project.query('select private.schedule_jobs() as done')).toEqual([{ done: false }])
  expect(notices).toEqual([expect.stringContaining('private.schedule_jobs()')])
  await project.close()
})

describe('bankside-addresses', () => {
  it('deletes the address of a prize delivered 90 days ago, and no other', async () => {
    const award = async (days: number) => {
      const [row] = await club.query<{ id: string }>(
        `with box as (insert into public.prize_packages (name) values ('Box') returning id),
          item as (insert into public.prize_items (package_id, title, type, quantity)
            select id, 'Lamp', 'physical', 9 from box returning id)
        select id from item`,
      )
      const [made] = await club.query<{ id: string }>(
        `insert into public.prize_awards (user_id, item_id, status, terms_accepted, claimed_at, shipping_details,
          fulfillment_status, fulfilled_at)
          values ($1, $2, 'claimed', true, now(), '{"full_name": "Tom Alder"}', 'delivered', now() - make_interval(days => $3))
          returning id`,
        [member, row?.id, days],
      )
      return made?.id
    }
    const [old, young] = [await award(91), await award(89)]
    await run('bankside-addresses')
    const [kept] = await club.query(
      `select array_agg(id) filter (where shipping_details is null) as without,
              array_agg(id) filter (where shipping_details is not null) as with from public.prize_awards`,
    )
    expect(kept).toEqual({ without: [old], with: [young] })
  })
})

describe('bankside-announcements', () => {
  it('publishes the announcement whose moment has come, once, and no other', async () => {
    const author = await club.signUp()
    await club.query('update public.profiles set is_admin = true where id = $1', [author])
    const schedule = async (content: string, minutes: number) =>
      await club.query(
        `insert into public.scheduled_announcements (user_id, content, publish_at)
          values ($1, $2, now() + make_interval(mins => $3))`,
        [author, content, minutes],
      )
    await schedule('Due', -1)
    await schedule('Later', 5)
    await run('bankside-announcements')
    await run('bankside-announcements')
    expect(
      await club.query('select content, is_announcement from public.newsfeed_posts where user_id = $1', [author]),
    ).toEqual([{ content: 'Due', is_announcement: true }])
    expect(await club.query('select content from public.scheduled_announcements')).toEqual([{ content: 'Later' }])
    await club.query('delete from public.newsfeed_posts where user_id = $1', [author])
  })
})

describe('bankside-seasons', () => {
  it('keeps the table of the season that ended ten minutes ago, once', async () => {
    const begins = (
      await club.query<{ day: string }>(
        'select (begins - interval $$1 year$$)::date::text as day from private.running_season',
      )
    )[0]?.day
    await club.query('update private.running_season set begins = $1', [begins])
    await club.query(
      `insert into public.points_log (user_id, points_change, reason, created_at) values ($1, 30, 'Match', $2::date + interval '9 days')`,
      [member, begins],
    )
    await run('bankside-seasons')
    await run('bankside-seasons')
    expect(await club.query('select season::text, rank, user_id, points::int from private.season_places')).toEqual([
      { season: begins, rank: 1, user_id: member, points: 30 },
    ])
  })
})

describe('bankside-rewards', () => {
  it('gives back what was paid for an award that was not claimed in time, and nothing for others', async () => {
    const [item] = await club.query<{ id: string }>(
      `with box as (insert into public.prize_packages (name, points_price) values ('Box', 40) returning id)
        insert into public.prize_items (package_id, title, type, quantity) select id, 'Lamp', 'physical', 9 from box
          returning id`,
    )
    const award = async (days: number, paid: number | null) =>
      await club.query(
        `insert into public.prize_awards (user_id, item_id, claim_deadline, points_paid, redemption_id)
          values ($1, $2, now() + make_interval(days => $3), $4::integer, case when $4::integer is not null then gen_random_uuid() end)`,
        [member, item?.id, days, paid],
      )
    await award(-1, 40)
    await award(1, 30)
    await award(-1, null)
    await run('bankside-rewards')
    expect(
      await club.query('select points_paid from public.prize_awards where item_id = $1 order by 1', [item?.id]),
    ).toEqual([{ points_paid: 30 }, { points_paid: null }])
    expect(await club.query(`select points_change from public.points_log where kind = 'reward_refund'`)).toEqual([
      { points_change: 40 },
    ])
    await club.query('delete from public.prize_awards where item_id = $1', [item?.id])
  })
})

describe('bankside-marks', () => {
  it('deletes counters and declined requests that have no effect any more, and no others', async () => {
    const other = await club.signUp()
    await club.query('delete from private.rate_counters')
    const days = [29, 40]
    for (const age of days) {
      await club.query(
        `insert into private.rate_counters (user_id, bucket, window_start, used)
          values ($1, $2, now() - make_interval(days => $3), 1)`,
        [member, `bucket-${age}`, age],
      )
      await club.query(
        `insert into private.left_counters (account_id, bucket, window_start, used)
          values ($1, $2, now() - make_interval(days => $3), 1)`,
        [member, `bucket-${age}`, age],
      )
    }
    await club.query(
      `insert into private.declined_connections (user_id, connected_user_id, declined_at)
        values ($1, $2, now() - interval '29 days'), ($2, $1, now() - interval '31 days')`,
      [member, other],
    )
    const [box] = await club.query<{ id: string }>(
      `insert into public.prize_packages (name) values ('Past rewards') returning id`,
    )
    // The season can be moved for a night: what was redeemed in the year before it is kept.
    for (const when of ['-1 second', '0 seconds'])
      await club.query(
        `insert into private.redemptions (id, account_id, package_id, redeemed_at)
          values (gen_random_uuid(), $1, $2, private.season_start() - interval '1 year' + $3::interval)`,
        [member, box?.id, when],
      )
    await run('bankside-marks')
    expect(
      await club.query(
        `select redeemed_at = private.season_start() - interval '1 year' as is_later from private.redemptions
          where package_id = $1`,
        [box?.id],
      ),
    ).toEqual([{ is_later: true }])
    expect(await club.query('select bucket from private.rate_counters')).toEqual([{ bucket: 'bucket-29' }])
    expect(await club.query('select bucket from private.left_counters')).toEqual([{ bucket: 'bucket-29' }])
    expect(await club.query('select user_id from private.declined_connections')).toEqual([{ user_id: member }])
  })
})

describe('bankside-marks, of the club’s invitations,', () => {
  it('deletes links 90 days after they have ended or expired, and no others', async () => {
    const link = (note: string, expires: string, ended: string | null) =>
      club.query(
        `insert into private.club_links (id, note, code, places, expires_at, ended_at)
          values (gen_random_uuid(), $1, gen_random_uuid(), 5, now() - $2::interval, now() - $3::interval)`,
        [note, expires, ended],
      )
    await link('expired', '91 days', null)
    await link('expired lately', '89 days', null)
    await link('ended', '-200 days', '91 days')
    await link('ended after it had expired', '91 days', '1 day')
    await link('ended lately', '-1 day', '89 days')
    await link('open', '-1 day', null)
    await run('bankside-marks')
    expect(await club.query('select note from private.club_links order by note')).toEqual(
      ['ended lately', 'expired lately', 'open'].map((note) => ({ note })),
    )
  })

  it('deletes invitations by mail 29 days after their end, and hashes and answers after 30', async () => {
    const mailed = (address: string, days: number, column: string) =>
      club.query(
        `insert into private.mailed_invitations (address, code, expires_at, outcome, ended_at, accepted_at, withdrawn_at)
          select $1, gen_random_uuid(),
            now() + case when $3 = 'expires_at' then - m.ago else interval '10 days' end,
            case $3 when 'ended_at' then 'dead' else 'sent' end, now() - m.ago,
            case when $3 = 'accepted_at' then now() - m.ago end, case when $3 = 'withdrawn_at' then now() - m.ago end
          from make_interval(days => $2) as m (ago)`,
        [address, days, column],
      )
    const columns = ['expires_at', 'accepted_at', 'withdrawn_at', 'ended_at']
    for (const column of columns) {
      await mailed(`old ${column}`, 30, column)
      await mailed(`young ${column}`, 28, column)
    }
    // Sent long ago, and still open.
    await mailed('open', 200, '')
    for (const days of [29, 31]) {
      await club.query(
        'insert into private.invited_addresses (address_hash, invited_at) values ($1, now() - make_interval(days => $2))',
        [Buffer.from([days]), days],
      )
      await club.query(
        `insert into private.invitation_requests (admin_id, request_id, digest, answers, created_at)
          values ($1, gen_random_uuid(), '', array[$2::text], now() - make_interval(days => $3))`,
        [member, `${days}`, days],
      )
    }
    await run('bankside-marks')
    expect(await club.query('select address from private.mailed_invitations order by address')).toEqual(
      ['open', ...columns.map((column) => `young ${column}`).toSorted()].map((address) => ({ address })),
    )
    expect(await club.query('select address_hash from private.invited_addresses')).toEqual([
      { address_hash: Buffer.from([29]) },
    ])
    expect(await club.query('select answers from private.invitation_requests')).toEqual([{ answers: ['29'] }])
  })
})

describe('bankside-gone-members', () => {
  it('forgets the many mentions of a deleted member, 500 in a run, of which the deletion itself forgot a hundred', async () => {
    const [gone, writer] = [await club.signUp(), await club.signUp()]
    await club.query(
      `with name as (select '@' || username as word from public.profiles where id = $1),
        post as (insert into public.newsfeed_posts (user_id, content) select $2, word from name returning id)
      insert into public.newsfeed_comments (user_id, post_id, content)
        select $2, id, 'Comment ' || n || ' for ' || word from name, post, generate_series(1, 650) as n`,
      [gone, writer],
    )
    const left = async () => {
      const [row] = await club.query(
        `select (select count(*) from public.newsfeed_posts as p where p.mentions::text like '%' || $1 || '%')::integer +
          (select count(*) from public.newsfeed_comments as c where c.mentions::text like '%' || $1 || '%')::integer as texts`,
        [gone],
      )
      return row?.texts
    }
    expect(await left()).toBe(651)
    await club.query('delete from auth.users where id = $1', [gone])
    expect(await left()).toBe(551)
    await run('bankside-gone-members')
    expect(await left()).toBe(51)
    expect(await club.query('select id from private.gone_members')).toEqual([{ id: gone }])
    await run('bankside-gone-members')
    expect(await left()).toBe(0)
    expect(await club.query('select id from private.gone_members')).toEqual([])
  })

  it('leaves what is being changed at that moment for the next run', async () => {
    const [gone, writer] = [await club.signUp(), await club.signUp()]
    await club.query(
      `insert into public.newsfeed_posts (user_id, content)
        select $2, 'Post ' || n || ' for @' || p.username from public.profiles as p, generate_series(1, 101) as n
        where p.id = $1`,
      [gone, writer],
    )
    await club.query('delete from auth.users where id = $1', [gone])
    const other = await club.connect()
    await other.query('begin')
    await other.query('select from public.newsfeed_posts for update')
    await run('bankside-gone-members')
    await other.query('commit')
    expect(await club.query('select id from private.gone_members')).toEqual([{ id: gone }])
    await run('bankside-gone-members')
    expect(await club.query('select id from private.gone_members')).toEqual([])
  })
})

describe('bankside-log', () => {
  it('deletes records of runs of the owner of the domain after seven days', async () => {
    await club.query(`insert into cron.job_run_details (username, command, end_time) values
      ('migrator', 'older', now() - interval '8 days'), ('migrator', 'younger', now() - interval '6 days')`)
    await run('bankside-log')
    expect(await club.query('select command from cron.job_run_details')).toEqual([{ command: 'younger' }])
  })
})

it('no API role can run what the jobs run, except the service role the deletion of addresses', async () => {
  const rights = await club.query<{ name: string; role: string }>(
    `select p.proname as name, r.role from pg_proc as p, unnest(array['anon', 'authenticated', 'service_role']) as r (role)
      where p.pronamespace = 'private'::regnamespace
        and p.proname in (
          'delete_expired_marks', 'schedule_jobs', 'purge_delivered_addresses', 'tend_invitations')
        and has_function_privilege(r.role, p.oid, 'execute')`,
  )
  expect(rights).toEqual([{ name: 'purge_delivered_addresses', role: 'service_role' }])
})
