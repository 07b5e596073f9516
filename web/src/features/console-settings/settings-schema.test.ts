import { expect, it } from 'vitest'
import { errorsOf } from '../../testing/errors-of.ts'
import { settingsSchema } from './settings-schema.ts'

it.each([
  ['£', undefined],
  [' zł ', undefined],
  ['🐟🐟🐟', undefined],
  ['', 'Currency symbol is required'],
  [' ', 'Currency symbol is required'],
  ['EURO', 'Use 3 characters at most'],
])('a currency symbol of %j: %s', (currencySymbol, message) => {
  expect(errorsOf(settingsSchema, { currencySymbol }).currencySymbol).toBe(message)
})
