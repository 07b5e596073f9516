import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Notification } from '../../../web/src/data/notifications/list-query.ts'
import { textOf } from '../../../web/src/features/notifications/sentence.ts'
import { GROUPS as TITLES } from '../../../web/src/features/notifications/settings-text.ts'
import { GROUPS } from '../../functions/deliver/mail.ts'
import type { Notification as Sent } from '../../functions/deliver/queue.ts'
import { sentenceOf } from '../../functions/deliver/sentence.ts'
import { openSqlClub, type SqlClub } from '../support/sql-club.ts'

let club: SqlClub
beforeAll(async () => {
  club = await openSqlClub()
})
afterAll(() => club.close())

const told = (fields: Partial<Notification>): Notification => ({
  ...{ id: 'n', kind: 'reaction', subjectId: 's', title: 'Stalker', excerpt: undefined, path: '/newsfeed/s' },
  ...{
    points: undefined,
    left: undefined,
    reported: {},
    decision: undefined,
    result: {},
    closesAt: undefined,
    isOnTop: false,
    role: {},
    imageUrl: undefined,
  },
  ...{ actors: [], actorCount: 0, at: '2026-06-10T12:00:00Z', isRead: false },
  ...fields,
})

/** Messages are plain text: members' names are in quotation marks there, and bold in the app. */
const unquoted = (sent: string) => sent.replaceAll(/[“”]/g, '')

it('the app and its messages have the same text for every kind', async () => {
  const kinds = await club.query<{ name: string }>('select name from private.notification_kinds order by name')
  expect(kinds.length).toBeGreaterThan(20)
  for (const { name: kind } of kinds)
    for (const actorCount of [1, 2, 1_200]) {
      const actors = ['mel', 'tom']
        .slice(0, actorCount)
        .map((username) => ({ id: username, username, avatar_url: null }))
      const what = { kind, title: 'Stalker', excerpt: 'Well in', path: '/newsfeed/s' }
      const shown = told({ ...what, points: 5, left: 1, actors, actorCount })
      const sent = sentenceOf({
        ...what,
        group: 'group',
        topic: 'topic',
        details: { points: 5, remaining_quantity: 1 },
        actors,
        actor_count: actorCount,
      })
      expect(unquoted(sent), kind).toBe(textOf(shown, new Date()))
      expect(sent, kind).not.toBe('Stalker')
    }
})

it('mails and the settings have the same names for the groups of notifications', async () => {
  const groups = (await club.query<{ name: string }>('select name from private.notification_groups')).map(
    ({ name }) => name,
  )
  expect(Object.keys(GROUPS).toSorted()).toEqual(groups.toSorted())
  for (const name of groups) expect(GROUPS[name]).toBe(TITLES[name]?.title)
})

it('a message has every member’s name in quotation marks', async () => {
  const kinds = await club.query<{ name: string }>('select name from private.notification_kinds')
  const name = 'Your prize is ready'
  const of = (kind: string, actor_count: number, title: string) =>
    sentenceOf({
      ...{ kind, group: 'group', topic: 'topic', title, excerpt: null, path: null, details: { kind: 'post' } },
      ...{ actors: [{ username: name }, { username: name }].slice(0, actor_count), actor_count },
    })
  const acted = kinds.filter(({ name: kind }) => of(kind, 1, '').includes(name))
  expect(acted.length).toBeGreaterThan(8)
  for (const { name: kind } of acted)
    for (const count of [1, 2, 3]) expect(of(kind, count, '').replaceAll(`“${name}”`, ''), kind).not.toContain(name)
  for (const kind of ['referral_credited', 'report_decided']) expect(of(kind, 0, name), kind).toContain(`“${name}”`)
})

it.each([
  ['tom', 'post'],
  ['tom', 'member'],
  ['', 'comment'],
  ['', 'member'],
])('the app and its messages say the same about a report: %s %s', (title, kind) => {
  const what = { kind: 'report_decided', title, excerpt: null, path: null, details: { kind } }
  const sent = sentenceOf({ ...what, group: 'group', topic: 'topic', actors: [], actor_count: 0 })
  expect(unquoted(sent)).toBe(textOf(told({ kind: 'report_decided', title, reported: { kind } }), new Date()))
})

it.each([
  ['post', undefined, 'The club team has warned you about your post'],
  ['entry', undefined, 'The club team has warned you about your game photo'],
  ['member', undefined, 'The club team has warned you about your profile'],
  ['comment', '2026-06-10T12:00:00+00:00', 'The club team has warned you about your comment reported on 10 June'],
])('a warning names what it is about: %s %s', (kind, reported_at, text) => {
  const what = { kind: 'warning', title: null, excerpt: null, path: null, actors: [], actor_count: 0 }
  const details = { kind, ...(reported_at !== undefined && { reported_at }) }
  expect(sentenceOf({ ...what, group: 'group', topic: 'topic', details })).toBe(text)
  const shown = textOf(told({ kind: 'warning', title: '', reported: { kind, at: reported_at } }), new Date())
  expect(shown.startsWith(text)).toBe(true)
})

it.each([
  ['end', 'The club team has read your answer and ended your suspension'],
  ['keep', 'The club team has read your answer. Your suspension stays as it is'],
])('an answer that was decided: %s', (decision, text) => {
  const what = { kind: 'appeal_decided', title: null, excerpt: null, path: null, actors: [], actor_count: 0 }
  expect(sentenceOf({ ...what, group: 'group', topic: 'topic', details: { decision } })).toBe(text)
  expect(textOf(told({ kind: 'appeal_decided', title: '', decision }), new Date())).toBe(text)
})

it.each([
  ['verify', 'The club team has verified your catch for the club records'],
  ['decline', 'The club team has declined your catch for the club records'],
])('an offered catch that was decided: %s', (decision, text) => {
  const what = { kind: 'record_decided', title: null, excerpt: null, path: null, actors: [], actor_count: 0 }
  expect(sentenceOf({ ...what, group: 'group', topic: 'topic', details: { decision } })).toBe(text)
  expect(textOf(told({ kind: 'record_decided', title: '', decision }), new Date())).toBe(text)
})

it.each([
  [0, 'No units of Stalker left'],
  [1, 'Only 1 unit of Stalker left'],
])('stock that is low: %i', (left, text) => {
  const what = { kind: 'stock_low', title: 'Stalker', excerpt: null, path: null, actors: [], actor_count: 0 }
  expect(sentenceOf({ ...what, group: 'group', topic: 'topic', details: { remaining_quantity: left } })).toBe(text)
  expect(textOf(told({ kind: 'stock_low', left }), new Date())).toBe(text)
})

it('a message names the day of a report in the member’s time zone', () => {
  const what = { kind: 'report_decided', title: null, excerpt: null, path: null, actors: [], actor_count: 0 }
  const sent = (time_zone: string) =>
    sentenceOf({
      ...what,
      group: 'group',
      topic: 'topic',
      time_zone,
      details: { kind: 'post', reported_at: '2026-06-10T23:30:00+00:00' },
    })
  expect(sent('Europe/London')).toBe('The club team has dealt with your report of a post on 11 June. Thank you')
  expect(sent('no zone')).toBe('The club team has dealt with your report of a post on 10 June. Thank you')
})

it.each<[string, Sent['details']]>([
  ['game_won', { place: 1, won_points: 1_500, prize: 'Bivvy' }],
  ['game_won', { place: 3, won_points: 1 }],
  ['game_won', { place: 1, prize: 'Bivvy' }],
  ['game_settled', { place: 1_112, of: 1_740, miss: 2.5, unit: 'lbs', is_under: true }],
  ['game_settled', { miss: 0.04, unit: 'kg', is_under: false }],
  ['game_settled', { rows: 2, columns: 1 }],
  ['game_settled', { is_unplaced: true }],
])('the app and its messages say the same about a completed game: %s %o', (kind, details) => {
  const sent = sentenceOf({
    ...{ kind, title: 'Stalker', excerpt: null, path: null, details, actors: [], actor_count: 0 },
    group: 'group',
    topic: 'topic',
  })
  const { place, of, miss, unit, rows, columns, prize } = details
  const { won_points: wonPoints, is_under: isUnder = false, is_unplaced: isUnplaced = false } = details
  const result = { place, of, miss, unit, rows, columns, prize, wonPoints, isUnder, isUnplaced }
  expect(sent).toBe(textOf(told({ kind, result }), new Date()))
  expect(sent).not.toMatch(/^(You won Stalker|Stalker has a result)$/)
})

it.each([
  ['Europe/London', '2026-06-10T17:00:00+00:00', 'Claim Bivvy by Wednesday 10 June, 18:00 BST'],
  ['America/New_York', '2026-12-02T03:30:00+00:00', 'Claim Bivvy by Tuesday 1 December, 22:30 GMT-5'],
  ['UTC', '2026-06-10T17:00:00+00:00', 'Claim Bivvy by Wednesday 10 June, 17:00 UTC'],
  // PostgreSQL knows zones that a runtime need not know.
  ['posix/Europe/London', '2026-06-10T17:00:00+00:00', 'Claim Bivvy by Wednesday 10 June, 17:00 UTC'],
  [undefined, '2026-06-10T17:00:00+00:00', 'Claim Bivvy by Wednesday 10 June, 17:00 UTC'],
  ['UTC', 'infinity', 'Claim Bivvy before it expires'],
])('a message names the day and time in %s by which a prize is to be claimed', (time_zone, claim_deadline, text) => {
  for (const kind of ['claim_closes_week', 'claim_closes_day', 'prize_assigned'])
    expect(
      sentenceOf({
        kind,
        group: 'prizes',
        topic: 'topic',
        title: 'Bivvy',
        excerpt: null,
        path: null,
        details: { claim_deadline },
        ...(time_zone && { time_zone }),
        actors: [],
        actor_count: 0,
      }),
    ).toBe(kind === 'prize_assigned' ? text.replace('Claim Bivvy', 'You won Bivvy. Claim it') : text)
})

it('what is sent names the time zone of the member who gets it', async () => {
  const [member, other] = [await club.signUp(), await club.signUp()]
  await club.query(
    `insert into private.notification_times (user_id, time_zone) values ($1, 'Europe/London'), ($2, 'no zone')`,
    [member, other],
  )
  const zones = async (id: string) =>
    (
      await club.query<{ zones: string[] }>(
        `select array(
            select x ->> 'time_zone'
            from jsonb_array_elements(private.describe_for_sending(array(
              select n.id from private.notifications as n where n.user_id = $1), $1)) as x
          ) as zones`,
        [id],
      )
    )[0]?.zones
  for (const id of [member, other]) await club.query(`select private.notify('suspension', $1, $1, $1, null)`, [id])
  expect(await zones(member)).toEqual(['Europe/London'])
  expect(await zones(other)).toEqual(['UTC'])
})
