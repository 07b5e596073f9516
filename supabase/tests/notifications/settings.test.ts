import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Persona, service, signUp } from '../../../test-support/personas.ts'
import { expectAllowed, expectError } from '../support/denied.ts'
import { type MemberArea, openMemberArea } from '../support/member-area.ts'
import { inbox, unread } from './inbox.ts'

let area: MemberArea
let member: Persona
beforeAll(async () => {
  area = await openMemberArea()
})
afterAll(() => area.engine.close())
beforeEach(async () => {
  member = await signUp(area.engine)
})

interface Group {
  name: string
  in_app: boolean
  push: boolean
  email: boolean
}
type Settings = Record<'quiet_from' | 'quiet_until' | 'time_zone' | 'digest', string> & { groups: Group[] }

const settings = async (who = member) => expectAllowed(await who.rpc('my_notification_settings')) as unknown as Settings
const group = async (name: string) => (await settings()).groups.find((one) => one.name === name)
const choose = (group_name: string, channel: string, is_on: boolean | null) =>
  member.rpc('save_notification_setting', { group_name, channel, is_on })
const stored = () =>
  area.engine.owner.query('select from private.notification_choices where user_id = $1', [member.user.id])

describe('the settings of a new member', () => {
  it('are the defaults, and nothing is stored', async () => {
    const { groups, ...rest } = await settings()
    expect(rest).toEqual({
      quiet_from: '22:00',
      quiet_until: '07:00',
      time_zone: 'UTC',
      digest: 'weekly',
      has_mail: true,
      has_push: false,
    })
    const on = (channel: 'in_app' | 'push' | 'email') => groups.filter((one) => one[channel]).map(({ name }) => name)
    expect(on('in_app')).toEqual(groups.map(({ name }) => name))
    expect(groups.map(({ name }) => name).filter((name) => !on('push').includes(name))).toEqual(['games', 'reactions'])
    expect(on('email')).toEqual(['prizes', 'wins', 'moderation'])
    expect(await stored()).toEqual([])
  })
})

describe('a choice', () => {
  it('is stored while it differs from the default, for this member only', async () => {
    expectAllowed(await choose('reactions', 'push', true))
    expect(await group('reactions')).toEqual({ name: 'reactions', in_app: true, push: true, email: false })
    expect((await settings(area.member)).groups.find(({ name }) => name === 'reactions')?.push).toBe(false)
    expect(await stored()).toHaveLength(1)
    expectAllowed(await choose('reactions', 'push', false))
    expect(await stored()).toEqual([])
  })

  it('against the app takes the kind from list and number, and brings it back', async () => {
    const { data: post } = await member
      .from('newsfeed_posts')
      .insert({ content: `Tench ${member.user.id}` })
      .select('id')
      .single()
      .throwOnError()
    const like = { post_id: post.id, reaction: 'fish' }
    await area.other.from('newsfeed_reactions').insert(like).throwOnError()
    expectAllowed(await choose('reactions', 'in_app', false))
    expect([await inbox(member), await unread(member)]).toEqual([[], 0])
    expectAllowed(await choose('reactions', 'in_app', true))
    expect([(await inbox(member)).length, await unread(member)]).toEqual([1, 1])
  })

  it('of an unknown group, channel or value is refused', async () => {
    for (const [name, channel, on] of [
      ['weather', 'push', true],
      ['games', 'pigeon', true],
      ['games', 'push', null],
    ] as const)
      expectError(await choose(name, channel, on), '22023')
    expect(await stored()).toEqual([])
  })
})

describe('quiet hours, time zone and digest', () => {
  const save = (times: object) => member.rpc('save_notification_times', times)

  it('are saved one by one', async () => {
    expectAllowed(await save({ time_zone: 'Asia/Kathmandu' }))
    expectAllowed(await save({ quiet_from: '23:30' }))
    expectAllowed(await save({ digest: 'daily' }))
    expect(await settings()).toMatchObject({
      quiet_from: '23:30',
      quiet_until: '07:00',
      time_zone: 'Asia/Kathmandu',
      digest: 'daily',
    })
  })

  it('must be whole minutes, a known zone and a known digest', async () => {
    expectError(await save({ time_zone: 'Mars/Olympus' }), '22023')
    expectError(await save({ quiet_from: '23:30:15' }), '23514')
    expectError(await save({ digest: 'hourly' }), '23514')
    expect(await settings()).toMatchObject({ quiet_from: '22:00', time_zone: 'UTC', digest: 'weekly' })
  })
})

describe('a stored zone that the database no longer knows', () => {
  it('counts as UTC, and does not delay the messages or digests of any member', async () => {
    await member.rpc('save_notification_times', { time_zone: 'Asia/Kathmandu' }).throwOnError()
    const { owner } = area.engine
    const mars = `update private.notification_times set time_zone = 'Mars/Olympus' where user_id = $1`
    await owner.query(mars, [member.user.id])
    expect(await settings()).toMatchObject({ time_zone: 'UTC' })
    await owner.query('select private.tend_deliveries()')
    await owner.query('update private.mail_states set digest_at = now()')
    for (const who of [member, area.other]) {
      const post = { user_id: who.user.id, content: `Tench ${who.user.id}` }
      const { data } = await who.from('newsfeed_posts').insert(post).select('id').single().throwOnError()
      await area.member
        .from('newsfeed_comments')
        .insert({ post_id: data.id, content: `Well in ${who.user.id}` })
        .throwOnError()
    }
    expectAllowed(await service(area.engine).rpc('take_deliveries' as never, { size: 20, mail: true } as never))
    const [waiting] = await owner.query('select count(*)::int as n from private.mail_states where digest_at <= now()')
    expect(waiting?.n).toBe(0)
  })
})

describe('the list', () => {
  it('is read in pages without gaps or repetitions, and by filter', async () => {
    for (let n = 0; n < 7; n += 1) {
      const { data: post } = await member
        .from('newsfeed_posts')
        .insert({ content: `Tench ${n} ${member.user.id}` })
        .select('id')
        .single()
        .throwOnError()
      await area.other.from('newsfeed_reactions').insert({ post_id: post.id, reaction: 'fish' }).throwOnError()
    }
    // All at the same moment, so that only the ID orders them.
    await area.row('update private.notifications set updated_at = now() where user_id = $1', [member.user.id])
    const found: string[] = []
    let last: { updated_at: string; id: string } | undefined
    do {
      const page = await inbox(member, undefined, { before: last?.updated_at, before_id: last?.id, size: 3 })
      found.push(...page.map(({ id }) => id))
      last = page.at(-1)
    } while (last)
    expect(found).toEqual((await inbox(member)).map(({ id }) => id))
    expect(new Set(found).size).toBe(7)
    await member.rpc('mark_notifications_read', { ids: found.slice(0, 2) }).throwOnError()
    expect(await inbox(member, undefined, { filter: 'unread' })).toHaveLength(5)
    expect(await inbox(member, undefined, { filter: 'reactions' })).toHaveLength(7)
    expect(await inbox(member, undefined, { filter: 'people' })).toHaveLength(7)
    for (const filter of ['prizes', 'rewards', 'games']) expect(await inbox(member, undefined, { filter })).toEqual([])
    expect(await unread(member)).toBe(5)
  })

  it('is marked as read by exactly one of ids, path and time', async () => {
    for (const args of [{}, { path: '/newsfeed', before: '2199-01-01T00:00:00Z' }])
      expectError(await member.rpc('mark_notifications_read', args), '22023')
  })
})

describe('the time zone of a device', () => {
  const keep = (time_zone: string) => member.rpc('keep_time_zone', { time_zone }).throwOnError()
  const zone = async () => (await settings()).time_zone

  it('is kept once: neither another device nor an unknown zone changes it, and a choice wins', async () => {
    await keep('Mars/Olympus')
    expect(await zone()).toBe('UTC')
    await keep('Australia/Perth')
    await keep('Europe/London')
    expect(await zone()).toBe('Australia/Perth')
    await member.rpc('save_notification_times', { time_zone: 'Europe/London' }).throwOnError()
    await keep('Australia/Perth')
    expect(await settings()).toMatchObject({ time_zone: 'Europe/London', quiet_from: '22:00', digest: 'weekly' })
  })

  it('is added to quiet hours that were chosen without one', async () => {
    await member.rpc('save_notification_times', { quiet_from: '20:00', quiet_until: '08:00' }).throwOnError()
    await keep('Europe/London')
    expect(await settings()).toMatchObject({ time_zone: 'Europe/London', quiet_from: '20:00', quiet_until: '08:00' })
  })
})

describe('a member’s own data', () => {
  it('contains notifications, mutes and settings, and no names of others', async () => {
    const { data: post } = await member
      .from('newsfeed_posts')
      .insert({ content: `Tench ${member.user.id}` })
      .select('id')
      .single()
      .throwOnError()
    await area.other.from('newsfeed_comments').insert({ post_id: post.id, content: 'Well in' }).throwOnError()
    await member.rpc('mute_notifications', { subject_id: post.id, is_muted: true }).throwOnError()
    const data = expectAllowed(await member.rpc('my_data')) as Record<string, unknown>
    expect(data.notifications).toMatchObject([{ kind: 'comment', subject_id: post.id }])
    expect(data.muted).toMatchObject([{ subject_id: post.id }])
    expect(data.notification_settings).toMatchObject({ digest: 'weekly' })
    expect(JSON.stringify(data.notifications)).not.toContain(area.other.user.id)
  })
})
