import { expect, it } from 'vitest'
import * as z from 'zod/mini'
import { endsLater, moment, picture, wholeNumber } from './field-kinds.ts'

const messageOf = (schema: z.ZodMiniType, value: unknown) => schema.safeParse(value).error?.issues[0]?.message

it('requires a moment within the years that the database accepts', () => {
  const at = moment('Choose a date')
  expect(at.parse('2026-12-01T08:00:00.000Z')).toBe('2026-12-01T08:00:00.000Z')
  expect(messageOf(at, null)).toBe('Choose a date')
  expect(messageOf(at, '2200-01-01T00:00:00.000Z')).toBe('Choose a date between 2000 and 2199')
})

it('accepts a picture that the site can show, or none', () => {
  expect(picture().parse(null)).toBeNull()
  expect(picture().parse('/art/lake.svg')).toBe('/art/lake.svg')
  expect(messageOf(picture(), 'javascript:alert(1)')).toBe('Invalid image URL')
  expect(messageOf(picture(), `https://a.example/${'x'.repeat(2048)}`)).toBe('Use 2048 characters at most')
  expect(messageOf(picture(), 'https://a.example/lake.jpg')).toBe('Fetch the picture first, or upload one')
})

it('accepts a whole number of digits within its range', () => {
  const number = wholeNumber({ min: 1, max: 1000 }, 'No')
  expect(number.parse(' 25 ')).toBe(25)
  for (const typed of ['', '0', '1001', '-5', '1.5', '1e3', '0x10', '٣', '1234567890'])
    expect(messageOf(number, typed)).toBe('No')
})

it('requires an end after its start, once both are chosen', () => {
  const dates = z.object({ startDate: moment('Choose'), endDate: moment('Choose') }).check(endsLater)
  const [early, late] = ['2026-12-01T08:00:00.000Z', '2026-12-02T08:00:00.000Z']
  expect(dates.safeParse({ startDate: early, endDate: late }).success).toBe(true)
  for (const startDate of [early, late])
    expect(messageOf(dates, { startDate, endDate: early })).toBe('The end must be after the start')
  expect(messageOf(dates, { startDate: late, endDate: null })).toBe('Choose')
})
