import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { type SeveralEngines, startSeveral } from '../several-engines/engines.ts'

let several: SeveralEngines
beforeAll(async () => {
  several = await startSeveral(2)
})
afterAll(() => several.close())

it('a job in whose middle the engine is killed is run again, once, by the other engine', async () => {
  const [first, second] = several.engines
  if (!first || !second) throw new Error('two engines were started')
  const { owner } = second
  await owner.query('create sequence public.begun')
  await owner.query(`select cron.schedule('first-hangs', '0 0 1 1 *',
    'select pg_sleep(case nextval(''public.begun'') when 1 then 3600 else 0 end)')`)
  const makeDue = () =>
    owner.query(`with due as (
        update engine.cron_turns as t set due_at = date_trunc('second', now()) from cron.job as j
        where j.jobid = t.jobid and j.jobname = 'first-hangs' returning t.jobid)
      select pg_notify('cron_changed', '') from due`)
  // The leader plans the job as soon as it hears of it.
  await vi.waitFor(async () => expect(await makeDue()).toHaveLength(1), { timeout: 10_000 })
  const runs = () =>
    owner.query(`select status, return_message as message from cron.job_run_details
    where command ~ 'begun' order by runid`)
  await vi.waitFor(async () => expect(await runs()).toEqual([{ status: 'running', message: null }]), {
    timeout: 10_000,
  })

  const [{ leader }] = (await owner.query(`select substring(a.application_name from '\\d+')::int as leader
    from pg_locks as l join pg_stat_activity as a using (pid)
    where l.locktype = 'advisory' and l.classid = 1650552427 and l.objid = 4 and a.datname = current_database()`)) as [
    { leader: number },
  ]
  const killed = [first, second].find(({ process }) => process.child.pid === leader)
  expect(killed).toBeDefined()
  await killed?.process.end('SIGKILL')

  await vi.waitFor(
    async () =>
      expect(await runs()).toEqual([
        { status: 'failed', message: 'the engine stopped' },
        { status: 'succeeded', message: '1 row' },
      ]),
    { timeout: 20_000, interval: 200 },
  )
  expect(await owner.query('select last_value::int from public.begun')).toEqual([{ last_value: 2 }])
  const [turn] = await owner.query(`select t.begun, t.due_at > now() as later from engine.cron_turns as t
    join cron.job as j using (jobid) where j.jobname = 'first-hangs'`)
  expect(turn).toEqual({ begun: 0, later: true })
})
