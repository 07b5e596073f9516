import { expect, it } from 'vitest'
import { transactionSettings } from './role-settings.ts'

it.each([
  ['anon', '3000'],
  ['authenticated', '8000'],
  ['service_role', '60000'],
  ['a role of the project', '3000'],
])('gives a statement of %s that many milliseconds, and sets the role last', (role, ms) => {
  const settings = transactionSettings({ role, settings: { 'request.method': 'GET' } })
  expect(settings).toEqual([
    ...['statement_timeout', ms, 'lock_timeout', '8000'],
    ...['request.method', 'GET'],
    ...['role', role],
  ])
})

it.each([
  [1_000, '1000'],
  [8_001, '8000'],
])('gives a statement with a limit of %i ms %s', (timeoutMs, ms) => {
  expect(transactionSettings({ role: 'authenticated', settings: {}, timeoutMs }).slice(0, 2)).toEqual([
    'statement_timeout',
    ms,
  ])
})
