import { expect, it } from 'vitest'
import { StartError } from '../kernel/errors.ts'
import { checkServerVersion } from './prepare-database.ts'

it.each([
  [140_019, '14.19'],
  [90_624, '9.6.24'],
  [0, 'of an unknown version'],
])('refuses a server that is too old: %i', (number, name) => {
  expect(() => checkServerVersion(number, name)).toThrow(StartError)
  expect(() => checkServerVersion(number, name)).toThrow(
    `PostgreSQL ${name} is too old: 15 or newer is needed (DATABASE_URL)`,
  )
})

it.each([150_000, 150_018, 170_010, 180_001])('takes %i', (number) => {
  expect(() => checkServerVersion(number, 'new enough')).not.toThrow()
})
