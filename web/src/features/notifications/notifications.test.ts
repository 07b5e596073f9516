import { describe, expect, it } from 'vitest'
import type { Notification } from '../../data/notifications/list-query.ts'
import { groupsOf } from './groups.ts'
import { quoteOf, textOf } from './sentence.ts'

const told = (fields: Partial<Notification>): Notification => ({
  id: 'n',
  kind: 'reaction',
  subjectId: 's',
  title: 'Mist on the water',
  excerpt: undefined,
  path: '/newsfeed/s',
  points: undefined,
  left: undefined,
  imageUrl: undefined,
  actors: [],
  actorCount: 0,
  at: '2026-06-10T12:00:00Z',
  isRead: false,
  ...fields,
})
const actors = (...names: string[]) => names.map((username) => ({ id: username, username, avatar_url: null }))

describe('a sentence', () => {
  it.each([
    [actors('mel'), 1, 'mel reacted to your post'],
    [actors('mel', 'tom'), 2, 'mel and tom reacted to your post'],
    [actors('mel', 'tom', 'finn'), 3, 'mel and 2 others reacted to your post'],
    [actors('mel', 'tom', 'finn'), 1_200, 'mel and 1,199 others reacted to your post'],
  ])('names who acted', (who, actorCount, text) => {
    expect(textOf(told({ actors: who, actorCount }))).toBe(text)
  })

  it('contains points and titles, and only the title for an unknown kind', () => {
    expect(textOf(told({ kind: 'gift', points: 1, actors: actors('mel'), actorCount: 1 }))).toBe('mel gave you 1 point')
    expect(textOf(told({ kind: 'badge', title: 'Stalker' }))).toBe('You earned the badge Stalker')
    expect(textOf(told({ kind: 'of tomorrow', title: 'Something' }))).toBe('Something')
  })

  it('quotes what was reacted to, a comment and the message of a gift, and no other title', () => {
    const quotes = [{}, { kind: 'comment', excerpt: 'Well in' }, { kind: 'prize_assigned' }].map((each) =>
      quoteOf(told(each)),
    )
    expect(quotes).toEqual(['Mist on the water', 'Well in', undefined])
  })

  it('states how many units of a prize are left', () => {
    expect(textOf(told({ kind: 'stock_low', title: 'Bivvy', left: 1 }))).toBe('Only 1 unit of Bivvy left')
  })
})

it('is listed under today, this week or earlier, by the viewer’s own days', () => {
  const now = new Date(2026, 5, 10, 9)
  const at = (...date: [number, number, number, number]) => told({ at: new Date(...date).toISOString() })
  const all = [at(2026, 5, 10, 0), at(2026, 5, 9, 23), at(2026, 5, 3, 0), at(2026, 5, 2, 23)]
  expect(groupsOf(all, now).map(({ title, items }) => [title, items.length])).toEqual([
    ['Today', 1],
    ['This week', 2],
    ['Earlier', 1],
  ])
  expect(groupsOf([], now)).toEqual([])
})
