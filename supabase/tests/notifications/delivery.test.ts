import { afterAll, beforeAll, expect, it } from 'vitest'
import { openSqlClub, type SqlClub } from '../support/sql-club.ts'

// private.delivery_of against a second implementation: every kind, channel, choice and digest, with moments around the
// quiet hours, in zones with half hours and on the days when clocks change.

let club: SqlClub
beforeAll(async () => {
  club = await openSqlClub()
})
afterAll(() => club.close())

const CHANNELS = ['in_app', 'push', 'email'] as const
type Channel = (typeof CHANNELS)[number]

// What the club decided, stated here once more: the channels on which a kind arrives at once.
const DEFAULTS: Record<string, [group: string, channels: Channel[]]> = {
  reaction: ['reactions', ['in_app']],
  comment: ['replies', ['in_app', 'push']],
  reply: ['replies', ['in_app', 'push']],
  mention: ['mentions', ['in_app', 'push']],
  connection_asked: ['connections', ['in_app', 'push']],
  connection_accepted: ['connections', ['in_app', 'push']],
  gift: ['points', ['in_app', 'push']],
  referral_waiting: ['points', ['in_app', 'push']],
  referral_credited: ['points', ['in_app', 'push']],
  badge: ['points', ['in_app', 'push']],
  record_decided: ['points', ['in_app', 'push']],
  prize_assigned: ['prizes', ['in_app', 'push', 'email']],
  claim_closes_week: ['prizes', ['in_app', 'push', 'email']],
  claim_closes_day: ['prizes', ['in_app', 'push', 'email']],
  claim_shipped: ['prizes', ['in_app', 'push', 'email']],
  prize_changed: ['prizes', ['in_app', 'push', 'email']],
  prize_removed: ['prizes', ['in_app', 'push', 'email']],
  reward_expired: ['prizes', ['in_app', 'push', 'email']],
  claim_closed: ['prizes', ['in_app', 'push', 'email']],
  claim_moved: ['prizes', ['in_app', 'push', 'email']],
  claim_delivered: ['prizes', ['in_app', 'push', 'email']],
  game_opened: ['games', ['in_app']],
  game_closing: ['games', ['in_app']],
  game_settled: ['results', ['in_app', 'push']],
  game_won: ['wins', ['in_app', 'push', 'email']],
  live_begins: ['live', ['in_app', 'push']],
  announcement: ['announcements', ['in_app', 'push']],
  suspension: ['moderation', ['in_app', 'push', 'email']],
  warning: ['moderation', ['in_app', 'push', 'email']],
  appeal_decided: ['moderation', ['in_app', 'push', 'email']],
  report_decided: ['moderation', ['in_app', 'push', 'email']],
  role_given: ['moderation', ['in_app', 'push', 'email']],
  report_made: ['reports', ['in_app', 'push']],
  claim_made: ['club', ['in_app', 'push']],
  game_to_settle: ['club', ['in_app', 'push']],
  stock_low: ['club', ['in_app', 'push']],
}

const MINUTE = 60_000
const clocks = new Map<string, Intl.DateTimeFormat>()
/** The local date and time, in a form that sorts. */
function local(at: number, zone: string): string {
  const clock =
    clocks.get(zone) ?? new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'short' })
  clocks.set(zone, clock)
  return clock.format(at)
}

const isQuiet = (time: string, from: string, until: string) =>
  from < until ? time >= from && time < until : from > until && (time >= from || time < until)

/** The first minute at which the local clock shows the end of the quiet hours, found by looking at every minute. */
function endOfQuiet(at: number, from: string, until: string, zone: string): number | undefined {
  const [date = '', time = ''] = local(at, zone).split(' ')
  if (!isQuiet(time, from, until)) return undefined
  const day = new Date(`${date}T00:00:00Z`)
  if (time >= until) day.setUTCDate(day.getUTCDate() + 1)
  const end = `${day.toISOString().slice(0, 10)} ${until}`
  let minute = Math.floor(at / MINUTE) * MINUTE + MINUTE
  while (local(minute, zone) < end) minute += MINUTE
  return minute
}

interface Case {
  kind: string
  choices: Partial<Record<Channel, boolean>>
  digest: string
  from: string
  until: string
  zone: string
  at: string
}

function expected({ kind, choices, digest, from, until, zone, at }: Case) {
  const [group = '', defaults = []] = DEFAULTS[kind] ?? []
  const moment = Date.parse(at)
  const end = endOfQuiet(moment, from, until, zone)
  const isOn = (channel: Channel) => choices[channel] ?? defaults.includes(channel)
  return CHANNELS.map((channel) => {
    if (channel === 'in_app') return isOn(channel) ? `now ${moment}` : 'never'
    if (isOn(channel)) return end === undefined ? `now ${moment}` : `at ${end}`
    return channel === 'email' && digest !== 'off' && group !== 'club' && group !== 'reports' ? 'digest' : 'never'
  })
}

async function answers(cases: Case[]): Promise<string[][]> {
  const sent = cases.map(({ kind, choices, digest, from, until, zone, at }) => ({
    kind,
    at,
    settings: {
      quiet_from: from,
      quiet_until: until,
      time_zone: zone,
      digest,
      choices: { [DEFAULTS[kind]?.[0] ?? '']: choices },
    },
  }))
  const rows = await club.query<{ answers: string[] }>(
    `select array(
        select d.outcome || coalesce(' ' || (extract(epoch from d.due_at) * 1000)::bigint, '')
        from private.delivery_of(c ->> 'kind', c -> 'settings', (c ->> 'at')::timestamptz) as d
        order by array_position(array['in_app', 'push', 'email'], d.channel)
      ) as answers
      from jsonb_array_elements($1) with ordinality as x (c, n) order by n`,
    [JSON.stringify(sent)],
  )
  return rows.map((row) => row.answers)
}

async function expectAll(cases: Case[]): Promise<void> {
  const found = await answers(cases)
  const wrong = cases
    .map((one, n) => ({ ...one, found: found[n], expected: expected(one) }))
    .filter((one) => JSON.stringify(one.found) !== JSON.stringify(one.expected))
  expect(wrong.slice(0, 5)).toEqual([])
  expect(found).toHaveLength(cases.length)
}

it('the list of kinds here is that of the database', async () => {
  const rows = await club.query<{ name: string }>('select name from private.notification_kinds')
  expect(rows.map(({ name }) => name).sort()).toEqual(Object.keys(DEFAULTS).sort())
})

it('every kind, channel, choice and digest, by day and in the quiet hours, is delivered as decided', async () => {
  const states = [undefined, true, false]
  const cases: Case[] = []
  for (const kind of Object.keys(DEFAULTS))
    for (const in_app of states)
      for (const push of states)
        for (const email of states)
          for (const digest of ['off', 'daily', 'weekly'])
            for (const at of ['2026-11-23T12:00:00Z', '2026-11-23T23:30:00Z']) {
              const choices = Object.fromEntries(
                Object.entries({ in_app, push, email }).filter(([, value]) => value !== undefined),
              )
              cases.push({ kind, choices, digest, from: '22:00', until: '07:00', zone: 'Europe/London', at })
            }
  expect(cases).toHaveLength(36 * 27 * 3 * 2)
  await expectAll(cases)
})

it('quiet hours end when the local clock shows it, in every zone and also on days when clocks change', async () => {
  const windows = [
    ['22:00', '07:00'],
    ['00:30', '02:30'],
    ['01:15', '01:45'],
    ['23:00', '02:00'],
    ['12:00', '12:00'],
    ['02:10', '02:40'],
  ] as const
  // Clocks forward, clocks back, and an ordinary day; Lord Howe moves by half an hour, Kathmandu never.
  const days: Record<string, string[]> = {
    'Europe/London': ['2026-03-29', '2026-10-25', '2026-11-23'],
    'America/New_York': ['2026-03-08', '2026-11-01'],
    'Australia/Lord_Howe': ['2026-10-04', '2026-04-05'],
    'Asia/Kathmandu': ['2026-11-23'],
    'Asia/Kolkata': ['2026-11-23'],
    'Pacific/Chatham': ['2026-09-27', '2026-04-05'],
    'Pacific/Kiritimati': ['2026-11-23'],
    UTC: ['2026-11-23'],
  }
  const cases: Case[] = []
  for (const [zone, dates] of Object.entries(days))
    for (const date of dates)
      for (let hour = -14; hour <= 26; hour += 0.5)
        for (const [from, until] of windows)
          cases.push({
            kind: 'prize_assigned',
            choices: {},
            digest: 'weekly',
            from,
            until,
            zone,
            at: new Date(Date.parse(`${date}T00:07:00Z`) + hour * 60 * MINUTE).toISOString(),
          })
  await expectAll(cases)
})
