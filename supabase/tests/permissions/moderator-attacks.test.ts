import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Persona, signUp } from '../../../test-support/personas.ts'
import { game } from '../games/game-rows.ts'
import { caseOf, comment, decide, post, reopen, report } from '../moderation/case.ts'
import { expectAllowed, expectDenied, expectDeniedOrNothing, expectError } from '../support/denied.ts'
import { type MemberArea, openMemberArea } from '../support/member-area.ts'

// What a moderator tries to become more, or to reach what is not theirs. After each attempt the owner finds every table
// as it was.

const DAY = 86_400_000
const inDays = (days: number) => new Date(Date.now() + days * DAY).toISOString()

let area: MemberArea
let moderator: Persona
let colleague: Persona
let member: Persona
/** Suspended by an admin, without an end. */
let culprit: Persona
/** IDs of rows by what they are. */
const ids: Record<string, string> = {}

const id = (name: string) => String(ids[name])

const made = async (sql: string, values: unknown[] = []) => String((await area.row(`${sql} returning id`, values))?.id)

beforeAll(async () => {
  area = await openMemberArea()
  moderator = await signUp(area.engine, { moderator: true })
  colleague = await signUp(area.engine, { moderator: true })
  member = area.other
  culprit = await signUp(area.engine)
  await area.givePoints(member, 500)
  ids.adminPost = await post(area.admin)
  ids.adminComment = await comment(area.admin, id('adminPost'))
  ids.colleaguePost = await post(colleague)
  ids.colleagueComment = await comment(colleague, id('colleaguePost'))
  ids.ownPost = await post(moderator)
  ids.memberPost = await post(member)
  ids.culpritPost = await post(culprit)
  ids.hiddenPost = await post(member)
  ids.news = expectAllowed(
    await area.admin
      .from('newsfeed_posts')
      .insert({ content: 'The lake is shut on Monday', is_announcement: true })
      .select('id')
      .single(),
  ).id
  ids.package = await made(`insert into public.prize_packages (name) values ('Box')`)
  ids.item = await made(
    `insert into public.prize_items (package_id, title, type, quantity) values ($1, 'Reel', 'physical', 9)`,
    [ids.package],
  )
  ids.award = await made('insert into public.prize_awards (user_id, item_id) values ($1, $2)', [
    member.user.id,
    ids.item,
  ])
  await area.row(`insert into public.prize_award_notes (award_id, admin_notes) values ($1, 'Rang on Saturday')`, [
    ids.award,
  ])
  ids.awardPost = String(
    (
      await area.row(`select id from public.newsfeed_posts where user_id = $1 and type = 'prize_award'`, [
        member.user.id,
      ])
    )?.id,
  )
  await signUp(area.engine, { data: { referrer_id: member.user.id } })
  await area.row(
    `insert into public.point_gifts (from_user_id, to_user_id, points, message) values ($1, $2, 1, 'For the bait')`,
    [member.user.id, culprit.user.id],
  )
  ids.badge = await made(`insert into public.badges (name, description) values ('Heron', 'Waits')`)
  ids.card = await made(
    `insert into public.info_cards (title, start_date, end_date, is_active)
      values ('Match', now(), '2100-01-01', false)`,
  )
  ids.address = await made(
    `insert into public.shipping_addresses
      (user_id, full_name, email, address_line1, city, state, postal_code, phone_number)
      values ($1, 'Tom Alder', 'tom@example.com', '220 W Water St', 'Syracuse', 'NY', '13202', '+1 315 555 0100')`,
    [member.user.id],
  )
  const open = async (fields: object) =>
    expectAllowed(
      await area.admin
        .from('games')
        .insert(game(fields) as never)
        .select('id')
        .single(),
    ).id as string
  ids.draft = await open({ status: 'draft' })
  ids.game = await open({ status: 'active' })
  ids.carp = await open({ status: 'active', type: 'carp_of_week' })
  ids.entry = await made('insert into public.game_entries (game_id, user_id, photo_url) values ($1, $2, $3)', [
    ids.carp,
    member.user.id,
    await area.file(member, 'game-photos'),
  ])
  for (const name of ['adminPost', 'colleaguePost', 'ownPost', 'memberPost', 'culpritPost', 'hiddenPost'])
    expectAllowed(await report(area.member, { subject_id: id(name), words: 'Not kind' }))
  expectAllowed(await decide(area, id('hiddenPost'), { decision: 'hide' }))
  expectAllowed(await decide(area, id('culpritPost'), { decision: 'suspend', reason: 'Insults', days: null }))
})
afterAll(() => area.engine.close())

const TABLES = [
  'public.profiles',
  'public.points_log',
  'public.point_gifts',
  'public.prize_packages',
  'public.prize_items',
  'public.prize_awards',
  'public.prize_award_notes',
  'public.badges',
  'public.user_badges',
  'public.games',
  'public.game_entries',
  'public.newsfeed_posts',
  'public.newsfeed_comments',
  'public.info_cards',
  'public.landing_content',
  'public.live_videos',
  'public.referral_settings',
  'public.referrals',
  'public.shipping_addresses',
  'public.site_settings',
  'private.audit_log',
  'private.club_links',
  'private.invited_accounts',
  'private.linked_admins',
  'private.mailed_invitations',
  'private.report_cases',
  'private.suspended_accounts',
  'private.team_notes',
  'storage.objects',
]
/** All rows of these tables, and the accounts without what a sign-in or a name in the metadata changes. */
async function everything(): Promise<Record<string, unknown>> {
  const rows = await area.engine.owner.query<{ name: string; rows: unknown }>(
    [
      ...TABLES.map(
        (table) => `select '${table}' as name,
          coalesce(jsonb_agg(to_jsonb(r) - 'updated_at' order by to_jsonb(r)::text), '[]') as rows from ${table} as r`,
      ),
      `select 'auth.users', jsonb_agg(
          jsonb_build_array(u.id, u.email, u.role, u.encrypted_password, u.raw_app_meta_data) order by u.id)
        from auth.users as u`,
    ].join(' union all '),
  )
  return Object.fromEntries(rows.map(({ name, rows: all }) => [name, all]))
}

interface Answer {
  error: { code?: string; message: string } | null
  data: unknown
}
/**
 * A refusal by its code; `refused`: by any, as other rules may refuse it first; `nothing`: refused, or no row;
 * `no effect`: maybe answered, but without an effect.
 */
type Outcome = '42501' | 'RP007' | 'RP009' | 'MR001' | 'PGRST202' | 'PGRST106' | 'refused' | 'nothing' | 'no effect'
type Attack = [name: string, attempt: () => PromiseLike<Answer>, outcome: Outcome]

const own = (values: object) => moderator.from('profiles').update(values).eq('id', moderator.user.id).select('id')
const other = (who: () => Persona, values: object) => () =>
  moderator.from('profiles').update(values).eq('id', who().user.id).select('id')
const update = (table: string, name: string, values: object) => () =>
  moderator.from(table).update(values).eq('id', id(name)).select('id')
const remove = (table: string, name: string) => () => moderator.from(table).delete().eq('id', id(name)).select('id')
const insert = (table: string, values: () => object) => () => moderator.from(table).insert(values())
const call = (name: string, values: () => object) => () => moderator.rpc(name, values() as never)
const suspend = (who: () => Persona, ends_at: string | null) =>
  call('suspend_member', () => ({ user_id: who().user.id, reason: 'Insults', ends_at }))
const decision = (name: string, decided: { decision: string; reason?: string; days?: number | null }) => () =>
  decide(area, id(name), decided, moderator)
const undoing = (name: string) => () => reopen(area, id(name), moderator)
const admin = () => area.admin
const anyone = () => member

async function refuse([, attempt, outcome]: Attack): Promise<void> {
  const before = await everything()
  const answer = await attempt()
  if (outcome === 'nothing') expectDeniedOrNothing(answer)
  else if (outcome === '42501') expectDenied(answer)
  else if (outcome === 'refused') expect(answer.error).not.toBeNull()
  else if (outcome !== 'no effect') expectError(answer, outcome)
  expect(await everything()).toEqual(before)
}

beforeEach(async () => {
  // The moderator still is one: no attempt is refused for another reason.
  expect((await moderator.rpc('report_counts')).error).toBeNull()
})

describe('a moderator becomes no more by', () => {
  it.each<Attack>([
    ['making themselves an admin', () => own({ is_admin: true }), '42501'],
    ['making themselves an admin instead of a moderator', () => own({ is_admin: true, is_moderator: false }), '42501'],
    ['making a friend an admin', other(anyone, { is_admin: true }), 'nothing'],
    ['making a friend a moderator', other(anyone, { is_moderator: true }), 'nothing'],
    ['taking the role of a colleague', other(() => colleague, { is_moderator: false }), 'nothing'],
    ['demoting an admin', other(admin, { is_admin: false }), 'nothing'],
    [
      'an upsert of their own profile',
      () =>
        moderator
          .from('profiles')
          .upsert({ id: moderator.user.id, username: moderator.user.username, is_admin: true })
          .select('id'),
      'no effect',
    ],
    [
      'an upsert of a friend’s profile',
      () =>
        moderator
          .from('profiles')
          .upsert({ id: member.user.id, username: member.user.username, is_moderator: true })
          .select('id'),
      'refused',
    ],
    [
      'a profile of another account',
      insert('profiles', () => ({ id: randomUUID(), username: 'Second', is_admin: true })),
      'refused',
    ],
    ['the operator’s function', call('promote_admin', () => ({ user_email: moderator.user.email })), 'PGRST202'],
    ['a function of private', call('add_suspension', () => ({ p_account_id: member.user.id })), 'PGRST202'],
    ['the schema private', () => moderator.schema('private').from('report_cases').select(), 'PGRST106'],
    [
      'the metadata of their account',
      async () => {
        const { error } = await moderator.auth.updateUser({ data: { is_admin: true, role: 'service_role' } })
        return { error: error && { message: error.message }, data: null }
      },
      'no effect',
    ],
    ['suspending themselves for an end of their own', () => own({ is_suspended: true }), '42501'],
  ])('%s', (...attack) => refuse(attack))

  it('the metadata of a new account', async () => {
    const who = await signUp(area.engine, { data: { is_moderator: true, is_admin: true } })
    expect(await area.row('select is_admin, is_moderator from public.profiles where id = $1', [who.user.id])).toEqual({
      is_admin: false,
      is_moderator: false,
    })
  })
})

describe('a moderator has no power over accounts:', () => {
  it.each<Attack>([
    ['deleting a member', call('delete_user', () => ({ user_id: member.user.id })), '42501'],
    ['deleting an admin', call('delete_user', () => ({ user_id: area.admin.user.id })), '42501'],
    ['deleting a profile', () => moderator.from('profiles').delete().eq('id', member.user.id).select('id'), 'nothing'],
    [
      'a member’s password',
      call('set_member_password', () => ({ user_id: member.user.id, new_password: 'tench at dawn' })),
      '42501',
    ],
    [
      'an admin’s password',
      call('set_member_password', () => ({ user_id: area.admin.user.id, new_password: 'tench at dawn' })),
      '42501',
    ],
    ['renaming a member', other(anyone, { username: 'Poacher' }), 'nothing'],
    ['editing a profile', other(anyone, { bio: 'Edited' }), 'nothing'],
    ['suspending past the function', other(anyone, { is_suspended: true }), 'nothing'],
    ['lifting a suspension', other(() => culprit, { is_suspended: false }), 'nothing'],
  ])('%s', (...attack) => refuse(attack))
})

describe('a moderator has no power over points, prizes and badges:', () => {
  it.each<Attack>([
    [
      'points for themselves',
      insert('points_log', () => ({ user_id: moderator.user.id, points_change: 100, reason: 'Thanks' })),
      '42501',
    ],
    ['a balance', () => own({ points: 1000 }), '42501'],
    [
      'taking points',
      insert('points_log', () => ({ user_id: member.user.id, points_change: -5, reason: 'Late' })),
      '42501',
    ],
    ['a new package', insert('prize_packages', () => ({ name: 'Mine' })), '42501'],
    [
      'a new item',
      insert('prize_items', () => ({ package_id: ids.package, title: 'Rod', type: 'physical', quantity: 1 })),
      'refused',
    ],
    ['the name of a package', update('prize_packages', 'package', { name: 'Mine' }), 'nothing'],
    [
      'assigning a prize',
      call('assign_prize_package', () => ({ package_id: ids.package, user_id: moderator.user.id })),
      '42501',
    ],
    ['an award', insert('prize_awards', () => ({ user_id: moderator.user.id, item_id: ids.item })), 'refused'],
    ['editing a claim', update('prize_awards', 'award', { tracking_number: '1' }), 'nothing'],
    ['taking a prize back', remove('prize_awards', 'award'), 'nothing'],
    ['a new badge', insert('badges', () => ({ name: 'Warden', description: 'Mine' })), '42501'],
    ['awarding a badge', insert('user_badges', () => ({ user_id: moderator.user.id, badge_id: ids.badge })), '42501'],
    [
      'the reward of a referral',
      () => moderator.from('referral_settings').update({ points_per_referral: 9 }).not('id', 'is', null).select('id'),
      'nothing',
    ],
  ])('%s', (...attack) => refuse(attack))
})

describe('a moderator has no power over games and the site:', () => {
  it.each<Attack>([
    ['a new game', insert('games', () => game({ status: 'active' })), '42501'],
    ['completing a game', update('games', 'game', { status: 'completed' }), 'nothing'],
    ['deleting a game', remove('games', 'draft'), 'nothing'],
    ['the answer of a game', call('game_answer', () => ({ game_id: ids.game })), '42501'],
    ['a place', update('game_entries', 'entry', { winner_place: 1 }), 'nothing'],
    ['a photo without a report', call('remove_entry_photo', () => ({ entry_id: ids.entry })), '42501'],
    [
      'a setting',
      () => moderator.from('site_settings').update({ reports_to_hide: 1 }).not('id', 'is', null).select('id'),
      'nothing',
    ],
    [
      'the landing page',
      () => moderator.from('landing_content').update({ title: 'Mine' }).not('id', 'is', null).select('id'),
      'nothing',
    ],
    [
      'a new card',
      insert('info_cards', () => ({ title: 'Mine', start_date: inDays(-1), end_date: inDays(1) })),
      '42501',
    ],
    ['a card', update('info_cards', 'card', { is_active: true }), 'nothing'],
    [
      'a link of the club',
      call('make_club_link', () => ({ id: randomUUID(), note: 'Mine', places: 5, days: 5 })),
      '42501',
    ],
    [
      'inviting an address',
      call('invite_addresses', () => ({ request: randomUUID(), addresses: ['eve@lake.test'] })),
      '42501',
    ],
    [
      'importing a member with points',
      call('import_members', () => ({ request: randomUUID(), members: [{ address: 'eve@lake.test', points: 5 }] })),
      '42501',
    ],
    [
      'the levels',
      call('save_levels', () => ({ levels: [{ name: 'Mine', points: 0 }], seen: new Date().toISOString() })),
      '42501',
    ],
    [
      'a new video',
      insert('live_videos', () => ({
        title: 'Mine',
        embed_code: 'https://youtu.be/dQw4w9WgXcQ',
        scheduled_for: inDays(1),
      })),
      '42501',
    ],
  ])('%s', (...attack) => refuse(attack))
})

describe('a moderator leaves the newsfeed of the team alone:', () => {
  it.each<Attack>([
    ['the post of an admin', remove('newsfeed_posts', 'adminPost'), 'nothing'],
    ['the comment of an admin', remove('newsfeed_comments', 'adminComment'), 'nothing'],
    ['the post of a colleague', remove('newsfeed_posts', 'colleaguePost'), 'nothing'],
    ['the comment of a colleague', remove('newsfeed_comments', 'colleagueComment'), 'nothing'],
    ['an announcement', remove('newsfeed_posts', 'news'), 'nothing'],
    ['a post about an award', remove('newsfeed_posts', 'awardPost'), 'nothing'],
    ['a hidden post', remove('newsfeed_posts', 'hiddenPost'), 'nothing'],
    ['the text of a member', update('newsfeed_posts', 'memberPost', { content: 'Edited' }), 'nothing'],
    ['the text of an admin', update('newsfeed_comments', 'adminComment', { content: 'Edited' }), 'nothing'],
    ['announcing their own post', update('newsfeed_posts', 'ownPost', { is_announcement: true }), '42501'],
    [
      'an announcement of their own',
      insert('newsfeed_posts', () => ({ content: 'Hear', is_announcement: true })),
      '42501',
    ],
    [
      'a post in the name of a member',
      insert('newsfeed_posts', () => ({ content: 'Won', type: 'prize_award', user_id: member.user.id })),
      '42501',
    ],
    ['showing a hidden post past its case', update('newsfeed_posts', 'hiddenPost', { hidden_at: null }), '42501'],
  ])('%s', (...attack) => refuse(attack))

  it('an announcement of one who is an admin no longer', async () => {
    const former = await signUp(area.engine, { admin: true })
    const news = { content: 'Work party', is_announcement: true }
    const { id: newsId } = expectAllowed(await former.from('newsfeed_posts').insert(news).select('id').single())
    await area.row('update public.profiles set is_admin = false where id = $1', [former.user.id])
    expectDeniedOrNothing(await moderator.from('newsfeed_posts').delete().eq('id', newsId).select('id'))
    expect(await area.row('select from public.newsfeed_posts where id = $1', [newsId])).toBeDefined()
  })
})

describe('a moderator leaves decisions to admins:', () => {
  const ending = { decision: 'suspend', reason: 'Insults' }
  it.each<Attack>([
    ['about an admin', decision('adminPost', { decision: 'hide' }), 'RP009'],
    ['about an admin, for a friend', decision('adminPost', { decision: 'dismiss' }), 'RP009'],
    ['a suspension of an admin', decision('adminPost', { ...ending, days: 1 }), 'RP009'],
    ['about a colleague', decision('colleaguePost', { decision: 'dismiss' }), 'RP009'],
    ['about themselves', decision('ownPost', { decision: 'dismiss' }), 'RP007'],
    ['a suspension for ever', decision('memberPost', ending), 'RP009'],
    ['the end of a suspension for ever', undoing('culpritPost'), 'RP009'],
    ['by hand, for ever', suspend(anyone, null), 'RP009'],
    ['by hand, for 31 days', suspend(anyone, inDays(31)), 'RP009'],
    ['by hand, of an admin', suspend(admin, inDays(1)), 'RP009'],
    ['by hand, of a colleague', suspend(() => colleague, inDays(1)), 'RP009'],
    ['by hand, of themselves', suspend(() => moderator, inDays(1)), 'RP009'],
    ['by hand, in place of one for ever by a decision', suspend(() => culprit, inDays(1)), 'RP009'],
    ['by hand, in place of one for ever by hand', suspend(() => area.suspended, inDays(1)), 'RP009'],
  ])('%s', (...attack) => refuse(attack))

  it('once the role has ended', async () => {
    const who = await signUp(area.engine, { moderator: true })
    const { id: case_id, version, shown } = await caseOf(area, id('memberPost'))
    await area.row('update public.profiles set is_moderator = false where id = $1', [who.user.id])
    expectDenied(await who.rpc('decide_report', { id: case_id, seen: version, shown, decision: 'hide' } as never))
    expect(await area.row('select decision from private.report_cases where id = $1', [case_id])).toEqual({
      decision: null,
    })
  })
})

describe('a moderator reads nothing of', () => {
  it.each<Attack>([
    ['addresses of email', () => moderator.from('user_profiles_with_email').select(), 'nothing'],
    ['the audit trail', () => moderator.from('audit_log').select(), 'nothing'],
    ['points', () => moderator.from('points_log').select().eq('user_id', member.user.id), 'nothing'],
    ['prizes', () => moderator.from('prize_awards').select().eq('id', id('award')), 'nothing'],
    ['stock', () => moderator.from('prize_items').select().eq('id', id('item')), 'nothing'],
    ['notes of claims', () => moderator.from('prize_award_notes').select(), 'nothing'],
    ['postal addresses', () => moderator.from('shipping_addresses').select(), 'nothing'],
    ['gifts', () => moderator.from('point_gifts').select().neq('to_user_id', moderator.user.id), 'nothing'],
    ['referrals', () => moderator.from('referrals').select(), 'nothing'],
    ['drafts', () => moderator.from('games').select().eq('id', id('draft')), 'nothing'],
    ['cards to come', () => moderator.from('info_cards').select().eq('id', id('card')), 'nothing'],
    ['the overview', call('admin_overview', () => ({})), '42501'],
    ['numbers of the lists', call('console_counts', () => ({ list: 'posts' })), '42501'],
    ['hidden posts', call('console_posts', () => ({ list: 'hidden' })), '42501'],
    ['messages that were given up', call('dead_deliveries', () => ({})), '42501'],
    ['links of the club', call('club_links', () => ({})), '42501'],
    ['invited addresses', call('mailed_invitations', () => ({})), '42501'],
    ['files that are left over', call('leftover_files', () => ({})), '42501'],
    ['their own record', call('member_record', () => ({ user_id: moderator.user.id })), 'MR001'],
  ])('%s', (...attack) => refuse(attack))

  it('exports, nor are they recorded as one', () =>
    refuse(['', call('note_export', () => ({ list: 'users' })), '42501']))

  it('the club’s notifications, nor has settings for them', async () => {
    const settings = expectAllowed(await moderator.rpc('my_notification_settings')) as { groups: { name: string }[] }
    expect(settings.groups.map(({ name }) => name)).not.toContain('club')
    expectError(
      await moderator.rpc('save_notification_setting', { group_name: 'club', channel: 'push', is_on: false }),
      '22023',
    )
    expect(
      await area.engine.owner.query('select from private.notification_choices where user_id = $1', [moderator.user.id]),
    ).toEqual([])
  })
})
