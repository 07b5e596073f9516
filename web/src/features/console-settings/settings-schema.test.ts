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
  expect(
    errorsOf(settingsSchema, { currencySymbol, reportsToHide: '3', adminsNeedTwoSteps: false, joining: 'open' })
      .currencySymbol,
  ).toBe(message)
})

it.each([
  ['0', undefined],
  ['3', undefined],
  ['100', undefined],
  ['101', 'Enter a whole number from 0 to 100'],
  ['', 'Enter a whole number from 0 to 100'],
  ['-1', 'Enter a whole number from 0 to 100'],
])('a number of %j reports: %s', (reportsToHide, message) => {
  expect(
    errorsOf(settingsSchema, { currencySymbol: '$', reportsToHide, adminsNeedTwoSteps: false, joining: 'open' })
      .reportsToHide,
  ).toBe(message)
})
