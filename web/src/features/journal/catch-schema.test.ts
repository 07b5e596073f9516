import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { errorsOf } from '../../testing/errors-of.ts'
import { type CatchValues, catchSchema, newCatch, valuesOf } from './catch-schema.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(2026, 10, 22, 12) })
})
afterEach(() => {
  vi.useRealTimers()
})

const good = (change: Partial<CatchValues> = {}): CatchValues => ({
  ...newCatch('lbs'),
  pounds: '32',
  ounces: '8',
  variety: 'mirror',
  ...change,
})
const wrong = (change: Partial<CatchValues>) => errorsOf(catchSchema, good(change))

it('a new form is for friends and today, and asks for weight and variety', () => {
  expect(newCatch('kg')).toMatchObject({
    unit: 'kg',
    caughtOn: '2026-11-22',
    visibility: 'connections',
    photoPath: null,
  })
  expect(errorsOf(catchSchema, newCatch('kg'))).toEqual({ kilos: 'Enter the weight', variety: 'Choose the variety' })
})

it('is sent as grams, day, variety and words, and has no place', () => {
  expect(catchSchema.parse(good({ words: ' On a wafter ' }))).toEqual({
    grams: 14_742,
    variety: 'mirror',
    caught_on: '2026-11-22',
    photo_path: null,
    words: 'On a wafter',
    visibility: 'connections',
  })
})

it('refuses a day in the future, before 1900, or none', () => {
  expect(wrong({ caughtOn: '2026-11-22' })).toEqual({})
  expect(wrong({ caughtOn: '2026-11-23' })).toEqual({ caughtOn: 'The day is in the future' })
  for (const caughtOn of ['', '1899-12-31']) expect(wrong({ caughtOn })).toMatchObject({ caughtOn: 'Choose the day' })
})

it('reports each wrong field', () => {
  expect(wrong({ ounces: '16', variety: 'pike' })).toEqual({
    ounces: 'Enter ounces from 0 to 15',
    variety: 'Choose the variety',
  })
  expect(wrong({ words: 'x'.repeat(1001) })).toEqual({ words: 'Use 1000 characters at most' })
})

it('of a stored catch sends the same catch again, to the gram', () => {
  const stored = {
    id: '1',
    grams: 12_530,
    caught_on: '2023-06-01',
    variety: 'ghost',
    visibility: 'me',
    words: 'Early',
    photo_path: 'me/1.webp',
    created_at: '',
    updated_at: '',
    is_best: false,
    month_count: 1,
    month_grams: 1,
  } as const
  for (const unit of ['kg', 'lbs'] as const) {
    const { id: _, created_at: _c, updated_at: _u, is_best: _b, month_count: _n, month_grams: _g, ...fields } = stored
    expect(catchSchema.parse(valuesOf(stored, unit))).toEqual(fields)
  }
})
