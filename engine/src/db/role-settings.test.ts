import { expect, it } from 'vitest'
import { transactionSettings } from './role-settings.ts'

it.each([
  ['anon', '3000'],
  ['authenticated', '8000'],
  ['service_role', '60000'],
  ['a role of the project', '3000'],
])('gives a statement of %s that many milliseconds, and sets the role last', (role, ms) => {
  const settings = transactionSettings(role, { 'request.method': 'GET' })
  expect(settings).toEqual([
    ...['statement_timeout', ms, 'lock_timeout', '8000'],
    ...['request.method', 'GET'],
    ...['role', role],
  ])
})
