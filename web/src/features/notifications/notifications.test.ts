import { afterEach, describe, expect, it, vi } from 'vitest'
import type { Notification } from '../../data/notifications/list-query.ts'
import { groupsOf, latestOf } from './groups.ts'
import { withKept } from './kept-requests.ts'
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
  reported: {},
  decision: undefined,
  result: {},
  closesAt: undefined,
  isOnTop: false,
  role: {},
  imageUrl: undefined,
  actors: [],
  actorCount: 0,
  at: '2026-06-10T12:00:00Z',
  isRead: false,
  ...fields,
})
const NOW = new Date('2026-06-10T13:00:00Z')
const actors = (...names: string[]) => names.map((username) => ({ id: username, username, avatar_url: null }))

afterEach(() => vi.unstubAllGlobals())

describe('a sentence', () => {
  it.each([
    [actors('mel'), 1, 'mel reacted to your post'],
    [actors('mel', 'tom'), 2, 'mel and tom reacted to your post'],
    [actors('mel', 'tom', 'finn'), 3, 'mel and 2 others reacted to your post'],
    [actors('mel', 'tom', 'finn'), 1_200, 'mel and 1,199 others reacted to your post'],
  ])('names who acted', (who, actorCount, text) => {
    expect(textOf(told({ actors: who, actorCount }), NOW)).toBe(text)
  })

  it('contains points and titles, and only the title for an unknown kind', () => {
    expect(textOf(told({ kind: 'gift', points: 1, actors: actors('mel'), actorCount: 1 }), NOW)).toBe(
      'mel gave you 1 point',
    )
    expect(textOf(told({ kind: 'badge', title: 'Stalker' }), NOW)).toBe('You earned the badge Stalker')
    expect(textOf(told({ kind: 'prize_changed', title: 'Bivvy' }), NOW)).toBe(
      'The club changed how your prize Bivvy is described',
    )
    expect(textOf(told({ kind: 'prize_removed', title: 'Bivvy' }), NOW)).toBe('The club took back your prize Bivvy')
    expect(textOf(told({ kind: 'reward_expired', title: 'Bivvy' }), NOW)).toBe(
      'You have not claimed Bivvy in time, so the club has it back',
    )
    expect(textOf(told({ kind: 'claim_closed', title: 'Bivvy' }), NOW)).toBe('Your claim of Bivvy was closed')
    expect(textOf(told({ kind: 'of tomorrow', title: 'Something' }), NOW)).toBe('Something')
  })

  it('quotes what was reacted to, a comment and the message of a gift, and no other title', () => {
    const quotes = [{}, { kind: 'comment', excerpt: 'Well in' }, { kind: 'prize_assigned' }].map((each) =>
      quoteOf(told(each)),
    )
    expect(quotes).toEqual(['Mist on the water', 'Well in', undefined])
  })

  it.each([
    [new Date(2026, 5, 9, 18, 1), 'Claim Bivvy by 6:00 PM tomorrow'],
    [new Date(2026, 5, 10, 9), 'Claim Bivvy by 6:00 PM today'],
    [new Date(2026, 5, 10, 17, 59), 'Claim Bivvy by 6:00 PM today'],
    [new Date(2026, 5, 10, 18), 'The deadline to claim Bivvy has passed'],
    [new Date(2026, 5, 11, 9), 'The deadline to claim Bivvy has passed'],
    [new Date(2026, 5, 4, 9), 'Claim Bivvy by Wednesday 10 June, 6:00 PM'],
  ])('says until when a prize can be claimed, as seen at %s', (now, text) => {
    vi.stubGlobal('navigator', { language: 'en-US' })
    const closesAt = new Date(2026, 5, 10, 18).toISOString()
    const expected = text.replace('Wednesday 10 June', 'Wednesday, June 10')
    for (const kind of ['claim_closes_day', 'claim_closes_week'])
      expect(textOf(told({ kind, title: 'Bivvy', closesAt }), now).replaceAll('\u202f', ' ')).toBe(expected)
  })

  it.each([
    [new Date(2026, 5, 10, 9), 'You won Bivvy. Claim it by 6:00 PM today'],
    [new Date(2026, 5, 4, 9), 'You won Bivvy. Claim it by Wednesday, June 10, 6:00 PM'],
    [new Date(2026, 5, 11, 9), 'You won Bivvy'],
  ])('says with a prize until when it can be claimed, as seen at %s', (now, text) => {
    vi.stubGlobal('navigator', { language: 'en-US' })
    const closesAt = new Date(2026, 5, 10, 18).toISOString()
    const shown = textOf(told({ kind: 'prize_assigned', title: 'Bivvy', closesAt }), now)
    expect(shown.replaceAll('\u202f', ' ')).toBe(text)
  })

  it('about a claim whose deadline is not known names none', () => {
    expect(textOf(told({ kind: 'claim_closes_day', title: 'Bivvy' }), new Date())).toBe('Claim Bivvy before it expires')
  })

  it.each([
    ['game_won', {}, 'You won Stalker'],
    ['game_won', { place: 1, wonPoints: 1 }, 'You won Stalker: 1 point'],
    ['game_won', { place: 1, wonPoints: 1_500, prize: 'Bivvy' }, 'You won Stalker: 1,500 points and Bivvy'],
    ['game_won', { place: 1, prize: 'Bivvy' }, 'You won Stalker: Bivvy'],
    ['game_won', { place: 2, wonPoints: 75 }, 'You came 2nd in Stalker: 75 points'],
    ['game_settled', {}, 'Stalker has a result'],
    [
      'game_settled',
      { place: 41, of: 174, miss: 2.5, unit: 'lbs', isUnder: true },
      'Stalker has a result. You came 41st of 174, 2.5 lbs under',
    ],
    ['game_settled', { miss: 2.5, unit: 'kg' }, 'Stalker has a result. You were 2.5 kg over'],
    ['game_settled', { rows: 2, columns: 1 }, 'Stalker has a result. Your square was 2 rows and 1 column away'],
    ['game_settled', { rows: 0, columns: 3 }, 'Stalker has a result. Your square was 3 columns away'],
    ['game_settled', { isUnplaced: true }, 'Stalker has a result. Yours was not placed this time'],
  ])('about a completed game says how its reader did: %s %o', (kind, result, text) => {
    expect(textOf(told({ kind, title: 'Stalker', result }), NOW)).toBe(text)
  })

  it.each([
    ['tom', { kind: 'post' }, ' of the post by tom'],
    ['tom', { kind: 'comment' }, ' of the comment by tom'],
    ['tom', { kind: 'entry' }, ' of the game photo by tom'],
    ['tom', { kind: 'member' }, ' of tom'],
    ['', { kind: 'entry' }, ' of a game photo'],
    ['', { kind: 'member' }, ' of a member'],
    ['', {}, ''],
  ])('about a report says which: %s %o', (title, reported, which) => {
    expect(textOf(told({ kind: 'report_decided', title, reported }), NOW)).toBe(
      `The club team has dealt with your report${which}. Thank you`,
    )
  })

  it('about a report of what its reader cannot open says when it was reported', () => {
    vi.stubGlobal('navigator', { language: 'en-GB' })
    const reported = { kind: 'post', at: '2026-06-03T12:00:00Z' }
    expect(textOf(told({ kind: 'report_decided', title: '', reported }), NOW)).toMatch(/ of a post on 3 June?/)
  })

  it('states how many units of a prize are left', () => {
    expect(textOf(told({ kind: 'stock_low', title: 'Bivvy', left: 1 }), NOW)).toBe('Only 1 unit of Bivvy left')
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

it('what is to be done within a day is first of all, under today', () => {
  const now = new Date(2026, 5, 10, 9)
  const [due, latest] = [new Date(2026, 5, 9, 12), new Date(2026, 5, 10, 8)].map((at) => at.toISOString())
  const all = [told({ id: 'due', at: due, isOnTop: true }), told({ id: 'latest', at: latest })]
  expect(groupsOf(all, now)).toEqual([{ title: 'Today', items: all }])
  expect(latestOf(all)).toBe(latest)
  expect(latestOf([])).toBeUndefined()
})

it('a request that was answered stays at the place of its time, once', () => {
  const at = (hour: number, fields: Partial<Notification> = {}) =>
    told({ id: `${hour}`, at: `2026-06-10T${hour}:00:00Z`, ...fields })
  const ids = (list: Notification[], kept: Notification[]) => withKept(list, kept).map(({ id }) => id)
  const list = [at(10, { isOnTop: true }), at(20), at(18)]
  expect(ids(list, [])).toEqual(['10', '20', '18'])
  expect(ids(list, [at(20)])).toEqual(['10', '20', '18'])
  expect(ids(list, [at(19), at(21)])).toEqual(['10', '21', '20', '19', '18'])
  expect(ids(list, [at(12)])).toEqual(['10', '20', '18', '12'])
  expect(ids([], [at(12)])).toEqual(['12'])
})

it('a request that was answered leaves the list when the same member asks again', () => {
  const asked = (id: string, subjectId: string, hour: number) =>
    told({ id, kind: 'connection_asked', subjectId, at: `2026-06-10T${hour}:00:00Z` })
  const ids = (list: Notification[], kept: Notification[]) => withKept(list, kept).map(({ id }) => id)
  const kept = [asked('old', 'tom', 12)]
  expect(ids([asked('new', 'tom', 14)], kept)).toEqual(['new'])
  expect(ids([asked('of another', 'finn', 14)], kept)).toEqual(['of another', 'old'])
})
