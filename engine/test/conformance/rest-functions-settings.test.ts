import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { guest } from '../../../test-support/personas.ts'
import { startEngine, type TestEngine } from '../../../test-support/start-engine.ts'
import { raw, restSettings } from './rest-fixture.ts'

/** Settings that a function declares apply before its call, if they are among those that are hoisted. */
const FUNCTIONS = `
  create function public.conf_hurried() returns text language plpgsql volatile
    set statement_timeout = '100ms' as $$ begin perform pg_sleep(1); return 'late'; end $$;
  create function public.conf_patient() returns text language plpgsql volatile
    set statement_timeout = '5s' as $$ begin perform pg_sleep(0.2); return 'done'; end $$;
  create function public.conf_isolated() returns text language sql volatile
    set default_transaction_isolation = 'serializable' as $$ select current_setting('transaction_isolation') $$;
  create function public.conf_steady() returns text language plpgsql stable
    set default_transaction_isolation = 'repeatable read' set statement_timeout = '5s'
    as $$ begin return current_setting('transaction_isolation') || ' ' || current_setting('statement_timeout'); end $$;
  create function public.conf_usual() returns text language sql volatile
    as $$ select current_setting('transaction_isolation') || ' ' || current_setting('statement_timeout') $$;
  grant execute on function public.conf_hurried(), public.conf_patient(), public.conf_isolated(), public.conf_steady(),
    public.conf_usual() to anon;`

let engine: TestEngine
let plain: TestEngine

beforeAll(async () => {
  engine = await startEngine()
  plain = await startEngine({ rest: restSettings({ hoistedSettings: [] }) })
  for (const each of [engine, plain]) {
    await each.owner.query(FUNCTIONS)
    await vi.waitFor(async () => expect((await raw(each, 'POST', '/rpc/conf_usual')).status).toBe(200), {
      timeout: 20_000,
    })
  }
})
afterAll(async () => {
  await engine?.close()
  await plain?.close()
})

it('a limit of time ends the function that declares it, and no other', async () => {
  const { error, status } = await guest(engine).rpc('conf_hurried')
  expect([status, error?.code]).toEqual([500, '57014'])
  expect((await guest(engine).rpc('conf_patient')).data).toBe('done')
  expect((await guest(engine).rpc('conf_usual')).data).toBe('read committed 3s')
})

it('an isolation level is that of the whole transaction', async () => {
  expect((await guest(engine).rpc('conf_isolated')).data).toBe('serializable')
  expect((await guest(engine).rpc('conf_isolated', {}, { get: true })).data).toBe('serializable')
})

it('a function that only reads has its own level and limit as well', async () => {
  for (const get of [true, false])
    expect((await guest(engine).rpc('conf_steady', {}, { get })).data).toBe('repeatable read 5s')
})

it('a setting that is not hoisted applies within the function only', async () => {
  expect((await guest(plain).rpc('conf_hurried')).data).toBe('late')
  expect((await guest(plain).rpc('conf_isolated')).data).toBe('read committed')
})
