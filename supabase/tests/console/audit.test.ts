import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { guest, type Persona, service, signUp } from '../../../test-support/personas.ts'
import { putPicture, stored } from '../files/pictures.ts'
import { expectAllowed, expectDenied, expectDeniedOrNothing } from '../support/denied.ts'
import { type MemberArea, openMemberArea } from '../support/member-area.ts'

let area: MemberArea
let admin: Persona

beforeAll(async () => {
  area = await openMemberArea()
  admin = area.admin
})
afterAll(() => area.engine.close())
beforeEach(() => area.row('truncate private.audit_log'))

/** The trail, read as the database owner, oldest first. */
const trail = async () =>
  area.engine.owner.query(`select action, actor_id, actor_name, subject_kind, subject_id, subject_label, details
    from private.audit_log order by created_at, action`)
const actions = async () => (await trail()).map((entry) => entry.action)
/** The only entry. */
async function entry() {
  const entries = await trail()
  expect(entries).toHaveLength(1)
  return entries[0]
}
const newId = async (sql: string, values: unknown[] = []) => String((await area.row(`${sql} returning id`, values))?.id)
const makeItem = async (title = 'Alarm') =>
  newId(
    `with box as (insert into public.prize_packages (name) values ('Box') returning id)
      insert into public.prize_items (package_id, title, type, quantity) select id, $1, 'digital', 9 from box`,
    [title],
  )
const makeAward = async (winner: Persona) =>
  newId('insert into public.prize_awards (user_id, item_id) values ($1, $2)', [winner.user.id, await makeItem()])
/** Puts pictures into a member's profile. */
async function showPhotos(who: Persona, count: number): Promise<string[]> {
  const paths = await Promise.all(Array.from({ length: count }, () => putPicture(who, 'fishing-photos')))
  const fishing_photos = paths.map((path) => stored('fishing-photos', path))
  expectAllowed(await who.from('profiles').update({ fishing_photos }).eq('id', who.user.id).select('id'))
  return paths
}
const dates = { start_date: '2026-01-01T00:00:00Z', end_date: '2100-01-01T00:00:00Z' }

describe('access to the audit trail', () => {
  beforeEach(async () => {
    await area.row('delete from public.badges')
    expectAllowed(await admin.from('badges').insert({ name: 'Bailiff', description: 'Keeps the bank' }))
  })

  it('admins read it through the API, with the names at that time', async () => {
    const [row] = expectAllowed(await admin.from('audit_log').select())
    expect(row).toMatchObject({
      actor_id: admin.user.id,
      actor_name: admin.user.username,
      action: 'create_badge',
      subject_kind: 'badge',
      subject_label: 'Bailiff',
      details: { name: 'Bailiff' },
    })
    expect(row.search_text).toContain(`${admin.user.username} bailiff `)
    expect(Date.now() - Date.parse(row.at)).toBeLessThan(60_000)
  })

  it('is found by names and by the texts of its details, not by IDs, and no longer by those of a deleted member', async () => {
    const { user } = await signUp(area.engine, { username: `Finn ${Date.now()}` })
    const id = await newId(`insert into public.badges (name, description) values ('Ｏtter', 'Swims')`)
    expectAllowed(await admin.from('user_badges').insert({ user_id: user.id, badge_id: id }).select('id'))
    expectAllowed(
      await admin.from('points_log').insert({ user_id: user.id, points_change: 5, reason: 'Work party' }).select('id'),
    )
    const award = await makeAward(area.other)
    await area.row(`insert into private.audit_log (action, details) values ('edit_claim', $1)`, [
      { award_id: award, after: { fulfillment_status: 'processing' } },
    ])
    const found = async (who: Persona, text: string) =>
      expectAllowed(await who.from('audit_log').select('action').like('search_text', `%${text}%`).order('at')).map(
        ({ action }) => action,
      )
    expect(await found(admin, user.username.toLowerCase())).toEqual(['award_badge', 'give_points'])
    expect(await found(admin, 'otter')).toEqual(['award_badge'])
    expect(await found(admin, 'work party')).toEqual(['give_points'])
    expect(await found(admin, 'processing')).toEqual(['edit_claim'])
    expect(await found(admin, award)).toEqual([])
    expect(await found(area.member, 'otter')).toEqual([])
    expectAllowed(await admin.rpc('delete_user', { user_id: user.id }))
    expect(await found(admin, user.username.toLowerCase())).toEqual([])
    expect(await found(admin, 'work party')).toEqual([])
    expect(await found(admin, 'otter')).toEqual(['award_badge'])
  })

  it('is exported by admins only, and records it', async () => {
    await area.row('truncate private.audit_log')
    for (const who of [area.member, area.suspended, guest(area.engine)])
      expectDenied(await who.rpc('note_export', { list: 'audit' }))
    expect(await trail()).toEqual([])
    expectAllowed({ ...(await admin.rpc('note_export', { list: 'audit' })), data: true })
    expect(await entry()).toMatchObject({ action: 'export_list', subject_label: 'audit', actor_id: admin.user.id })
  })

  it('members and suspended members find no rows, and guests are refused', async () => {
    for (const persona of [area.member, area.suspended]) {
      expect(expectAllowed(await persona.from('audit_log').select())).toEqual([])
    }
    expectDenied(await guest(area.engine).from('audit_log').select())
  })

  it('no role can add, change or delete an entry, including admins and the service role', async () => {
    const before = await trail()
    for (const persona of [guest(area.engine), area.member, area.suspended, admin, service(area.engine)]) {
      expectDeniedOrNothing(await persona.from('audit_log').update({ action: 'suspend' }).eq('action', 'create_badge'))
      expectDeniedOrNothing(await persona.from('audit_log').delete().eq('action', 'create_badge'))
      expectDenied(await persona.from('audit_log').insert({ action: 'suspend', actor_id: area.member.user.id }))
    }
    expect(await trail()).toEqual(before)
  })

  it('a refused action leaves no entry', async () => {
    await area.row('truncate private.audit_log')
    expectDenied(await area.member.from('badges').insert({ name: 'Mine', description: 'Mine' }))
    expectDenied(await area.member.rpc('delete_user', { user_id: area.other.user.id }))
    expect(await trail()).toEqual([])
  })
})

describe('members', () => {
  it('records rights, suspension and name, with before and after', async () => {
    const { id } = (await signUp(area.engine, { username: 'Finn' })).user
    for (const change of [
      { is_admin: true },
      { is_admin: false },
      { is_suspended: true },
      { is_suspended: false },
      { username: 'Finn the Perch' },
      { bio: 'Edited by an admin' },
    ]) {
      expectAllowed(await admin.from('profiles').update(change).eq('id', id))
    }
    const entries = await trail()
    expect(entries.map((row) => [row.action, row.subject_label, row.details])).toEqual([
      ['grant_admin', 'Finn', {}],
      ['revoke_admin', 'Finn', {}],
      ['suspend', 'Finn', {}],
      ['unsuspend', 'Finn', {}],
      ['rename_user', 'Finn the Perch', { before: { username: 'Finn' }, after: { username: 'Finn the Perch' } }],
      ['edit_profile', 'Finn the Perch', { changed: ['bio'] }],
    ])
    expect(new Set(entries.map((row) => row.actor_id))).toEqual(new Set([admin.user.id]))
  })

  it('does not record changes of one’s own profile', async () => {
    for (const persona of [area.member, admin]) {
      expectAllowed(await persona.from('profiles').update({ bio: 'Mine' }).eq('id', persona.user.id))
    }
    expect(await trail()).toEqual([])
  })

  it('records a new password, without its value', async () => {
    const target = await signUp(area.engine)
    expectAllowed(await admin.rpc('set_member_password', { user_id: target.user.id, new_password: 'very secret' }))
    expect(await entry()).toMatchObject({
      action: 'set_password',
      subject_id: target.user.id,
      subject_label: target.user.username,
      details: {},
    })
  })

  it('a deletion removes names and texts from the trail, but not who did what', async () => {
    const target = await signUp(area.engine, { username: 'Gone Soon' })
    expectAllowed(await admin.from('profiles').update({ username: 'Gone Now' }).eq('id', target.user.id))
    expectAllowed(
      await admin.from('points_log').insert({ user_id: target.user.id, points_change: 5, reason: 'For Gone Now' }),
    )
    await makeAward(target)
    expectAllowed(await admin.rpc('delete_user', { user_id: target.user.id }))
    const entries = await trail()
    expect(entries.map((row) => row.action)).toEqual(['rename_user', 'give_points', 'delete_user'])
    for (const row of entries) {
      expect(row).toMatchObject({
        subject_id: target.user.id,
        subject_label: null,
        actor_id: admin.user.id,
      })
    }
    expect(entries.map((row) => row.details)).toEqual([{}, { points: 5 }, {}])
    expect(JSON.stringify(entries)).not.toContain('Gone')
  })

  it('what a member was given or lost outlasts the account, whoever deletes it', async () => {
    const friend = await signUp(area.engine, { username: 'Mr Tench' })
    const { id } = friend.user
    const about = async (action: string, details: object) =>
      area.row(
        `insert into private.audit_log (action, actor_id, actor_name, subject_id, subject_label, details)
          values ($1, $2, 'Bailiff', $3, 'Mr Tench', $4)`,
        [action, admin.user.id, id, details],
      )
    const ends_at = '2026-12-24T12:00:00Z'
    const lasting: [action: string, details: object, kept?: object][] = [
      ['assign_prize', { package: 'Spring box', claim_deadline: ends_at }],
      ['award_badge', { badge: 'Otter' }],
      ['choose_place', { game: 'Guess the weight', place: 1 }],
      [
        'decide_report',
        { kind: 'post', decision: 'suspend', days: 7, hides: true, reason: 'Mr Tench shouts' },
        { kind: 'post', decision: 'suspend', days: 7, hides: true },
      ],
      [
        'edit_claim',
        { award_id: id, prize: 'Alarm', after: { tracking_number: 'Tench 1' }, changed: ['notes'] },
        { award_id: id, prize: 'Alarm' },
      ],
      ['edit_profile', { changed: ['bio'] }, {}],
      [
        'edit_suspension',
        { before: { reason: 'Mr Tench', ends_at: null }, after: { reason: 'Mr Tench', ends_at } },
        { before: { ends_at: null }, after: { ends_at } },
      ],
      ['give_points', { points: 100_000, reason: 'For Mr Tench' }, { points: 100_000 }],
      ['remove_prize', { award_id: id, prize: 'Alarm' }],
      ['rename_user', { before: { username: 'Tench' }, after: { username: 'Mr Tench' } }, {}],
      ['suspend', { after: { reason: 'Mr Tench', ends_at } }, { after: { ends_at } }],
    ]
    for (const [action, details] of lasting) await about(action, details)
    expectAllowed(await admin.rpc('delete_user', { user_id: id }))
    const entries = (await trail()).filter(({ action }) => action !== 'delete_user')
    expect(entries.map(({ action, details }) => [action, details])).toEqual(
      lasting.map(([action, details, kept = details]) => [action, kept]),
    )
    expect(JSON.stringify(entries)).not.toContain('Tench')
    // The amount is known after all of it is spent and the giver of the gifts is gone.
    expect(entries.filter(({ actor_name }) => actor_name !== 'Bailiff')).toEqual([])
  })

  it('a deleted actor leaves the ID, not the name', async () => {
    const former = await signUp(area.engine, { admin: true })
    await area.row('truncate private.audit_log')
    expectAllowed(await former.from('badges').insert({ name: 'Warden', description: 'Keeps the gate' }))
    expectAllowed(await admin.rpc('delete_user', { user_id: former.user.id }))
    expect((await trail())[0]).toMatchObject({ actor_id: former.user.id, actor_name: null, subject_label: 'Warden' })
  })

  it('the operator has no name in it', async () => {
    const target = await signUp(area.engine, { admin: true })
    expect(await entry()).toMatchObject({ action: 'grant_admin', actor_id: null, subject_id: target.user.id })
  })
})

describe('points and badges', () => {
  it('records manual points with amount and reason, but no automatic ones', async () => {
    await area.givePoints(area.member, 50)
    const gift = { from_user_id: area.member.user.id, to_user_id: area.other.user.id, points: 5 }
    expectAllowed(await area.member.from('point_gifts').insert(gift))
    expect(await trail()).toEqual([])
    const row = { user_id: area.other.user.id, points_change: -5, reason: 'Wrong swim' }
    expectAllowed(await admin.from('points_log').insert(row))
    expect(await entry()).toMatchObject({
      action: 'give_points',
      subject_label: area.other.user.username,
      details: { points: -5, reason: 'Wrong swim' },
    })
  })

  it('records every action on badges, but not the awards deleted with a badge', async () => {
    const badge = expectAllowed(
      await admin.from('badges').insert({ name: 'Otter', description: 'Swims' }).select('id').single(),
    )
    const award = { user_id: area.member.user.id, badge_id: badge.id }
    expectAllowed(await admin.from('user_badges').insert(award))
    expectAllowed(await admin.from('user_badges').delete().match(award))
    expectAllowed(await admin.from('user_badges').insert(award))
    expectAllowed(await admin.from('badges').update({ name: 'Pike', description: 'Bites' }).eq('id', badge.id))
    expectAllowed(await admin.from('badges').delete().eq('id', badge.id))
    const entries = await trail()
    expect(entries.map((row) => row.action)).toEqual([
      'create_badge',
      'award_badge',
      'remove_badge',
      'award_badge',
      'edit_badge',
      'delete_badge',
    ])
    expect(entries[1]).toMatchObject({ subject_label: area.member.user.username, details: { badge: 'Otter' } })
    expect(entries[4]?.details).toEqual({
      before: { name: 'Otter' },
      after: { name: 'Pike' },
      changed: ['description'],
    })
  })
})

describe('prizes and claims', () => {
  it('records packages and items', async () => {
    const box = expectAllowed(await admin.from('prize_packages').insert({ name: 'Box' }).select('id').single())
    const item = { package_id: box.id, title: 'Alarm', type: 'digital', quantity: 3 }
    const made = expectAllowed(await admin.from('prize_items').insert(item).select('id').single())
    expectAllowed(await admin.from('prize_packages').update({ is_active: false }).eq('id', box.id))
    expectAllowed(await admin.from('prize_items').delete().eq('id', made.id))
    expectAllowed(await admin.from('prize_items').insert(item))
    expectAllowed(await admin.from('prize_packages').delete().eq('id', box.id))
    expect(await actions()).toEqual([
      'create_package',
      'add_item',
      'edit_package',
      'delete_item',
      'add_item',
      'delete_package',
    ])
  })

  it('records one entry for an assigned package, or one for each single award', async () => {
    const item = await makeItem()
    const package_id = (await area.row('select package_id from prize_items where id = $1', [item]))?.package_id
    await area.row(
      `insert into public.prize_items (package_id, title, type, quantity) values ($1, 'Reel', 'digital', 9)`,
      [package_id],
    )
    const user_id = area.member.user.id
    expectAllowed(await admin.rpc('assign_prize_package', { package_id, user_id }))
    expect(await entry()).toMatchObject({ action: 'assign_prize', subject_id: user_id, details: { package: 'Box' } })
    const award = expectAllowed(
      await admin.from('prize_awards').insert({ user_id, item_id: item, status: 'assigned' }).select('id').single(),
    )
    expectAllowed(await admin.from('prize_awards').delete().eq('id', award.id))
    const entries = await trail()
    expect(entries.map((row) => row.action)).toEqual(['assign_prize', 'assign_prize', 'remove_prize'])
    expect(entries[2]?.details).toEqual({ award_id: award.id, prize: 'Alarm' })
  })

  it('records one entry for each save of a claim, with old and new values, but not the notes', async () => {
    const award = await makeAward(area.member)
    const claim = { status: 'claimed', terms_accepted: true }
    expectAllowed(await area.member.from('prize_awards').update(claim).eq('id', award))
    const save = {
      fulfillment_status: 'delivered',
      carrier: 'Royal Mail',
      tracking_number: 'RM 123',
      fulfillment_notes: 'Left with the bailiff',
      admin_notes: 'Second parcel, call first',
    }
    expectAllowed(await admin.from('prize_awards').update(save).eq('id', award))
    const saved = await entry()
    expect(saved).toMatchObject({ action: 'edit_claim', subject_id: area.member.user.id })
    expect(saved?.details).toEqual({
      award_id: award,
      prize: 'Alarm',
      before: { fulfillment_status: null, carrier: null, tracking_number: null },
      after: { fulfillment_status: 'delivered', carrier: 'Royal Mail', tracking_number: 'RM 123' },
      changed: ['fulfillment_notes', 'admin_notes'],
    })
    expect(JSON.stringify(saved)).not.toMatch(/bailiff|parcel/)
    expectAllowed(await admin.from('prize_awards').update({ admin_notes: '' }).eq('id', award))
    expectAllowed(await admin.from('prize_awards').update(save).eq('id', award))
    expect((await trail()).map((row) => (row.details as { changed: string[] }).changed)).toEqual([
      ['fulfillment_notes', 'admin_notes'],
      ['admin_notes'],
      ['admin_notes'],
    ])
  })

  it('records neither a claim by its winner nor a save without a change', async () => {
    for (const winner of [area.member, admin]) {
      const award = await makeAward(winner)
      const claim = { status: 'claimed', terms_accepted: true }
      expectAllowed(await winner.from('prize_awards').update(claim).eq('id', award))
      expectAllowed(await admin.from('prize_awards').update({ tracking_number: null }).eq('id', award))
    }
    expect(await trail()).toEqual([])
  })

  it('records no entry for notes deleted with an award', async () => {
    const award = await makeAward(area.member)
    await area.row(`insert into public.prize_award_notes (award_id, admin_notes) values ($1, 'x')`, [award])
    expectAllowed(await admin.from('prize_awards').delete().eq('id', award))
    expect(await actions()).toEqual(['remove_prize'])
  })
})

describe('games', () => {
  it('records games from creation to completion, and never the answer', async () => {
    const row = { type: 'pick_swim', title: 'Pick it', image_url: 'https://example.com/lake.jpg', ...dates }
    const game = expectAllowed(await admin.from('games').insert(row).select('id').single())
    const update = async (change: object) => expectAllowed(await admin.from('games').update(change).eq('id', game.id))
    await update({ metadata: { winning_square: 47 } })
    await update({ points_awarded: 250, description: 'On the far bank' })
    await update({ status: 'active' })
    const square = { game_id: game.id, user_id: area.member.user.id, entry_data: { square: 47 } }
    expectAllowed(await area.member.from('game_entries').insert(square))
    await update({ status: 'completed' })
    expectAllowed(await admin.from('games').delete().eq('id', game.id))
    const entries = await trail()
    expect(entries.map((entry) => entry.action)).toEqual([
      'create_game',
      'set_answer',
      'edit_game',
      'activate_game',
      'complete_game',
      'delete_game',
    ])
    expect(entries[2]?.details).toEqual({
      before: { points_awarded: 100 },
      after: { points_awarded: 250 },
      changed: ['description'],
    })
    expect(entries[4]).toMatchObject({ subject_label: 'Pick it', details: { winners: 1 } })
    expect(JSON.stringify(entries.map((entry) => entry.details))).not.toMatch(/47|far bank/)
  })

  it('records cancelled games and chosen places, but not the place that is cleared by a choice', async () => {
    const game = await newId(`insert into public.games (type, title, start_date, end_date, status)
      values ('carp_of_week', 'Best carp', now() - interval '1 hour', now() + interval '1 hour', 'active')`)
    for (const persona of [area.member, area.other]) {
      const photo_url = await area.file(persona, 'game-photos')
      expectAllowed(await persona.from('game_entries').insert({ game_id: game, user_id: persona.user.id, photo_url }))
    }
    const choose = async (persona: Persona, winner_place: number) =>
      expectAllowed(
        await admin.from('game_entries').update({ winner_place }).match({ game_id: game, user_id: persona.user.id }),
      )
    await choose(area.member, 1)
    await choose(area.other, 1)
    expectAllowed(await admin.from('games').update({ status: 'cancelled' }).eq('id', game))
    const entries = await trail()
    expect(entries.map((entry) => [entry.action, entry.subject_id])).toEqual([
      ['choose_place', area.member.user.id],
      ['choose_place', area.other.user.id],
      ['cancel_game', game],
    ])
    expect(entries[1]?.details).toEqual({ game: 'Best carp', place: 1 })
  })
})

describe('the rest of the console', () => {
  it('records settings and landing page, with before and after', async () => {
    const change = async (table: string, row: object, match: object = {}) =>
      expectAllowed(await admin.from(table).update(row).match(match).not('id', 'is', null))
    await change('site_settings', { currency_symbol: '£' })
    await change('referral_settings', { points_per_referral: 150 })
    await change('landing_content', { description: 'New words' }, { section: 'hero' })
    const entries = await trail()
    expect(entries.map((entry) => [entry.action, entry.subject_label, entry.details])).toEqual([
      ['edit_site_settings', null, { before: { currency_symbol: '$' }, after: { currency_symbol: '£' } }],
      ['edit_referral_settings', null, { before: { points_per_referral: 100 }, after: { points_per_referral: 150 } }],
      ['edit_landing', 'hero', { changed: ['description'] }],
    ])
  })

  it('records cards and videos', async () => {
    const card = expectAllowed(
      await admin
        .from('info_cards')
        .insert({ title: 'League', placement: 'home', ...dates })
        .select('id')
        .single(),
    )
    expectAllowed(await admin.from('info_cards').update({ is_active: false }).eq('id', card.id))
    expectAllowed(await admin.from('info_cards').delete().eq('id', card.id))
    const live = { title: 'Live', embed_code: 'https://youtu.be/dQw4w9WgXcQ', scheduled_for: dates.start_date }
    const video = expectAllowed(await admin.from('live_videos').insert(live).select('id').single())
    expectAllowed(await admin.from('live_videos').update({ title: 'Later' }).eq('id', video.id))
    expectAllowed(await admin.from('live_videos').delete().eq('id', video.id))
    expect(await actions()).toEqual([
      'create_card',
      'edit_card',
      'delete_card',
      'create_video',
      'edit_video',
      'delete_video',
    ])
  })

  it('records posts and comments of others without their text, but not those of the admin', async () => {
    const post = await newId('insert into public.newsfeed_posts (user_id, content) values ($1, $2)', [
      area.member.user.id,
      'Rude words',
    ])
    const comment = await newId(
      'insert into public.newsfeed_comments (post_id, user_id, content) values ($1, $2, $3)',
      [post, area.member.user.id, 'More of them'],
    )
    expectAllowed(await area.member.from('newsfeed_posts').update({ content: 'Rude words!' }).eq('id', post))
    expectAllowed(await admin.from('newsfeed_comments').update({ content: 'Less' }).eq('id', comment))
    expectAllowed(await admin.from('newsfeed_posts').delete().eq('id', post))
    const entries = await trail()
    expect(entries.map((entry) => entry.action)).toEqual(['edit_comment', 'delete_post'])
    expect(entries[1]).toMatchObject({ subject_id: area.member.user.id, details: {} })
  })

  it('records a post that an admin creates in the name of a member, but none in their own', async () => {
    const post = { user_id: area.member.user.id, type: 'prize_award', content: 'Won the winter box' }
    expectDenied(await area.other.from('newsfeed_posts').insert(post))
    expectAllowed(await admin.from('newsfeed_posts').insert({ ...post, user_id: admin.user.id }))
    expectAllowed(await admin.from('newsfeed_posts').insert({ user_id: admin.user.id, content: 'The lake is open' }))
    expectAllowed(await admin.from('newsfeed_posts').insert(post))
    expect(await entry()).toMatchObject({
      action: 'create_post',
      actor_id: admin.user.id,
      subject_id: area.member.user.id,
      subject_label: area.member.user.username,
      details: { type: 'prize_award' },
    })
  })

  it('records each shown picture that an admin deletes, but not their own or those that members delete', async () => {
    const spare = await putPicture(area.member, 'fishing-photos')
    const shown = await showPhotos(area.member, 2)
    const [own = ''] = await showPhotos(admin, 1)
    await area.row('truncate private.audit_log')
    const files = (who: Persona) => who.storage.from('fishing-photos')
    expect(expectAllowed(await files(area.other).remove(shown))).toEqual([])
    expectAllowed(await files(area.member).remove([spare]))
    expectAllowed(await admin.from('profiles').update({ fishing_photos: [] }).eq('id', admin.user.id).select('id'))
    // The engine also removes pictures that no row names, and may be first.
    expectAllowed(await files(admin).remove([own]))
    expect(await area.row('select 1 from storage.objects where name = $1', [own])).toBeUndefined()
    expect(await trail()).toEqual([])
    expect(expectAllowed(await files(admin).remove(shown))).toHaveLength(2)
    const entries = await trail()
    expect(entries).toHaveLength(2)
    for (const deletion of entries)
      expect(deletion).toMatchObject({
        action: 'delete_file',
        actor_id: admin.user.id,
        subject_id: area.member.user.id,
        subject_label: area.member.user.username,
        details: { bucket: 'fishing-photos' },
      })
  })

  it('does not record pictures that no row names, such as those that the console removes after an account', async () => {
    const spare = await putPicture(area.member, 'fishing-photos')
    expect(expectAllowed(await admin.storage.from('fishing-photos').remove([spare]))).toHaveLength(1)
    expect(await actions()).toEqual([])
  })
})
