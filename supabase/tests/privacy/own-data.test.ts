import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { guest, type Persona, service, signUp } from '../../../test-support/personas.ts'
import { startEngine } from '../../../test-support/start-engine.ts'
import { expectAllowed, expectDenied, expectDeniedOrNothing, expectError } from '../support/denied.ts'
import { expectGolden } from '../support/golden.ts'
import { type MemberArea, openMemberArea } from '../support/member-area.ts'

let area: MemberArea
const newId = async (sql: string, values: unknown[] = []) => String((await area.row(`${sql} returning id`, values))?.id)
const exists = async (id: string) => (await area.row('select id from auth.users where id = $1', [id])) !== undefined

beforeAll(async () => {
  area = await openMemberArea()
})
afterAll(() => area.engine.close())

describe('my_data', () => {
  /** A member with a row in every table. */
  async function busy(): Promise<Persona> {
    const tom = await signUp(area.engine, { data: { referrer_id: area.other.user.id } })
    const own = [tom.user.id]
    const post = await newId(`insert into public.newsfeed_posts (user_id, content) values ($1, 'My words')`, own)
    await area.row('insert into public.newsfeed_comments (post_id, user_id, content) values ($2, $1, $3)', [
      ...own,
      post,
      'My comment',
    ])
    await area.row(`insert into public.newsfeed_reactions (post_id, user_id, reaction) values ($2, $1, 'fish')`, [
      ...own,
      post,
    ])
    await area.givePoints(tom, 100)
    const gift = { from_user_id: tom.user.id, to_user_id: area.other.user.id, points: 5, message: 'For the rods' }
    expectAllowed(await tom.from('point_gifts').insert(gift))
    await area.row('insert into public.member_connections (user_id, connected_user_id) values ($1, $2)', [
      ...own,
      area.other.user.id,
    ])
    await area.row('insert into private.member_blocks (blocker_id, blocked_id) values ($1, $2)', [
      ...own,
      area.suspended.user.id,
    ])
    const badge = await newId(
      `insert into public.badges (name, description) values ('Otter ' || left(gen_random_uuid()::text, 8), 'Swims')`,
    )
    await area.row('insert into public.user_badges (user_id, badge_id) values ($1, $2)', [...own, badge])
    const address = await newId(
      `insert into public.shipping_addresses
        (user_id, full_name, email, address_line1, city, state, postal_code, phone_number)
        values ($1, 'Tom Alder', 'tom@example.com', '220 W Water St', 'Syracuse', 'NY', '13202', '+1 315 555 0100')`,
      own,
    )
    const item = await newId(
      `with box as (insert into public.prize_packages (name) values ('Box') returning id)
        insert into public.prize_items (package_id, title, type, quantity) select id, 'Lamp', 'physical', 9 from box`,
    )
    const award = await newId('insert into public.prize_awards (user_id, item_id) values ($1, $2)', [...own, item])
    await area.row(
      `insert into private.redemptions (id, account_id, package_id, expired_at)
        select gen_random_uuid(), $1, i.package_id, now() from public.prize_items as i where i.id = $2`,
      [...own, item],
    )
    await area.row(`insert into private.first_steps (account_id, step) values ($1, 'photo')`, own)
    await area.row('insert into private.hidden_first_sessions (user_id) values ($1)', own)
    const claim = {
      status: 'claimed',
      shipping_method: 'standard',
      shipping_address_id: address,
      terms_accepted: true,
    }
    expectAllowed(await tom.from('prize_awards').update(claim).eq('id', award))
    expectAllowed(await area.admin.from('prize_awards').update({ admin_notes: 'Secret note' }).eq('id', award))
    const game = await newId(`insert into public.games (type, title, start_date, end_date, status)
      values ('carp_of_week', 'Best carp', now() - interval '1 hour', now() + interval '1 hour', 'active')`)
    const photo_url = await area.file(tom, 'game-photos')
    // As of one who was an admin.
    await area.row(
      `insert into public.scheduled_announcements (user_id, content, publish_at)
        values ($1, 'My announcement', now() + interval '1 day')`,
      own,
    )
    expectAllowed(
      await tom
        .from('catches')
        .insert({ grams: 14742, caught_on: '2026-06-01', variety: 'mirror', visibility: 'me', words: 'My carp' }),
    )
    await area.row(
      `insert into private.record_offers (catch_id, user_id, grams, caught_on, variety, decision, decided_at, reason)
        select c.id, c.user_id, c.grams, c.caught_on, c.variety, 'decline', now(), 'No scales to be seen'
        from public.catches as c where c.user_id = $1`,
      own,
    )
    expectAllowed(await tom.from('game_entries').insert({ game_id: game, user_id: tom.user.id, photo_url }))
    await area.row(`insert into private.appeals (member_id, message) values ($1, 'My answer')`, own)
    await area.row(
      `insert into private.invitations (member_id, code, expires_at) values ($1, gen_random_uuid(), now() + interval '30 days')`,
      own,
    )
    // As after a mailed link: only whoever has proved an address learns that it was invited.
    await area.row('update auth.users set confirmation_sent_at = email_confirmed_at where id = $1', own)
    await area.row(
      `insert into private.mailed_invitations (address, code, expires_at)
        values ($1, gen_random_uuid(), now() + interval '30 days')`,
      [tom.user.email],
    )
    await area.row(`insert into storage.objects (bucket_id, name) values ('avatars', $1)`, [`${tom.user.id}/1.jpg`])
    return tom
  }

  it('returns everything about the caller', async () => {
    const tom = await busy()
    const data = expectAllowed(await tom.rpc('my_data'))
    expect(data.account).toMatchObject({ id: tom.user.id, email: tom.user.email, sessions: [{ ip: '127.0.0.1' }] })
    expect(data.profile).toMatchObject({ username: tom.user.username, points: 95 })
    expect(data).toMatchObject({
      posts: expect.arrayContaining([expect.objectContaining({ content: 'My words' })]),
      scheduled_announcements: [{ content: 'My announcement' }],
      comments: [{ content: 'My comment' }],
      reactions: [{ reaction: 'fish' }],
      game_entries: [{ game: 'Best carp' }],
      catches: [
        {
          grams: 14742,
          caught_on: '2026-06-01',
          variety: 'mirror',
          visibility: 'me',
          words: 'My carp',
          record: { decision: 'decline', reason: 'No scales to be seen' },
        },
      ],
      files: [{ bucket: 'game-photos' }, { bucket: 'avatars', name: `${tom.user.id}/1.jpg` }],
      points: [{ points_change: 100 }, { points_change: -5 }],
      gifts: [{ from: tom.user.username, to: area.other.user.username, points: 5, message: 'For the rods' }],
      badges: [{ badge: expect.stringMatching(/^Otter/) }],
      referrals: [{ referrer: area.other.user.username, referred: tom.user.username, status: 'pending' }],
      connections: [{ asked_by: tom.user.username, asked: area.other.user.username }],
      prizes: [{ prize: 'Lamp', shipping_details: { full_name: 'Tom Alder' } }],
      redemptions: [{ reward: 'Box', expired_at: expect.any(String), cancelled_at: null }],
      first_steps: [{ step: 'photo', taken_at: expect.any(String) }],
      first_session: [{ hidden_at: expect.any(String) }],
      addresses: [{ city: 'Syracuse' }],
      admins_did: [{ action: 'edit_claim' }],
      appeals: [{ message: 'My answer', decision: null }],
      invitation: { places: 20, taken: 0 },
      mailed_invitations: [{ invited_by: null, accepted_at: null }],
    })
  })

  it('returns the fields on the list and no others', async () => {
    const data: Record<string, unknown> = expectAllowed(await (await busy()).rpc('my_data'))
    const fields = Object.entries(data).map(([part, value]) => {
      const keys = [value].flat().flatMap((row) => (typeof row === 'object' && row !== null ? Object.keys(row) : []))
      return `${part}: ${[...new Set(keys)].sort().join(', ')}\n`
    })
    expectGolden('supabase/tests/privacy/own-data.golden.txt', fields.sort().join(''))
  })

  it('returns every column of the profile, and the sum that the level follows from', async () => {
    const columns = await area.engine.owner.query(
      `select attname as name from pg_attribute
        where attrelid = 'public.profiles'::regclass and attnum > 0 and not attisdropped`,
    )
    const { profile } = expectAllowed(await area.member.rpc('my_data'))
    expect(Object.keys(profile).sort()).toEqual([...columns.map((row) => String(row.name)), 'points_earned'].sort())
  })

  it('returns only the names of others, and no password or admins’ notes', async () => {
    const text = JSON.stringify(expectAllowed(await (await busy()).rpc('my_data')))
    expect(text).not.toContain(area.other.user.id)
    expect(text).not.toContain(area.other.user.email)
    expect(text).not.toContain(area.admin.user.id)
    expect(text).not.toMatch(/Secret note|\$2a\$|encrypted_password|token/)
  })

  it('returns what admins did for or against the caller, without the notes and decisions that the team keeps', async () => {
    const tom = await busy()
    const id = expectAllowed(await area.admin.rpc('add_team_note', { member_id: tom.user.id, content: 'Watch him' }))
    await area.admin.rpc('delete_team_note', { id }).throwOnError()
    for (const action of ['decide_report', 'reopen_report', 'answer_suspension', 'decide_appeal'])
      await area.row(`insert into private.audit_log (action, subject_kind, subject_id) values ($2, 'member', $1)`, [
        tom.user.id,
        action,
      ])
    const kept = await area.engine.owner.query('select action from private.audit_log where subject_id = $1', [
      tom.user.id,
    ])
    expect(kept.map(({ action }) => action)).toEqual(expect.arrayContaining(['add_note', 'delete_note', 'edit_claim']))
    const { admins_did } = expectAllowed(await tom.rpc('my_data'))
    expect((admins_did as { action: string }[]).map(({ action }) => action)).toEqual(['edit_claim'])
  })

  it('returns empty lists for a new member, and suspended members their data', async () => {
    const fresh = expectAllowed(await (await signUp(area.engine)).rpc('my_data'))
    expect(fresh).toMatchObject({ posts: [], points: [], prizes: [], admins_did: [] })
    expect(expectAllowed(await area.suspended.rpc('my_data')).profile.is_suspended).toBe(true)
  })

  it('is refused to guests and to the service role, which is no member', async () => {
    for (const persona of [guest(area.engine), service(area.engine)]) expectDenied(await persona.rpc('my_data'))
  })

  it('can be called ten times an hour', async () => {
    const eager = await signUp(area.engine)
    await area.scaleLimits(1)
    for (let n = 0; n < 10; n++) expectAllowed(await eager.rpc('my_data'))
    expect((await eager.rpc('my_data')).status).toBe(429)
    await area.scaleLimits(1000)
  })
})

describe('delete_own_account', () => {
  const leave = (who: Persona, password = who.user.password) => who.rpc('delete_own_account', { password })

  it('deletes the account and everything that depends on it, without an entry in the audit trail', async () => {
    const leaver = await signUp(area.engine)
    await area.row(`insert into public.newsfeed_posts (user_id, content) values ($1, 'Bye')`, [leaver.user.id])
    await area.row('truncate private.audit_log')
    expect(expectAllowed(await leave(leaver))).toBe(true)
    expect(await exists(leaver.user.id)).toBe(false)
    expect(await area.row('select id from newsfeed_posts where user_id = $1', [leaver.user.id])).toBeUndefined()
    expect(await area.row('select id from private.audit_log')).toBeUndefined()
    const { email, password } = leaver.user
    expect((await guest(area.engine).auth.signInWithPassword({ email, password })).error).not.toBeNull()
    expect((await leaver.auth.refreshSession()).error).not.toBeNull()
  })

  it('is open to suspended members', async () => {
    const suspended = await signUp(area.engine)
    await area.row('update public.profiles set is_suspended = true where id = $1', [suspended.user.id])
    expect(expectAllowed(await leave(suspended))).toBe(true)
  })

  it('is refused to moderators, also suspended ones, until an admin has removed the role', async () => {
    const [second, third] = [
      await signUp(area.engine, { moderator: true }),
      await signUp(area.engine, { moderator: true }),
    ]
    await area.admin.from('profiles').update({ is_suspended: true }).eq('id', third.user.id).throwOnError()
    for (const persona of [second, third]) {
      expectError(await leave(persona), 'US002')
      expect(await exists(persona.user.id)).toBe(true)
      await area.admin.from('profiles').update({ is_moderator: false }).eq('id', persona.user.id).throwOnError()
      expect(expectAllowed(await leave(persona))).toBe(true)
    }
  })

  it('is refused to admins, also suspended ones, until another admin has removed their rights', async () => {
    const [second, third] = [await signUp(area.engine, { admin: true }), await signUp(area.engine, { admin: true })]
    const grant = { user_id: area.member.user.id, points_change: 5, reason: 'For a friend' }
    expectAllowed(await second.from('points_log').insert(grant))
    await area.admin.from('profiles').update({ is_suspended: true }).eq('id', third.user.id).throwOnError()
    for (const persona of [second, third]) {
      expectError(await leave(persona), 'US002')
      expectDeniedOrNothing(await persona.from('profiles').delete().eq('id', persona.user.id).select('id'))
      expectDeniedOrNothing(
        await persona.from('profiles').update({ is_admin: false }).eq('id', persona.user.id).select('id'),
      )
      expect(await exists(persona.user.id)).toBe(true)
      await area.admin.from('profiles').update({ is_admin: false }).eq('id', persona.user.id).throwOnError()
      expect(expectAllowed(await leave(persona))).toBe(true)
      expect(await exists(persona.user.id)).toBe(false)
    }
    const entries = await area.engine.owner.query(
      'select action, actor_id from private.audit_log where $1 in (actor_id, subject_id) order by created_at',
      [second.user.id],
    )
    expect(entries).toEqual([
      { action: 'grant_admin', actor_id: null },
      { action: 'give_points', actor_id: second.user.id },
      { action: 'revoke_admin', actor_id: area.admin.user.id },
    ])
  })

  it('of an admin by another admin, or by the operator, is not refused', async () => {
    const [second, third] = [await signUp(area.engine, { admin: true }), await signUp(area.engine, { admin: true })]
    expectAllowed(await area.admin.rpc('delete_user', { user_id: second.user.id }))
    await area.row('delete from auth.users where id = $1', [third.user.id])
    for (const { user } of [second, third]) expect(await exists(user.id)).toBe(false)
  })

  it('answers a GET request, which counts no wrong passwords, in the same way whatever the password', async () => {
    const leaver = await signUp(area.engine)
    const ask = (password: string) => leaver.rpc('delete_own_account', { password }, { get: true })
    const [right, wrong] = [await ask(leaver.user.password), await ask('some other word')]
    expectError(right, '25006')
    expect(right.status).toBe(405)
    expect(wrong).toEqual(right)
    expect(await exists(leaver.user.id)).toBe(true)
    expect(expectAllowed(await leave(leaver))).toBe(true)
  })

  it('requires the right password, for every prefix of its hash', async () => {
    const member = await signUp(area.engine)
    for (const wrong of ['wrong', '', ' '.repeat(100), member.user.password.toUpperCase()]) {
      expect(expectAllowed(await leave(member, wrong)), wrong).toBe(false)
    }
    expect(await exists(member.user.id)).toBe(true)
    await area.row(`update auth.users set encrypted_password = '$2b' || substr(encrypted_password, 4) where id = $1`, [
      member.user.id,
    ])
    expect(expectAllowed(await leave(member))).toBe(true)
  })

  it('is refused without a password in the account', async () => {
    const member = await signUp(area.engine)
    await area.row('update auth.users set encrypted_password = null where id = $1', [member.user.id])
    for (const password of ['', member.user.password]) expect((await leave(member, password)).data).toBe(false)
    expect(await exists(member.user.id)).toBe(true)
  })

  it('counts wrong passwords, and refuses the right one too after five in an hour', async () => {
    const member = await signUp(area.engine)
    await area.scaleLimits(1)
    for (let n = 0; n < 5; n++) expect(expectAllowed(await leave(member, 'wrong'))).toBe(false)
    for (const password of ['wrong', member.user.password]) {
      expect((await leave(member, password)).status).toBe(429)
    }
    await area.scaleLimits(1000)
    expect(await exists(member.user.id)).toBe(true)
  })

  it('is refused to guests', async () => {
    expectDenied(await guest(area.engine).rpc('delete_own_account', { password: 'x' }))
  })

  it('is refused to the last admin', async () => {
    const lonely = await startEngine()
    try {
      const only = await signUp(lonely, { admin: true })
      await lonely.owner.query('update profiles set is_admin = false where is_admin and id <> $1', [only.user.id])
      expectError(await leave(only), 'US001')
      expect(await lonely.owner.query('select from auth.users where id = $1', [only.user.id])).toHaveLength(1)
    } finally {
      await lonely.close()
    }
  })
})
