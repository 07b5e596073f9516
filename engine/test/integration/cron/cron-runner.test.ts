import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type CronClub, eventually, openCronClub, testClock } from './cron-club.ts'

let club: CronClub
beforeEach(async () => {
  club = await openCronClub()
  await club.query('create table public.marks (at timestamptz default clock_timestamp(), what text)')
  await club.query('grant all on public.marks to migrator, service_role')
})
afterEach(() => club.close())

const schedule = (name: string, when: string, command: string) =>
  club.migrator.query('select cron.schedule($1, $2, $3)', [name, when, command])
const marks = async () =>
  (await club.query<{ what: string }>('select what from public.marks order by at')).map((row) => row.what)
const mark = (text: string) => `insert into public.marks (what) values ('${text}')`

describe('a job', () => {
  it('runs each time it is due, and not before', async () => {
    await schedule('a', '*/5 * * * *', mark('a'))
    const clock = testClock('2027-01-01T00:00:30Z')
    const cron = await club.start(clock)
    for (const time of ['00:04:59', '00:05:00', '00:09:59.999', '00:10:00']) {
      clock.moveTo(`2027-01-01T${time}Z`)
      await cron.settled()
    }
    expect(await marks()).toEqual(['a', 'a'])
    expect(
      await club.query(`select r.status, r.return_message, r.username, r.start_time, r.end_time, r.command = j.command as same
        from cron.job_run_details as r join cron.job as j using (jobid) order by runid`),
    ).toEqual(
      ['00:05', '00:10'].map((time) => ({
        status: 'succeeded',
        return_message: 'INSERT 1',
        username: 'migrator',
        start_time: new Date(`2027-01-01T${time}:00Z`),
        end_time: new Date(`2027-01-01T${time}:00Z`),
        same: true,
      })),
    )
  })

  it('runs every few seconds', async () => {
    await schedule('a', '20 seconds', mark('a'))
    const clock = testClock('2027-01-01T00:00:00Z')
    const cron = await club.start(clock)
    for (const second of [19, 20, 39, 40, 60]) {
      clock.moveTo(new Date(Date.parse('2027-01-01T00:00:00Z') + second * 1_000).toISOString())
      await cron.settled()
    }
    expect(await marks()).toHaveLength(3)
  })

  it('that was missed many times while no engine ran is run once', async () => {
    await schedule('a', '@hourly', mark('a'))
    const first = await club.start(testClock('2027-01-01T00:30:00Z'))
    await first.close()
    expect(await marks()).toEqual([])
    const clock = testClock('2027-01-03T12:30:00Z')
    const second = await club.start(clock)
    expect(await marks()).toEqual(['a'])
    clock.moveTo('2027-01-03T12:59:59Z')
    await second.settled()
    expect(await marks()).toEqual(['a'])
    clock.moveTo('2027-01-03T13:00:00Z')
    await second.settled()
    expect(await marks()).toEqual(['a', 'a'])
  })

  it('does not wait for a time that only a wrong clock knew, whether an engine was running when it was set right or not', async () => {
    await schedule('a', '@hourly', mark('a'))
    const clock = testClock('2027-02-01T00:30:00Z')
    const first = await club.start(clock)
    clock.moveTo('2027-02-01T01:00:00Z')
    await first.settled()
    expect(await marks()).toEqual(['a'])
    clock.correctTo('2027-01-01T00:30:00Z')
    for (const time of ['00:31:00', '01:00:00']) {
      clock.moveTo(`2027-01-01T${time}Z`)
      await first.settled()
    }
    expect(await marks()).toEqual(['a', 'a'])
    clock.correctTo('2027-02-01T00:30:00Z')
    clock.moveTo('2027-02-01T01:00:00Z')
    await first.settled()
    expect(await marks()).toEqual(['a', 'a', 'a'])
    await first.close()
    const later = testClock('2027-01-01T01:30:00Z')
    const second = await club.start(later)
    later.moveTo('2027-01-01T02:00:00Z')
    await second.settled()
    expect(await marks()).toEqual(['a', 'a', 'a', 'a'])
  })

  it('that was switched off, or scheduled while no engine ran, has missed nothing', async () => {
    await schedule('a', '@hourly', mark('a'))
    await (await club.start(testClock('2027-01-01T00:30:00Z'))).close()
    await schedule('b', '@hourly', mark('b'))
    await club.migrator.query(`select cron.alter_job(jobid, active => false) from cron.job where jobname = 'a'`)
    await (await club.start(testClock('2027-01-02T00:30:00Z'))).close()
    await club.migrator.query(`select cron.alter_job(jobid, active => true) from cron.job where jobname = 'a'`)
    await club.start(testClock('2027-01-02T00:45:00Z'))
    expect(await marks()).toEqual([])
  })

  it('is run as its role', async () => {
    const who = `insert into public.marks (what) values (current_user || ' ' || session_user)`
    await schedule('a', '* * * * *', who)
    await club.query(`select cron.schedule_in_database('b', '* * * * *', $1, current_database(), 'service_role')`, [
      who,
    ])
    await club.query(`select cron.schedule('c', '* * * * *', $1)`, [who])
    const clock = testClock('2027-01-01T00:00:30Z')
    const cron = await club.start(clock)
    clock.moveTo('2027-01-01T00:01:00Z')
    await cron.settled()
    expect((await marks()).sort()).toEqual([
      'migrator migrator',
      'service_role authenticator',
      'supabase_admin supabase_admin',
    ])
  })

  it('gains nothing by leaving its role', async () => {
    await schedule('a', '* * * * *', 'reset role; set session authorization supabase_admin; drop schema auth cascade')
    await club.query(
      `select cron.schedule_in_database('b', '* * * * *', 'reset role; create role more superuser', current_database(), 'service_role')`,
    )
    const clock = testClock('2027-01-01T00:00:30Z')
    const cron = await club.start(clock)
    clock.moveTo('2027-01-01T00:01:00Z')
    await cron.settled()
    expect((await club.runs()).map(({ status, message }) => [status, message])).toEqual([
      ['failed', expect.stringMatching(/permission denied|must be superuser/)],
      ['failed', expect.stringMatching(/permission denied|must be superuser/)],
    ])
  })

  it('that fails leaves nothing of its transaction, is recorded, and stops no other', async () => {
    await schedule('a', '* * * * *', `${mark('half')}; select 1 / 0`)
    await schedule('b', '* * * * *', mark('b'))
    const clock = testClock('2027-01-01T00:00:30Z')
    const cron = await club.start(clock)
    for (const minute of ['01', '02']) {
      clock.moveTo(`2027-01-01T00:${minute}:00Z`)
      await cron.settled()
    }
    expect(await marks()).toEqual(['b', 'b'])
    expect((await club.runs()).filter(({ status }) => status === 'failed').map(({ message }) => message)).toEqual([
      'ERROR: division by zero',
      'ERROR: division by zero',
    ])
  })

  it('that hangs stops no other, runs once at a time, and is ended by the engine if it has no time limit', async () => {
    await schedule('a', '* * * * *', 'set statement_timeout = 0; select pg_sleep(1000)')
    await schedule('b', '* * * * *', mark('b'))
    const clock = testClock('2027-01-01T00:00:30Z')
    const cron = await club.start(clock, { timeoutMs: 300_000 })
    for (const [i, minute] of ['01', '02', '03'].entries()) {
      clock.moveTo(`2027-01-01T00:${minute}:00Z`)
      await eventually(async () => expect(await marks()).toHaveLength(i + 1))
    }
    const hung = async () => (await club.runs()).filter(({ command }) => command.includes('pg_sleep'))
    expect(await hung()).toEqual([expect.objectContaining({ status: 'running' })])
    await club.migrator.query(`select cron.unschedule('a')`)
    // Its time is counted from its beginning, which the clock may have seen a minute or two late.
    clock.moveTo('2027-01-01T00:10:00Z')
    await cron.settled()
    expect(await hung()).toEqual([
      expect.objectContaining({ status: 'failed', message: expect.stringContaining('terminating connection') }),
    ])
  })

  it('is cancelled after the time limit of a statement', async () => {
    await schedule('a', '* * * * *', 'select pg_sleep(1000)')
    const clock = testClock('2027-01-01T00:00:30Z')
    const cron = await club.start(clock, { timeoutMs: 200 })
    clock.moveTo('2027-01-01T00:01:00Z')
    await cron.settled()
    expect(await club.runs()).toMatchObject([
      { status: 'failed', message: 'ERROR: canceling statement due to statement timeout' },
    ])
  })

  it('may remove itself', async () => {
    await schedule('a', '* * * * *', `${mark('a')}; select cron.unschedule('a')`)
    const clock = testClock('2027-01-01T00:00:30Z')
    const cron = await club.start(clock)
    for (const minute of ['01', '02', '03']) {
      clock.moveTo(`2027-01-01T00:${minute}:00Z`)
      await cron.settled()
    }
    expect(await marks()).toEqual(['a'])
    expect(await club.runs()).toMatchObject([{ status: 'succeeded', message: '1 row' }])
    expect(await club.query('select from cron.job')).toEqual([])
  })

  it('may return any number of rows', async () => {
    await schedule('a', '* * * * *', 'select * from generate_series(1, 200000)')
    const clock = testClock('2027-01-01T00:00:30Z')
    const cron = await club.start(clock)
    clock.moveTo('2027-01-01T00:01:00Z')
    await cron.settled()
    expect(await club.runs()).toMatchObject([{ status: 'succeeded', message: '200000 rows' }])
  })

  it('may be a command that runs in no transaction', async () => {
    await club.query('alter table public.marks owner to migrator')
    await schedule('a', '* * * * *', 'vacuum public.marks')
    const clock = testClock('2027-01-01T00:00:30Z')
    const cron = await club.start(clock)
    clock.moveTo('2027-01-01T00:01:00Z')
    await cron.settled()
    expect(await club.runs()).toMatchObject([{ status: 'succeeded', message: 'VACUUM' }])
  })

  it('that changes while the engine runs follows its new schedule', async () => {
    await schedule('a', '@hourly', mark('hourly'))
    const clock = testClock('2027-01-01T00:00:30Z')
    const cron = await club.start(clock)
    await schedule('a', '* * * * *', mark('each minute'))
    await schedule('b', '* * * * *', mark('new'))
    await eventually(() => expect(cron.load().jobs).toBe(2))
    await cron.settled()
    clock.moveTo('2027-01-01T00:01:00Z')
    await cron.settled()
    expect((await marks()).sort()).toEqual(['each minute', 'new'])
  })
})

describe('a row that a superuser wrote without the triggers', () => {
  it('with a schedule that cannot be read or a role that can run nothing stops no other job', async () => {
    await club.query(`set session_replication_role = replica`)
    await club.query(`insert into cron.job (schedule, command, username) values ('whenever', 'select 1', 'migrator')`)
    await club.query('insert into cron.job (schedule, command, username) values ($1, $2, $3)', [
      '* * * * *',
      mark('no'),
      'anon',
    ])
    await club.query(`reset session_replication_role`)
    await schedule('b', '* * * * *', mark('b'))
    const clock = testClock('2027-01-01T00:00:30Z')
    const cron = await club.start(clock)
    clock.moveTo('2027-01-01T00:01:00Z')
    await cron.settled()
    expect(await marks()).toEqual(['b'])
    expect(await club.runs()).toContainEqual({
      command: mark('no'),
      status: 'failed',
      message: 'ERROR: jobs of the role "anon" cannot be run',
    })
  })
})

describe('an interrupted run', () => {
  /** Ends the part that runs jobs while the job of the test hangs. */
  const interrupt = async (time: string, run: number) => {
    const clock = testClock(time)
    const cron = await club.start(clock, { settles: run === 1 })
    clock.moveTo('2027-01-01T00:01:00Z')
    await eventually(async () => expect((await club.runs())[run - 1]?.status).toBe('running'))
    let isClosed = false
    const closed = cron.close().then(() => {
      isClosed = true
    })
    await eventually(() => {
      clock.moveTo(new Date(clock.now() + 1_000).toISOString())
      expect(isClosed).toBe(true)
    })
    await closed
  }

  it('is repeated once by the next engine, and skipped if that one is interrupted as well', async () => {
    await schedule('a', '0 0 1 1 *', 'select 1')
    await schedule('b', '1 0 1 1 *', 'select pg_sleep(1000)')
    await interrupt('2027-01-01T00:00:30Z', 1)
    await interrupt('2027-01-01T00:01:00Z', 2)
    const clock = testClock('2027-01-01T00:02:00Z')
    const cron = await club.start(clock)
    await cron.settled()
    expect((await club.runs()).map(({ status, message }) => [status, message])).toEqual([
      ['failed', 'the engine stopped'],
      ['failed', 'the engine stopped'],
      ['failed', 'left out: interrupted twice'],
    ])
  })
})

describe('two engines', () => {
  it('run each job once, and the other one continues when the first ends', async () => {
    await schedule('a', '* * * * *', mark('a'))
    const clock = testClock('2027-01-01T00:00:30Z')
    const first = await club.start(clock)
    const second = await club.start(clock)
    expect([first.load().leading, second.load().leading]).toEqual([1, 0])
    clock.moveTo('2027-01-01T00:01:00Z')
    await Promise.all([first.settled(), second.settled()])
    expect(await marks()).toEqual(['a'])
    await first.close()
    clock.moveTo('2027-01-01T00:01:03Z')
    await second.settled()
    expect(second.load().leading).toBe(1)
    clock.moveTo('2027-01-01T00:02:00Z')
    await second.settled()
    expect(await marks()).toEqual(['a', 'a'])
  })
})

it('an engine whose right to run jobs is lost asks for it again, and misses nothing', async () => {
  await schedule('a', '* * * * *', mark('a'))
  const clock = testClock('2027-01-01T00:00:30Z')
  const cron = await club.start(clock)
  await club.query(`select pg_terminate_backend(pid) from pg_locks
    where locktype = 'advisory' and objid = 4 and database = (select oid from pg_database where datname = current_database())`)
  await eventually(async () => {
    clock.moveTo(new Date(clock.now() + 1_000).toISOString())
    await cron.settled()
    expect(cron.load().leading).toBe(1)
  })
  clock.moveTo('2027-01-01T00:01:30Z')
  await cron.settled()
  expect(await marks()).toEqual(['a'])
})

describe('many jobs', () => {
  it('that are due at the same time all run', async () => {
    await club.migrator.query(
      `select cron.schedule('job-' || n, '0 0 1 1 *', 'select ' || n) from generate_series(1, 300) as n`,
    )
    const clock = testClock('2026-12-31T23:59:30Z')
    const cron = await club.start(clock)
    clock.moveTo('2027-01-01T00:00:00Z')
    await cron.settled()
    expect(await club.query(`select status, count(*)::int from cron.job_run_details group by status`)).toEqual([
      { status: 'succeeded', count: 300 },
    ])
    clock.moveTo('2027-01-01T00:01:00Z')
    await cron.settled()
    expect(cron.load()).toMatchObject({ jobs: 300, running: 0, succeeded: 300 })
  })
})

describe('records', () => {
  it('of runs are deleted after seven days', async () => {
    await schedule('a', '@daily', mark('a'))
    await club.query(`insert into cron.job_run_details (command, status, end_time) values
      ('older', 'succeeded', '2026-12-24T00:00:00Z'), ('recent', 'failed', '2026-12-26T00:00:00Z')`)
    await club.start(testClock('2027-01-01T00:30:00Z'))
    expect((await club.runs()).map(({ command }) => command)).toEqual(['recent'])
  })
})
