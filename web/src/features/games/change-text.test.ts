import { expect, it } from 'vitest'
import { formatMoment } from '../../lib/format.ts'
import { zoneName } from '../../lib/zone-name.ts'
import { changeText } from './change-text.ts'

const now = new Date('2026-11-22T18:00:00Z')

it('states when a game was changed, the changed fields, and the old title and end', () => {
  const text = changeText(
    {
      at: '2026-11-22T14:05:00Z',
      changed: ['title', 'end_date', 'points', 'prize', 'image_url', 'description'],
      titleBefore: 'Crap of the week',
      endBefore: '2026-11-25T12:00:00Z',
    },
    now,
  )
  const [changedAt, endBefore] = ['2026-11-22T14:05:00Z', '2026-11-25T12:00:00Z'].map(
    (at) => `${formatMoment(at, now)} ${zoneName(at)}`,
  )
  expect(text).toBe(
    `Changed on ${changedAt}: title (was “Crap of the week”), closing time (was ${endBefore}), more points, prize added, picture, description.`,
  )
})

it('leaves out unknown fields', () => {
  expect(changeText({ at: 'never', changed: ['title', 'colour'], titleBefore: null, endBefore: null }, now)).toBe(
    'Changed on date unknown: title, colour.',
  )
})
