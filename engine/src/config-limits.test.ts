import { expect, it } from 'vitest'
import { readConfig } from './config.ts'

it('takes 16,384 sockets and 100 of one address, unless it is set otherwise', () => {
  expect(readConfig({})).toMatchObject({ maxSockets: 16_384, maxSocketsPerAddress: 100 })
  expect(readConfig({ MAX_SOCKETS: '50', MAX_SOCKETS_PER_ADDRESS: '5' })).toMatchObject({
    maxSockets: 50,
    maxSocketsPerAddress: 5,
  })
  for (const name of ['MAX_SOCKETS', 'MAX_SOCKETS_PER_ADDRESS'])
    for (const value of ['0', '-1', 'many']) expect(() => readConfig({ [name]: value })).toThrow(name)
})

it('bounds what one address, account and socket may open, unless it is set otherwise', () => {
  const limits = {
    MAX_SOCKETS_PER_ACCOUNT: ['maxSocketsPerAccount', 20],
    MAX_CHANNELS_PER_SOCKET: ['maxChannelsPerSocket', 100],
    MAX_JOINS_PER_SECOND: ['maxJoinsPerSecond', 100],
    MAX_SESSIONS_PER_ACCOUNT: ['maxSessionsPerAccount', 100],
    MAX_CONNECTIONS_PER_ADDRESS: ['maxConnectionsPerAddress', 100],
  } as const
  for (const [name, [key, usual]] of Object.entries(limits)) {
    expect(readConfig({})[key]).toBe(usual)
    expect(readConfig({ [name]: '1' })[key]).toBe(1)
    for (const value of ['0', '1000001', 'many']) expect(() => readConfig({ [name]: value })).toThrow(name)
  }
})

it('lets 32 MiB wait for clients that do not read, for a minute each, unless it is set otherwise', () => {
  expect(readConfig({})).toMatchObject({ maxUnreadMb: 32, stalledSeconds: 60 })
  expect(readConfig({ MAX_UNREAD_MB: '1', STALLED_SECONDS: '3600' })).toMatchObject({
    maxUnreadMb: 1,
    stalledSeconds: 3_600,
  })
  for (const [name, value] of [
    ['MAX_UNREAD_MB', '0'],
    ['MAX_UNREAD_MB', '65537'],
    ['STALLED_SECONDS', '0'],
    ['STALLED_SECONDS', '3601'],
  ] as const)
    expect(() => readConfig({ [name]: value })).toThrow(name)
})

it('keeps unconfirmed accounts for 30 days, unless it is set to 1 day or more', () => {
  expect(readConfig({}).unconfirmedDays).toBe(30)
  expect(readConfig({ UNCONFIRMED_DAYS: '1' }).unconfirmedDays).toBe(1)
  for (const value of ['0', '3651', 'never'])
    expect(() => readConfig({ UNCONFIRMED_DAYS: value })).toThrow('UNCONFIRMED_DAYS must be a number from 1 to 3650')
})

it('asks for a sign-in within 15 minutes for a first second step, unless it is set to another number or 0', () => {
  expect(readConfig({}).secondStepSignInMinutes).toBe(15)
  expect(readConfig({ SECOND_STEP_SIGN_IN_MINUTES: '0' }).secondStepSignInMinutes).toBe(0)
  for (const value of ['-1', '1441', 'never'])
    expect(() => readConfig({ SECOND_STEP_SIGN_IN_MINUTES: value })).toThrow(
      'SECOND_STEP_SIGN_IN_MINUTES must be a number from 0 to 1440',
    )
})

it('runs two statements of a caller at once, unless it is set to another number from 1 to 32', () => {
  expect(readConfig({}).statementsPerCaller).toBe(2)
  for (const value of ['1', '32'])
    expect(readConfig({ STATEMENTS_PER_CALLER: value }).statementsPerCaller).toBe(Number(value))
  for (const value of ['0', '33', 'all'])
    expect(() => readConfig({ STATEMENTS_PER_CALLER: value })).toThrow(
      'STATEMENTS_PER_CALLER must be a number from 1 to 32',
    )
})

it('reserves two connections for live changes, unless it is set to another number from 1 to 32', () => {
  expect(readConfig({}).realtimeConnections).toBe(2)
  for (const value of ['1', '32'])
    expect(readConfig({ REALTIME_CONNECTIONS: value }).realtimeConnections).toBe(Number(value))
  for (const value of ['0', '33', 'all'])
    expect(() => readConfig({ REALTIME_CONNECTIONS: value })).toThrow(
      'REALTIME_CONNECTIONS must be a number from 1 to 32',
    )
})

it('offers nothing of REST beyond the product unless it is switched on', () => {
  const product = {
    schemas: ['public'],
    extraSearchPath: ['public', 'extensions'],
    maxRows: 1000,
    txPreference: false,
    txRollback: false,
    preRequest: undefined,
    hoistedSettings: ['statement_timeout', 'plan_filter.statement_cost_limit', 'default_transaction_isolation'],
    plans: false,
    aggregates: false,
    plannedCounts: false,
  }
  expect(readConfig({}).rest).toEqual(product)
  expect(readConfig({ EXPOSED_SCHEMAS: 'api, public,api', REST_PLANS: 'true', REST_AGGREGATES: 'false' }).rest).toEqual(
    { ...product, schemas: ['api', 'public'], plans: true },
  )
  expect(readConfig({ REST_TX_PREFERENCE: 'true', REST_PLANNED_COUNTS: 'true' }).rest).toMatchObject({
    txPreference: true,
    plannedCounts: true,
  })
  for (const name of [
    'REST_TX_PREFERENCE',
    'REST_PLANS',
    'REST_AGGREGATES',
    'REST_PLANNED_COUNTS',
    'PGRST_DB_PLAN_ENABLED',
    'PGRST_DB_AGGREGATES_ENABLED',
  ])
    expect(() => readConfig({ [name]: 'yes' })).toThrow(`${name} must be true or false`)
})

it('takes the settings of the API under PostgREST’s names as well', () => {
  const { rest } = readConfig({
    PGRST_DB_SCHEMAS: 'Api, "my ""lake"", ü" ,public',
    PGRST_DB_EXTRA_SEARCH_PATH: 'public,"Extra path"',
    PGRST_DB_MAX_ROWS: '2000',
    PGRST_DB_TX_END: 'rollback-allow-override',
    PGRST_DB_PRE_REQUEST: 'api."check, all"',
    PGRST_DB_HOISTED_TX_SETTINGS: 'statement_timeout, lock_timeout',
    PGRST_DB_PLAN_ENABLED: 'true',
    PGRST_DB_AGGREGATES_ENABLED: 'true',
  })
  expect(rest).toEqual({
    schemas: ['Api', 'my "lake", ü', 'public'],
    extraSearchPath: ['public', 'Extra path'],
    maxRows: 2000,
    txPreference: true,
    txRollback: true,
    preRequest: ['api', 'check, all'],
    hoistedSettings: ['statement_timeout', 'lock_timeout'],
    plans: true,
    aggregates: true,
    plannedCounts: false,
  })
  // The engine's own name has precedence.
  expect(readConfig({ EXPOSED_SCHEMAS: 'lake', PGRST_DB_SCHEMAS: 'api' }).rest.schemas).toEqual(['lake'])
  expect(readConfig({ PGRST_DB_TX_END: 'rollback' }).rest).toMatchObject({ txPreference: false, txRollback: true })
  expect(() => readConfig({ PGRST_DB_TX_END: 'never' })).toThrow('PGRST_DB_TX_END must be one of commit')
  for (const name of ['a.b.c', 'a.', '.a', 'a b', '"a'])
    expect(() => readConfig({ PGRST_DB_PRE_REQUEST: name }), name).toThrow('PGRST_DB_PRE_REQUEST must be the name')
})

it('cuts no answer below the rows that the site reads at a time', () => {
  for (const [max, rows] of [
    ['1000', 1000],
    ['100000', 100_000],
    ['', 1000],
  ] as const)
    expect(readConfig({ PGRST_DB_MAX_ROWS: max }).rest.maxRows).toBe(rows)
  for (const max of ['0', '2.5', '999', '1000.5', '100001', 'all'])
    expect(() => readConfig({ PGRST_DB_MAX_ROWS: max }), max).toThrow(
      `PGRST_DB_MAX_ROWS must be a whole number from 1000 to 100000, not "${max}"`,
    )
})

it('lets PGRST_DB_TX_END alone decide how requests end, if it is set', () => {
  const ends = [
    ['commit', false, false],
    ['commit-allow-override', true, false],
    ['rollback', false, true],
    ['rollback-allow-override', true, true],
  ] as const
  for (const [end, txPreference, txRollback] of ends)
    for (const own of ['true', 'false', undefined])
      expect(readConfig({ PGRST_DB_TX_END: end, REST_TX_PREFERENCE: own }).rest, `${end} ${own}`).toMatchObject({
        txPreference,
        txRollback,
      })
  expect(() => readConfig({ PGRST_DB_TX_END: 'commit', REST_TX_PREFERENCE: 'yes' })).toThrow('REST_TX_PREFERENCE')
})

it('requires the schema of the function before each request if several are exposed', () => {
  const schemas = 'public,lake'
  for (const name of ['check_all', '"check.all"'])
    expect(() => readConfig({ PGRST_DB_SCHEMAS: schemas, PGRST_DB_PRE_REQUEST: name }), name).toThrow(
      'PGRST_DB_PRE_REQUEST must name the schema of the function',
    )
  expect(readConfig({ PGRST_DB_SCHEMAS: schemas, PGRST_DB_PRE_REQUEST: 'lake.check' }).rest.preRequest).toEqual([
    'lake',
    'check',
  ])
  expect(readConfig({ PGRST_DB_SCHEMAS: 'lake', PGRST_DB_PRE_REQUEST: 'check' }).rest.preRequest).toEqual(['check'])
})

it('takes a comma alone as a list of nothing, and an empty value as its absence', () => {
  const lists = (value: string) =>
    readConfig({ PGRST_DB_EXTRA_SEARCH_PATH: value, PGRST_DB_HOISTED_TX_SETTINGS: value }).rest
  expect(lists(',')).toMatchObject({ extraSearchPath: [], hoistedSettings: [] })
  expect(lists(' ')).toEqual(readConfig({}).rest)
})

it('searches any schemas, but refuses what is no name', () => {
  expect(readConfig({ PGRST_DB_EXTRA_SEARCH_PATH: 'private' }).rest.extraSearchPath).toEqual(['private'])
  for (const name of ['"a', 'a.b', 'a"b', 'x'.repeat(64)])
    expect(() => readConfig({ PGRST_DB_EXTRA_SEARCH_PATH: `public,${name}` }), name).toThrow(
      `PGRST_DB_EXTRA_SEARCH_PATH must hold names of schemas, separated by commas, not "${name}"`,
    )
})

it('exposes no schema of the platform', () => {
  for (const name of [
    'auth',
    '"auth"',
    'storage',
    'private',
    'engine',
    'pg_catalog',
    'information_schema',
    'a"b',
    '"a',
  ])
    for (const setting of ['EXPOSED_SCHEMAS', 'PGRST_DB_SCHEMAS'])
      expect(() => readConfig({ [setting]: `public,${name}` }), name).toThrow(`${setting} must hold`)
})
