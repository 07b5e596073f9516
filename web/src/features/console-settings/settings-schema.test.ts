import { expect, it } from 'vitest'
import { errorsOf } from '../../testing/errors-of.ts'
import { settingsSchema } from './settings-schema.ts'

const START = {
  clubName: 'Clear Lake',
  accent: 'lake',
  logoUrl: null,
  timeZone: 'UTC',
  country: 'Wales',
  weightUnit: 'lbs',
  currencySymbol: '$',
  reportsToHide: '3',
  adminsNeedTwoSteps: false,
  joining: 'open',
  seasonMonth: '01',
  seasonDay: '01',
  recordsForGuests: false,
  photoStepPoints: '10',
  helloStepPoints: '0',
  gameStepPoints: '1000',
} as const

it.each([
  ['Clear Lake Anglers', undefined],
  [' Rybářský spolek ', undefined],
  ['🐟'.repeat(40), undefined],
  ['', 'Club name is required'],
  ['  ', 'Club name is required'],
  ['x'.repeat(41), 'Use 40 characters at most'],
])('a club name of %j: %s', (clubName, message) => {
  expect(errorsOf(settingsSchema, { ...START, clubName }).clubName).toBe(message)
})

it.each([
  ['£', undefined],
  [' zł ', undefined],
  ['🐟🐟🐟', undefined],
  ['', 'Currency symbol is required'],
  [' ', 'Currency symbol is required'],
  ['EURO', 'Use 3 characters at most'],
])('a currency symbol of %j: %s', (currencySymbol, message) => {
  expect(errorsOf(settingsSchema, { ...START, currencySymbol }).currencySymbol).toBe(message)
})

it.each([
  ['0', undefined],
  ['3', undefined],
  ['100', undefined],
  ['101', 'Enter a whole number from 0 to 100'],
  ['', 'Enter a whole number from 0 to 100'],
  ['-1', 'Enter a whole number from 0 to 100'],
])('a number of %j reports: %s', (reportsToHide, message) => {
  expect(errorsOf(settingsSchema, { ...START, reportsToHide }).reportsToHide).toBe(message)
})

it.each([
  ['06', '16', undefined],
  ['02', '28', undefined],
  ['02', '29', 'Choose a day that this month has each year'],
  ['11', '31', 'Choose a day that this month has each year'],
])('a season that begins in month %s on day %s: %s', (seasonMonth, seasonDay, message) => {
  expect(errorsOf(settingsSchema, { ...START, seasonMonth, seasonDay }).seasonDay).toBe(message)
})

it.each([
  ['0', undefined],
  [' 25 ', undefined],
  ['1000', undefined],
  ['1001', 'Enter a whole number from 0 to 1,000'],
  ['-1', 'Enter a whole number from 0 to 1,000'],
  ['2.5', 'Enter a whole number from 0 to 1,000'],
  ['', 'Enter a whole number from 0 to 1,000'],
])('points for a first step of %j: %s', (points, message) => {
  for (const name of ['photoStepPoints', 'helloStepPoints', 'gameStepPoints'] as const)
    expect(errorsOf(settingsSchema, { ...START, [name]: points })[name]).toBe(message)
})
