import type pg from 'pg'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type CronClub, openCronClub } from './cron-club.ts'

let club: CronClub
beforeEach(async () => {
  club = await openCronClub()
})
afterEach(() => club.close())

const jobs = () => club.query('select jobname, schedule, command, username, active from cron.job order by jobid')

describe('cron.schedule', () => {
  it('adds a job of the caller, and replaces the one of the same name', async () => {
    const { rows } = await club.migrator.query(`select cron.schedule('* * * * *', 'select 1') as unnamed,
      cron.schedule('sweep', '0 3 * * *', 'select 2') as first, cron.schedule('sweep', '@daily', 'select 3') as second`)
    expect(rows[0].second).toBe(rows[0].first)
    expect(rows[0].unnamed).not.toBe(rows[0].first)
    expect(await jobs()).toEqual([
      { jobname: null, schedule: '* * * * *', command: 'select 1', username: 'migrator', active: true },
      { jobname: 'sweep', schedule: '@daily', command: 'select 3', username: 'migrator', active: true },
    ])
  })

  it('replaces no job of another role that has the same name', async () => {
    await club.query(`select cron.schedule('sweep', '* * * * *', 'select 1')`)
    await club.migrator.query(`select cron.schedule('sweep', '* * * * *', 'select 2')`)
    expect((await jobs()).map(({ username }) => username)).toEqual(['supabase_admin', 'migrator'])
  })

  it.each(['* * * * *', '*/5 0-6,12 1 jan-MAR sun', '0 12 $ * *', '59 seconds', '1 second', '@weekly', ' 0  0 * * 7 '])(
    'accepts "%s"',
    async (schedule) => {
      await club.migrator.query('select cron.schedule($1, $2)', [schedule, 'select 1'])
      expect(await jobs()).toHaveLength(1)
    },
  )

  it.each([
    '',
    '* * * *',
    '* * * * * *',
    '60 * * * *',
    '* 24 * * *',
    '* * 0 * *',
    '* * 32 * *',
    '* * * 13 *',
    '* * * * 8',
    '5/10 * * * *',
    '*/0 * * * *',
    '9-5 * * * *',
    'L * * * *',
    '* * L * *',
    '* * * foo *',
    '0 seconds',
    '60 seconds',
    '5 minutes',
    '@reboot',
    ', * * * *',
  ])('refuses "%s"', async (schedule) => {
    await expect(club.migrator.query('select cron.schedule($1, $2)', [schedule, 'select 1'])).rejects.toMatchObject({
      code: '22023',
    })
    expect(await jobs()).toEqual([])
  })
})

describe('cron.unschedule and cron.alter_job', () => {
  it('remove and change a job by name and ID', async () => {
    await club.migrator.query(
      `select cron.schedule('a', '* * * * *', 'select 1'), cron.schedule('b', '@daily', 'select 2')`,
    )
    const { rows } = await club.migrator.query(`select cron.unschedule('a') as done`)
    expect(rows).toEqual([{ done: true }])
    const [{ jobid }] = (await club.query<{ jobid: string }>('select jobid from cron.job')) as [{ jobid: string }]
    await club.migrator.query('select cron.alter_job($1, schedule => $2, active => false)', [jobid, '@hourly'])
    expect(await jobs()).toEqual([
      { jobname: 'b', schedule: '@hourly', command: 'select 2', username: 'migrator', active: false },
    ])
    await club.migrator.query('select cron.unschedule($1::bigint)', [jobid])
    expect(await jobs()).toEqual([])
  })

  it.each([
    ["cron.unschedule('none')", 'P0002'],
    ['cron.unschedule(4711)', 'P0002'],
    ['cron.alter_job(4711, active => false)', 'P0002'],
  ])('%s fails: there is none', async (call, code) => {
    await expect(club.migrator.query(`select ${call}`)).rejects.toMatchObject({ code })
  })
})

describe('rights', () => {
  it.each(['anon', 'authenticated', 'service_role'])(
    '%s reaches neither the tables nor the functions',
    async (role) => {
      const client = await club.connect('authenticator')
      await client.query(`set role ${role}`)
      for (const text of [
        'select * from cron.job',
        'select * from cron.job_run_details',
        `select cron.schedule('* * * * *', 'select 1')`,
        'select cron.unschedule(1)',
        'select * from engine.cron_turns',
      ])
        await expect(client.query(text), text).rejects.toMatchObject({ code: '42501' })
    },
  )

  it.each([
    [
      'schedules',
      `select cron.schedule_in_database('a', '* * * * *', 'select 1', current_database(), 'supabase_admin')`,
    ],
    [
      'inserts',
      `insert into cron.job (schedule, command, username) values ('* * * * *', 'select 1', 'supabase_admin')`,
    ],
    [
      'gives away',
      `select cron.alter_job(max(jobid), username => 'supabase_admin') from cron.job where jobname = 'own'`,
    ],
    ['takes over', `update cron.job set username = 'migrator' where jobname = 'theirs'`],
    ['changes', `select cron.alter_job(jobid, command => 'select 2') from cron.job where jobname = 'theirs'`],
    ['removes', `select cron.unschedule(jobid) from cron.job where jobname = 'theirs'`],
  ])('the migrator, who passes every policy, %s no job of another role', async (_, text) => {
    await club.query(`select cron.schedule('theirs', '* * * * *', 'select 1')`)
    await club.migrator.query(`select cron.schedule('own', '* * * * *', 'select 1')`)
    const before = await jobs()
    await expect(club.migrator.query(text)).rejects.toMatchObject({ code: '42501' })
    expect(await jobs()).toEqual(before)
  })

  it('a superuser schedules for the roles whose jobs can be run, and for no other', async () => {
    const schedule = (role: string) =>
      club.query(`select cron.schedule_in_database($1, '* * * * *', 'select 1', current_database(), $1)`, [role])
    await schedule('migrator')
    await schedule('service_role')
    for (const role of ['anon', 'authenticated', 'authenticator', 'nobody-at-all'])
      await expect(schedule(role), role).rejects.toMatchObject({ code: '0A000' })
    expect((await jobs()).map(({ username }) => username)).toEqual(['migrator', 'service_role'])
  })

  it('a role that may use the schema sees, schedules and removes its own jobs only', async () => {
    await club.query('grant usage on schema cron to service_role')
    await club.query('alter role service_role nobypassrls')
    const client: pg.Client = await club.connect('authenticator')
    try {
      await club.migrator.query(`select cron.schedule('theirs', '* * * * *', 'select 1')`)
      await client.query('set role service_role')
      await client.query(`select cron.schedule('own', '* * * * *', 'select 2')`)
      const { rows } = await client.query('select jobname from cron.job')
      expect(rows).toEqual([{ jobname: 'own' }])
      await client.query('delete from cron.job')
      expect((await jobs()).map(({ jobname }) => jobname)).toEqual(['theirs'])
    } finally {
      await club.query('alter role service_role bypassrls')
    }
  })

  it('a migration may not change the schema, as on hosted Supabase', async () => {
    await expect(club.migrator.query('alter table cron.job add column more text')).rejects.toMatchObject({
      code: '42501',
    })
    await expect(club.migrator.query('drop schema cron cascade')).rejects.toMatchObject({ code: '42501' })
  })
})
