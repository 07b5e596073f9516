import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { maxOf } from '../../lib/form/schema.ts'
import { announcementSchema, latestMoment, scheduledSchema } from './announcement-schema.ts'

const NOW = '2026-11-30T12:00:00.000Z'
beforeEach(() => vi.useFakeTimers({ now: new Date(NOW), toFake: ['Date', 'performance'] }))
afterEach(() => vi.useRealTimers())

const faults = (schema: typeof announcementSchema | typeof scheduledSchema, values: object) => {
  const result = schema.safeParse(values)
  return result.success ? [] : result.error.issues.map(({ path, message }) => [path.join('.'), message])
}
const blank = { content: 'Work party', imageUrl: null, when: 'later', publishAt: null }

describe('a new announcement', () => {
  it('needs a moment only if it is for later', () => {
    expect(faults(announcementSchema, { ...blank, when: 'now' })).toEqual([])
    expect(faults(announcementSchema, { ...blank, when: 'now', publishAt: '2020-01-01T00:00:00Z' })).toEqual([])
    expect(faults(announcementSchema, blank)).toEqual([['publishAt', 'Choose a day and time']])
  })

  it.each([
    ['2026-11-30T12:00:00Z', 'Choose a time in the future'],
    ['2026-11-30T12:01:00Z', undefined],
    ['2027-11-30T11:59:00Z', undefined],
    ['2027-11-30T12:00:00Z', 'An announcement can be scheduled for one year ahead at most'],
    ['2200-01-01T00:00:00Z', 'Choose a date between 2000 and 2199'],
  ])('at %s: %s', (publishAt, message) => {
    const expected = message === undefined ? [] : [['publishAt', message]]
    expect(faults(announcementSchema, { ...blank, publishAt })).toEqual(expected)
    expect(faults(scheduledSchema, { content: 'Work party', withoutPhoto: false, publishAt })).toEqual(expected)
  })

  it('needs words, of which the form knows the limit', () => {
    expect(faults(announcementSchema, { ...blank, when: 'now', content: ' ' })).toEqual([
      ['content', 'Write something'],
    ])
    expect(maxOf(announcementSchema, 'content')).toBe(5000)
    expect(maxOf(scheduledSchema, 'content')).toBe(5000)
  })
})

it('the latest moment is less than a year away, also from a leap day', () => {
  expect(latestMoment(Date.parse(NOW))).toBe(Date.parse('2027-11-30T11:59:00Z'))
  // The database counts from 29 February to 28 February.
  expect(new Date(latestMoment(Date.parse('2028-02-29T12:00:00Z'))).toISOString()).toBe('2029-02-28T11:59:00.000Z')
})
