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
  const off = { txPreference: false, plans: false, aggregates: false, plannedCounts: false }
  expect(readConfig({}).rest).toEqual({ schemas: ['public'], ...off })
  expect(readConfig({ EXPOSED_SCHEMAS: 'api, public,api', REST_PLANS: 'true', REST_AGGREGATES: 'false' }).rest).toEqual(
    {
      ...off,
      schemas: ['api', 'public'],
      plans: true,
    },
  )
  expect(readConfig({ REST_TX_PREFERENCE: 'true', REST_PLANNED_COUNTS: 'true' }).rest).toMatchObject({
    txPreference: true,
    plannedCounts: true,
  })
  for (const name of ['REST_TX_PREFERENCE', 'REST_PLANS', 'REST_AGGREGATES', 'REST_PLANNED_COUNTS'])
    expect(() => readConfig({ [name]: 'yes' })).toThrow(`${name} must be true or false`)
})

it('exposes no schema of the platform', () => {
  for (const name of ['auth', 'storage', 'private', 'engine', 'pg_catalog', 'information_schema', 'Api', 'a"b'])
    expect(() => readConfig({ EXPOSED_SCHEMAS: `public,${name}` }), name).toThrow('EXPOSED_SCHEMAS must hold')
})
