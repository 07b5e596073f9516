import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { guest, type Persona, service, signIn, signUp } from '../../../test-support/personas.ts'
import { addApp } from '../../../test-support/second-step.ts'
import { game } from '../games/game-rows.ts'
import { expectAllowed, expectDenied, expectDeniedOrNothing, expectError } from '../support/denied.ts'
import { hearLive } from '../support/live-messages.ts'
import { type MemberArea, openMemberArea } from '../support/member-area.ts'
import { type Case, caseOf, comment, decide, joined, post, reopen, report } from './case.ts'

// What moderators may, and next to it what they may not. Attacks are in permissions/moderator-attacks.test.ts.

const DAY = 86_400_000
let area: MemberArea
let moderator: Persona
let second: Persona
beforeAll(async () => {
  area = await openMemberArea()
  moderator = await signUp(area.engine, { moderator: true })
  second = await signUp(area.engine, { moderator: true })
})
afterAll(() => area.engine.close())

const inDays = (days: number) => new Date(Date.now() + days * DAY).toISOString()
const suspend = (who: Persona, ends_at: string | null, by: Persona = moderator) =>
  by.rpc('suspend_member', { user_id: who.user.id, reason: 'Insults', ends_at } as never)
/** Changes a profile as a persona. */
const set = (by: Persona, who: Persona, values: object) =>
  by.from('profiles').update(values).eq('id', who.user.id).select('id')
const roles = ({ user }: Persona) =>
  area.row('select is_admin, is_moderator, is_suspended from public.profiles where id = $1', [user.id])
const acts = async (who: Persona, id = who.user.id) =>
  expectAllowed(await who.from('profiles').select('acts_as_moderator').eq('id', id).single()).acts_as_moderator
const decision = async (subjectId: string) =>
  area.row(
    `select decision, days, decided_by from private.report_cases
      where subject_id = $1 order by created_at desc limit 1`,
    [subjectId],
  )
const exists = async (table: string, id: string) =>
  (await area.row(`select from public.${table} where id = $1`, [id])) !== undefined
const trail = async ({ user }: Persona) =>
  (await area.engine.owner.query(
    'select action, actor_id from private.audit_log where subject_id = $1 order by created_at, action',
    [user.id],
  )) as { action: string; actor_id: string | null }[]
/** A post of a new member that was reported. */
async function reported(author?: Persona): Promise<{ author: Persona; id: string }> {
  const by = author ?? (await signUp(area.engine))
  const id = await post(by)
  expectAllowed(await report(area.member, { subject_id: id, words: 'Not kind' }))
  return { author: by, id }
}
const RIGHTS = { is_admin: false, is_moderator: true, is_suspended: false }

describe('the role', () => {
  it('is given and taken by admins only, who are recorded', async () => {
    const who = await signUp(area.engine)
    for (const persona of [guest(area.engine) as Persona, area.member, area.suspended, moderator, who])
      expectDeniedOrNothing(await set(persona, who, { is_moderator: true }))
    expect(await roles(who)).toEqual({ ...RIGHTS, is_moderator: false })
    expect(expectAllowed(await set(area.admin, who, { is_moderator: true }))).toHaveLength(1)
    expect(await roles(who)).toEqual(RIGHTS)
    for (const persona of [area.member, second, who])
      expectDeniedOrNothing(await set(persona, who, { is_moderator: false }))
    expect(await roles(who)).toEqual(RIGHTS)
    expect(expectAllowed(await set(area.admin, who, { is_moderator: false }))).toHaveLength(1)
    expect(await roles(who)).toEqual({ ...RIGHTS, is_moderator: false })
    expect(await trail(who)).toEqual(
      ['grant_moderator', 'revoke_moderator'].map((action) => ({ action, actor_id: area.admin.user.id })),
    )
  })

  it('is shown to the web app for one’s own profile only, and not for admins', async () => {
    expect(await acts(moderator)).toBe(true)
    expect(await acts(moderator, second.user.id)).toBe(false)
    expect(await acts(area.member, moderator.user.id)).toBe(false)
    for (const persona of [area.member, area.suspended, area.admin]) expect(await acts(persona)).toBe(false)
    expect(
      expectAllowed(
        await area.admin
          .from('user_profiles_with_email')
          .select('is_moderator')
          .in('id', [moderator.user.id, area.member.user.id])
          .order('is_moderator'),
      ),
    ).toEqual([{ is_moderator: false }, { is_moderator: true }])
  })

  it('ends when a moderator is made an admin, by an admin or the operator, and does not come back', async () => {
    const [first, other] = [
      await signUp(area.engine, { moderator: true }),
      await signUp(area.engine, { moderator: true }),
    ]
    expectAllowed(await set(area.admin, first, { is_admin: true }))
    await area.row('select private.promote_admin($1)', [other.user.email])
    for (const who of [first, other]) {
      expect(await roles(who)).toEqual({ is_admin: true, is_moderator: false, is_suspended: false })
      expect(await acts(who)).toBe(false)
      expect((await trail(who)).map(({ action }) => action)).toContain('revoke_moderator')
      expectError(await set(area.admin, who, { is_moderator: true }), '23514')
      expectAllowed(await set(area.admin, who, { is_admin: false }))
      expect(await roles(who)).toEqual({ ...RIGHTS, is_moderator: false })
      expectDenied(await who.rpc('report_queue'))
    }
  })

  it('rests while a moderator is suspended', async () => {
    const who = await signUp(area.engine, { moderator: true })
    const { id } = await reported()
    expectAllowed(await suspend(who, inDays(1), area.admin))
    expect(await acts(who)).toBe(false)
    expectDenied(await who.rpc('report_queue'))
    expectDenied(await decide(area, id, { decision: 'dismiss' }, who))
    expectDenied(await suspend(area.other, inDays(1), who))
    expectDeniedOrNothing(await who.from('newsfeed_posts').delete().eq('id', id).select('id'))
    expect(await exists('newsfeed_posts', id)).toBe(true)
    expect(await decision(id)).toMatchObject({ decision: null })
    expectAllowed(await set(area.admin, who, { is_suspended: false }))
    expect(await acts(who)).toBe(true)
    expectAllowed(await who.rpc('report_queue'))
  })

  it('leaves nothing to a demoted or deleted moderator, and their decisions stay', async () => {
    const who = await signUp(area.engine, { moderator: true })
    const { id } = await reported()
    expectAllowed(await decide(area, id, { decision: 'dismiss' }, who))
    expectAllowed(await set(area.admin, who, { is_moderator: false }))
    const { id: later } = await reported()
    expectDenied(await who.rpc('report_queue'))
    expectDenied(await who.rpc('admin_waiting'))
    expectDenied(await who.rpc('member_record', { user_id: area.other.user.id }))
    expectDenied(await decide(area, later, { decision: 'dismiss' }, who))
    expect(await decision(later)).toMatchObject({ decision: null })
    await area.row('update public.profiles set is_moderator = true where id = $1', [who.user.id])
    await area.row('delete from auth.users where id = $1', [who.user.id])
    const next = await signUp(area.engine, { email: who.user.email })
    expect(await roles(next)).toEqual({ ...RIGHTS, is_moderator: false })
    expectDenied(await next.rpc('report_queue'))
    expect(await decision(id)).toEqual({ decision: 'dismiss', days: null, decided_by: null })
  })

  it('needs the second step of signing in, if the account has one', async () => {
    const full = await signUp(area.engine, { moderator: true })
    await addApp(full)
    const half = await signIn(area.engine, full.user)
    expect([await acts(full), await acts(half)]).toEqual([true, false])
    expectAllowed(await full.rpc('report_queue'))
    expectDenied(await half.rpc('report_queue'))
    const { id } = await reported()
    expectDeniedOrNothing(await half.from('newsfeed_posts').delete().eq('id', id).select('id'))
    expect(await exists('newsfeed_posts', id)).toBe(true)
  })
})

describe('reports', () => {
  it('are read by the team, and by nobody else', async () => {
    const { id } = await reported()
    const { id: case_id } = await caseOf(area, id)
    for (const persona of [guest(area.engine), area.member, area.suspended, service(area.engine)]) {
      expectDenied(await persona.rpc('report_queue'))
      expectDenied(await persona.rpc('report_counts'))
      expectDenied(await persona.rpc('report_case', { id: case_id }))
    }
    const rows = expectAllowed(await moderator.rpc('report_queue', { size: 100 })) as { id: string }[]
    expect(rows.map((row) => row.id)).toContain(case_id)
    expect(expectAllowed(await moderator.rpc('report_counts'))).toHaveLength(1)
    const found = expectAllowed(await moderator.rpc('report_case', { id: case_id })) as unknown as Case
    expect(found).toMatchObject({ may_decide: true, is_own: false })
    expect(found.reported.map(({ username }) => username)).toEqual([area.member.user.username])
  })

  it.each(['dismiss', 'hide', 'remove'])('are decided: %s, and undone', async (decided) => {
    const { id, author } = await reported()
    expectDenied(await decide(area, id, { decision: decided }, area.other))
    expect(await decision(id)).toMatchObject({ decision: null })
    expectAllowed(await decide(area, id, { decision: decided }, moderator))
    expect(await decision(id)).toEqual({ decision: decided, days: null, decided_by: moderator.user.id })
    expectAllowed(await reopen(area, id, second))
    expect(await decision(id)).toMatchObject({ decision: null, decided_by: null })
    expect(await trail(author)).toEqual([
      { action: 'decide_report', actor_id: moderator.user.id },
      { action: 'reopen_report', actor_id: second.user.id },
    ])
  })

  it('end in a warning, or a suspension of 1, 7 or 30 days; one without an end is for admins', async () => {
    const warned = await reported()
    expectAllowed(await decide(area, warned.id, { decision: 'warn', reason: 'Be kind' }, moderator))
    for (const days of [1, 7, 30]) {
      const { id, author } = await reported()
      const ending = { decision: 'suspend', reason: 'Insults', days }
      expectError(await decide(area, id, { ...ending, days: null }, moderator), 'RP009')
      expect(await roles(author)).toMatchObject({ is_suspended: false })
      expectAllowed(await decide(area, id, ending, moderator))
      expect(await decision(id)).toEqual({ decision: 'suspend', days, decided_by: moderator.user.id })
      expect(await roles(author)).toMatchObject({ is_suspended: true })
      expect(await trail(author)).toContainEqual({ action: 'suspend', actor_id: moderator.user.id })
    }
  })

  it('that an admin decided are undone where a moderator could have decided so, and not otherwise', async () => {
    const [short, long] = [await reported(), await reported()]
    const ending = { decision: 'suspend', reason: 'Insults' }
    expectAllowed(await decide(area, short.id, { ...ending, days: 7 }))
    expectAllowed(await decide(area, long.id, { ...ending, days: null }))
    const seen = async (id: string) =>
      expectAllowed(await moderator.rpc('report_case', { id: (await caseOf(area, id)).id })) as unknown as Case
    expect(await seen(short.id)).toMatchObject({ can_undo: true })
    expect(await seen(long.id)).toMatchObject({ can_undo: false })
    expectError(await reopen(area, long.id, moderator), 'RP009')
    expect(await roles(long.author)).toMatchObject({ is_suspended: true })
    expectAllowed(await reopen(area, short.id, moderator))
    expect(await roles(short.author)).toMatchObject({ is_suspended: false })
  })

  it('about an admin or a moderator are for admins, also of another account of the person', async () => {
    const mailbox = randomUUID()
    const colleague = await signUp(area.engine, { moderator: true, email: `${mailbox}@gmail.com` })
    const twin = await signUp(area.engine, { email: `${mailbox}+carp@gmail.com` })
    for (const who of [colleague, twin])
      await area.row(
        `update auth.users set confirmation_sent_at = created_at, email_confirmed_at = now() + interval '1 s'
          where id = $1`,
        [who.user.id],
      )
    for (const author of [area.admin, colleague, twin]) {
      const { id } = await reported(author)
      const { id: case_id } = await caseOf(area, id)
      expect(expectAllowed(await moderator.rpc('report_case', { id: case_id }))).toMatchObject({ may_decide: false })
      for (const decided of [{ decision: 'dismiss' }, { decision: 'hide' }, { decision: 'warn', reason: 'No' }])
        expectError(await decide(area, id, decided, moderator), 'RP009')
      expect(await decision(id)).toMatchObject({ decision: null })
      if (author === area.admin) continue
      expectAllowed(await decide(area, id, { decision: 'hide' }))
      expectError(await reopen(area, id, moderator), 'RP009')
      expect(await decision(id)).toMatchObject({ decision: 'hide' })
    }
  })

  it('about themselves hide who reported them, and are never theirs to decide', async () => {
    const { id } = await reported(moderator)
    const { id: case_id } = await caseOf(area, id)
    const found = expectAllowed(await moderator.rpc('report_case', { id: case_id })) as unknown as Case
    expect(found).toMatchObject({ is_own: true, may_decide: false, reported: [], reasons: {} })
    expectError(await decide(area, id, { decision: 'dismiss' }, moderator), 'RP007')
    expect(await decision(id)).toMatchObject({ decision: null })
    const record = expectAllowed(await moderator.rpc('member_record', { user_id: area.member.user.id })) as {
      reports: { sent: number }
    }
    const others = await area.row(
      `select count(*)::integer as n from private.reports as r join private.report_cases as c on c.id = r.case_id
        where r.reporter_id = $1 and c.author_id <> $2`,
      [area.member.user.id, moderator.user.id],
    )
    expect(record.reports.sent).toBe(others?.n)
    expectAllowed(await decide(area, id, { decision: 'dismiss' }))
    expectError(await reopen(area, id, moderator), 'RP007')
  })

  it('about one who made the moderator are not theirs, also when the author is an admin no longer', async () => {
    const author = await signUp(area.engine, { admin: true })
    const friend = await signUp(area.engine)
    const { id } = await reported(author)
    expectAllowed(await set(author, friend, { is_moderator: true }))
    expectAllowed(await set(area.admin, author, { is_admin: false }))
    const { id: case_id } = await caseOf(area, id)
    expect(expectAllowed(await friend.rpc('report_case', { id: case_id }))).toMatchObject({
      is_own: true,
      may_decide: false,
      reported: [],
    })
    expectError(await decide(area, id, { decision: 'dismiss' }, friend), 'RP007')
    expect(await decision(id)).toMatchObject({ decision: null })
    expectAllowed(await decide(area, id, { decision: 'dismiss' }, moderator))
  })

  it('about announcements and posts about awards are for admins, whoever wrote them', async () => {
    const former = await signUp(area.engine, { admin: true })
    const winner = await signUp(area.engine)
    const { id: news } = expectAllowed(
      await former
        .from('newsfeed_posts')
        .insert({ content: 'Work party', is_announcement: true })
        .select('id')
        .single(),
    )
    await area.row('update public.profiles set is_admin = false where id = $1', [former.user.id])
    const badge = await area.row(`insert into public.badges (name, description) values ('Otter', 'Swims') returning id`)
    await area.row('insert into public.user_badges (user_id, badge_id) values ($1, $2)', [winner.user.id, badge?.id])
    const award = await area.row('select id from public.newsfeed_posts where user_id = $1', [winner.user.id])
    for (const id of [news, String(award?.id)]) {
      expectAllowed(await report(area.member, { subject_id: id }))
      const { id: case_id } = await caseOf(area, id)
      expect(expectAllowed(await moderator.rpc('report_case', { id: case_id }))).toMatchObject({ may_decide: false })
      for (const decided of [
        { decision: 'hide' },
        { decision: 'remove' },
        { decision: 'warn', reason: 'No', hides: true },
        { decision: 'suspend', reason: 'No', days: 7 },
      ])
        expectError(await decide(area, id, decided, moderator), 'RP009')
      expect(await decision(id)).toMatchObject({ decision: null })
      expectAllowed(await decide(area, id, { decision: 'hide' }))
      expectError(await reopen(area, id, moderator), 'RP009')
      expect(await decision(id)).toMatchObject({ decision: 'hide' })
    }
  })

  it('do not hide what moderators write', async () => {
    const [theirs, members] = [await post(moderator), await post(area.other)]
    for (const reporter of await joined(area, 8, 3))
      for (const subject_id of [theirs, members]) expectAllowed(await report(reporter, { subject_id }))
    const hidden = async (id: string) =>
      (await area.row('select hidden_at is not null as hidden from public.newsfeed_posts where id = $1', [id]))?.hidden
    expect([await hidden(theirs), await hidden(members)]).toEqual([false, true])
  })
})

describe('a suspension by hand', () => {
  const ends = async (who: Persona) =>
    (await area.row('select ends_at from private.suspended_accounts where account_id = $1', [who.user.id]))?.ends_at

  it('of a member ends within 30 days', async () => {
    const member = await signUp(area.engine)
    for (const ends_at of [null, inDays(31), inDays(300)]) expectError(await suspend(member, ends_at), 'RP009')
    expect(await roles(member)).toMatchObject({ is_suspended: false })
    expect((await suspend(member, inDays(30))).error).toBeNull()
    expect(await roles(member)).toMatchObject({ is_suspended: true })
    expect(await trail(member)).toEqual([{ action: 'suspend', actor_id: moderator.user.id }])
  })

  it('is not of admins, moderators or oneself, also while they are suspended', async () => {
    const [chief, colleague] = [
      await signUp(area.engine, { admin: true }),
      await signUp(area.engine, { moderator: true }),
    ]
    for (const who of [chief, colleague, moderator]) {
      expectError(await suspend(who, inDays(1)), 'RP009')
      expect(await roles(who)).toMatchObject({ is_suspended: false })
    }
    for (const who of [chief, colleague]) {
      expect((await suspend(who, inDays(7), area.admin)).error).toBeNull()
      const before = await ends(who)
      expectError(await suspend(who, inDays(1)), 'RP009')
      expect(await ends(who)).toEqual(before)
    }
  })

  it('replaces one of 30 days or less, and none that ends later or never', async () => {
    const [short, long, lasting] = [await signUp(area.engine), await signUp(area.engine), await signUp(area.engine)]
    for (const [who, end] of [
      [short, inDays(20)],
      [long, inDays(60)],
      [lasting, null],
    ] as const)
      expect((await suspend(who, end, area.admin)).error).toBeNull()
    const before = [await ends(long), await ends(lasting)]
    for (const who of [long, lasting]) expectError(await suspend(who, inDays(1)), 'RP009')
    expect([await ends(long), await ends(lasting)]).toEqual(before)
    expect((await suspend(short, inDays(2))).error).toBeNull()
    expect(await trail(short)).toContainEqual({ action: 'edit_suspension', actor_id: moderator.user.id })
  })

  it('does not replace the last days of a longer one', async () => {
    const member = await signUp(area.engine)
    expect((await suspend(member, inDays(60), area.admin)).error).toBeNull()
    await area.row(
      `update private.suspended_accounts set created_at = now() - interval '40 days', ends_at = now() + interval '20 days'
        where account_id = $1`,
      [member.user.id],
    )
    const before = await ends(member)
    expectError(await suspend(member, inDays(1)), 'RP009')
    expect(await ends(member)).toEqual(before)
  })

  it('is not made longer than 30 days by one extension after another', async () => {
    const member = await signUp(area.engine)
    expect((await suspend(member, inDays(7))).error).toBeNull()
    expect((await suspend(member, inDays(29))).error).toBeNull()
    await area.row(
      `update private.suspended_accounts set created_at = now() - interval '20 days' where account_id = $1`,
      [member.user.id],
    )
    expectError(await suspend(member, inDays(11)), 'RP009')
    expectError(await suspend(member, inDays(1)), 'RP009')
    expect((await suspend(member, inDays(11), area.admin)).error).toBeNull()
  })

  it('does not replace one by a case of those who gave the moderator the role', async () => {
    const author = await signUp(area.engine, { admin: true })
    const friend = await signUp(area.engine)
    const { id } = await reported(author)
    expectAllowed(await set(author, friend, { is_moderator: true }))
    expectAllowed(await set(area.admin, author, { is_admin: false }))
    expectAllowed(await decide(area, id, { decision: 'suspend', reason: 'Insults', days: 30 }))
    const before = await ends(author)
    expectError(await suspend(author, inDays(1), friend), 'RP009')
    expect(await ends(author)).toEqual(before)
    expect((await suspend(author, inDays(2))).error).toBeNull()
  })

  it('needs a reason and an account', async () => {
    expectError(
      await moderator.rpc('suspend_member', { user_id: area.other.user.id, reason: ' ', ends_at: inDays(1) }),
      '22023',
    )
    expectError(
      await moderator.rpc('suspend_member', { user_id: randomUUID(), reason: 'Insults', ends_at: inDays(1) }),
      'PT404',
    )
    expect(await roles(area.other)).toMatchObject({ is_suspended: false })
  })
})

describe('posts and comments', () => {
  const remove = (table: 'newsfeed_posts' | 'newsfeed_comments', id: string, by: Persona = moderator) =>
    by.from(table).delete().eq('id', id).select('id')

  it('of members are deleted by moderators, and by no other member', async () => {
    const author = await signUp(area.engine)
    const id = await post(author)
    const answer = await comment(author, id)
    for (const [table, row] of [
      ['newsfeed_comments', answer],
      ['newsfeed_posts', id],
    ] as const) {
      expectDeniedOrNothing(await remove(table, row, area.other))
      expect(await exists(table, row)).toBe(true)
      expect(expectAllowed(await remove(table, row))).toEqual([{ id: row }])
      expect(await exists(table, row)).toBe(false)
    }
    expect(await trail(author)).toEqual(
      ['delete_comment', 'delete_post'].map((action) => ({ action, actor_id: moderator.user.id })),
    )
  })

  it('of admins and moderators stay, also of suspended ones; their own are theirs', async () => {
    const colleague = await signUp(area.engine, { moderator: true })
    for (const author of [area.admin, second, colleague]) {
      const id = await post(author)
      const answer = await comment(author, id)
      if (author === colleague)
        await area.row('update public.profiles set is_suspended = true where id = $1', [author.user.id])
      expect(expectAllowed(await remove('newsfeed_comments', answer))).toEqual([])
      expect(expectAllowed(await remove('newsfeed_posts', id))).toEqual([])
      expect([await exists('newsfeed_posts', id), await exists('newsfeed_comments', answer)]).toEqual([true, true])
    }
    const own = await post(moderator)
    expect(expectAllowed(await remove('newsfeed_posts', own))).toEqual([{ id: own }])
  })

  it('of one who is a member again are deleted, and of a new moderator are not', async () => {
    const who = await signUp(area.engine)
    const [early, late] = [await post(who), await post(who)]
    await area.row('update public.profiles set is_moderator = true where id = $1', [who.user.id])
    expect(expectAllowed(await remove('newsfeed_posts', early))).toEqual([])
    await area.row('update public.profiles set is_moderator = false where id = $1', [who.user.id])
    expect(expectAllowed(await remove('newsfeed_posts', late))).toEqual([{ id: late }])
    expect([await exists('newsfeed_posts', early), await exists('newsfeed_posts', late)]).toEqual([true, false])
  })

  it('of suspended members are read by the team only, with their numbers', async () => {
    const author = await signUp(area.engine)
    const shown = await post(area.other)
    const id = await post(author)
    const answer = await comment(author, shown)
    const reaction = { post_id: shown, user_id: author.user.id, reaction: 'fish' }
    expectAllowed(await author.from('newsfeed_reactions').insert(reaction).select('id').single())
    await area.row('update public.profiles set is_suspended = true where id = $1', [author.user.id])
    const read = async (who: Persona) => ({
      posts: expectAllowed(await who.from('newsfeed_posts').select('id').eq('id', id)).length,
      comments: expectAllowed(await who.from('newsfeed_comments').select('id').eq('id', answer)).length,
      reactions: expectAllowed(await who.from('newsfeed_reactions').select('id').eq('post_id', shown)).length,
    })
    const [all, nothing] = [
      { posts: 1, comments: 1, reactions: 1 },
      { posts: 0, comments: 0, reactions: 0 },
    ]
    for (const who of [moderator, area.admin]) expect(await read(who)).toEqual(all)
    for (const who of [area.member, author]) expect(await read(who)).toEqual(nothing)
    await area.row('update public.profiles set is_suspended = true where id = $1', [second.user.id])
    expect(await read(second)).toEqual(nothing)
    await area.row('update public.profiles set is_suspended = false where id = $1', [second.user.id])
    expectAllowed(await report(moderator, { subject_id: id }))
    expectError(await report(area.member, { subject_id: id }), 'PT404')
  })

  it('of others are deleted 60 times in an hour, also with one request; their own, and by admins, without end', async () => {
    const [eager, author] = [await signUp(area.engine, { moderator: true }), await signUp(area.engine)]
    const write = async (who: Persona, number: number, word: string) =>
      area.row(
        `insert into public.newsfeed_posts (user_id, content)
          select $1::uuid, $3::text || ' ' || n from generate_series(1, $2::integer) as n`,
        [who.user.id, number, word],
      )
    const left = async (word: string) =>
      (await area.row(`select count(*)::integer as n from public.newsfeed_posts where content like $1`, [`${word} %`]))
        ?.n
    expect(await left('swarm')).toBe(0)
    await write(author, 61, 'swarm')
    expect(await left('swarm')).toBe(61)
    await write(eager, 2, 'own')
    const scale = await area.row('select rate_limit_scale from private.settings')
    await area.row('update private.settings set rate_limit_scale = 1')
    try {
      expectError(await eager.from('newsfeed_posts').delete().like('content', 'swarm %'), 'PT429')
      expect(await left('swarm')).toBe(61)
      for (let n = 2; n <= 61; n += 1)
        expectAllowed(await eager.from('newsfeed_posts').delete().eq('content', `swarm ${n}`).select('id').single())
      expectError(await eager.from('newsfeed_posts').delete().eq('content', 'swarm 1'), 'PT429')
      expect(await left('swarm')).toBe(1)
      await eager.from('newsfeed_posts').delete().like('content', 'own %').throwOnError()
      expect(await left('own')).toBe(0)
      await write(author, 60, 'swarm 9')
      await area.admin.from('newsfeed_posts').delete().like('content', 'swarm %').throwOnError()
      expect(await left('swarm')).toBe(0)
    } finally {
      await area.row('update private.settings set rate_limit_scale = $1', [scale?.rate_limit_scale])
    }
  })

  it('that are hidden are read in their case only', async () => {
    const { id } = await reported()
    expectAllowed(await decide(area, id, { decision: 'hide' }, moderator))
    for (const who of [moderator, area.admin])
      expect(expectAllowed(await who.from('newsfeed_posts').select('id').eq('id', id))).toEqual([])
    const found = expectAllowed(
      await moderator.rpc('report_case', { id: (await caseOf(area, id)).id }),
    ) as unknown as Case
    const stored = await area.row('select content from public.newsfeed_posts where id = $1', [id])
    expect(found.now?.text).toBe(stored?.content)
  })

  it('are neither edited, announced nor pinned', async () => {
    const [theirs, own] = [await post(area.other), await post(moderator)]
    const stored = () =>
      area.engine.owner.query(
        'select id, content, is_announcement, pinned_until from public.newsfeed_posts where id = any ($1) order by id',
        [[theirs, own]],
      )
    const before = await stored()
    const posts = () => moderator.from('newsfeed_posts')
    expectDeniedOrNothing(await posts().update({ content: 'Mine' }).eq('id', theirs).select('id'))
    for (const id of [theirs, own])
      expectDeniedOrNothing(await posts().update({ is_announcement: true }).eq('id', id).select('id'))
    expectDenied(await posts().insert({ content: 'Hear, hear', is_announcement: true }))
    expect(await stored()).toEqual(before)
  })
})

describe('what the team knows of members', () => {
  interface MemberRecord {
    posts: number
    notes: { id: string; content: string; author: string }[]
    points: object | null
    prizes: object[] | null
    reports: object | null
  }
  const recordOf = async (who: Persona, by: Persona = moderator) =>
    expectAllowed(await by.rpc('member_record', { user_id: who.user.id })) as unknown as MemberRecord

  it('is read without points, prizes and addresses', async () => {
    const tom = await signUp(area.engine)
    await area.givePoints(tom, 77)
    const record = await recordOf(tom)
    expect(record).toMatchObject({ posts: 0, notes: [], points: null, prizes: null, reports: { count: 0 } })
    expect(JSON.stringify(record)).not.toContain(tom.user.email)
    expect(await recordOf(tom, area.admin)).toMatchObject({ points: { count: 1 }, prizes: [] })
    for (const persona of [area.member, area.suspended])
      expectDenied(await persona.rpc('member_record', { user_id: tom.user.id }))
    expectError(await moderator.rpc('member_record', { user_id: moderator.user.id }), 'MR001')
  })

  it('includes the notes of the team, which moderators write and delete too', async () => {
    const tom = await signUp(area.engine)
    const write = (by: Persona, content: string) =>
      by.rpc('add_team_note', { member_id: tom.user.id, content, request_id: randomUUID() })
    const stored = () =>
      area.engine.owner.query('select content from private.team_notes where member_id = $1', [tom.user.id])
    expectAllowed(await write(area.admin, 'Lives far away'))
    const id = expectAllowed(await write(moderator, 'Was kind')) as string
    expectDenied(await write(area.member, 'Was mine'))
    expect((await recordOf(tom)).notes.map(({ content, author }) => [content, author])).toEqual([
      ['Was kind', moderator.user.username],
      ['Lives far away', area.admin.user.username],
    ])
    expectDenied(await area.member.rpc('delete_team_note', { id }))
    expect(await stored()).toHaveLength(2)
    expect((await moderator.rpc('delete_team_note', { id })).error).toBeNull()
    expect(await stored()).toEqual([{ content: 'Lives far away' }])
    const theirs = (await trail(tom)).filter(({ actor_id }) => actor_id === moderator.user.id)
    expect(theirs.map(({ action }) => action)).toEqual(['add_note', 'delete_note'])
    expectError(
      await moderator.rpc('add_team_note', { member_id: moderator.user.id, content: 'Good', request_id: randomUUID() }),
      'MR001',
    )
  })

  it('is not that of the team: records and notes of admins and moderators are for admins', async () => {
    const [chief, colleague] = [
      await signUp(area.engine, { admin: true }),
      await signUp(area.engine, { moderator: true }),
    ]
    const stored = (who: Persona) =>
      area.engine.owner.query('select content from private.team_notes where member_id = $1', [who.user.id])
    for (const who of [chief, colleague]) {
      const note = { member_id: who.user.id, content: 'Take the role back', request_id: randomUUID() }
      const id = expectAllowed(await area.admin.rpc('add_team_note', note)) as string
      expectError(await moderator.rpc('member_record', { user_id: who.user.id }), 'RP009')
      expectError(await moderator.rpc('add_team_note', { ...note, request_id: randomUUID() }), 'RP009')
      expectError(await moderator.rpc('delete_team_note', { id }), 'RP009')
      expect(await stored(who)).toEqual([{ content: 'Take the role back' }])
      expect((await recordOf(who, area.admin)).notes).toHaveLength(1)
    }
  })

  it('is, on their home, the reports and answers to decide', async () => {
    const found = async (who: Persona) =>
      (expectAllowed(await who.rpc('report_queue', { list: 'open', size: 100 })) as { subject_id: string }[]).map(
        ({ subject_id }) => subject_id,
      )
    /** The number of open cases on home, beside the list, and in it. */
    const counted = async (who: Persona) => {
      const { reports } = expectAllowed(await who.rpc('admin_waiting')) as unknown as { reports: { count: number } }
      const { open } = expectAllowed(await who.rpc('report_counts').single()) as { open: number }
      return [reports.count, open, (await found(who)).length]
    }
    const before = await Promise.all([moderator, area.admin].map(counted))
    const { id } = await reported()
    expect(await found(moderator)).toContain(id)
    expect(Object.keys(expectAllowed(await moderator.rpc('admin_waiting')) as object).toSorted()).toEqual([
      'appeals',
      'records',
      'reports',
    ])
    // What only admins decide waits for admins only.
    const announcement = String(
      (
        await area.row(
          `insert into public.newsfeed_posts (user_id, content, is_announcement) values ($1, 'Closed on Friday', true)
            returning id`,
          [area.admin.user.id],
        )
      )?.id,
    )
    const left = [(await reported(second)).id, announcement]
    expectAllowed(await report(area.member, { subject_id: announcement }))
    for (const each of left) {
      expect(await found(moderator)).not.toContain(each)
      expect(await found(area.admin)).toContain(each)
    }
    expect(await counted(moderator)).toEqual(before[0]?.map((count) => count + 1))
    expect(await counted(area.admin)).toEqual(before[1]?.map((count) => count + 3))
    for (const each of [id, left[0] ?? '']) expectAllowed(await decide(area, each, { decision: 'dismiss' }))
    expect(await found(moderator)).not.toContain(id)
    expectDenied(await area.member.rpc('admin_waiting'))
  })
})

describe('live', () => {
  it('tells moderators of reports, and of nothing else that admins hear of', async () => {
    const live = await hearLive(area.engine)
    const on = (said: Awaited<ReturnType<typeof live.flushed>>, topic: string) =>
      said.filter((one) => one.topic === topic).flatMap(({ message }) => message.tables as string[])
    try {
      await live.flushed()
      const { id } = await reported()
      expect(on(await live.flushed(), 'moderation')).toEqual(['reports'])
      expectAllowed(await decide(area, id, { decision: 'dismiss' }, moderator))
      expect(on(await live.flushed(), 'moderation')).toEqual(['report_cases'])
      await area.givePoints(area.other, 12)
      const said = await live.flushed()
      expect(on(said, 'admin')).toContain('points_log')
      expect(on(said, 'moderation')).toEqual([])
    } finally {
      await live.close()
    }
  })

  it('tells a member that they became a moderator, and that they are one no longer', async () => {
    const who = await signUp(area.engine)
    const live = await hearLive(area.engine)
    const heard = async () =>
      (await live.flushed())
        .filter(({ topic }) => topic === `member:${who.user.id}`)
        .flatMap(({ message }) => message.what as string[])
    try {
      for (const is_moderator of [true, false]) {
        await live.flushed()
        expectAllowed(await set(area.admin, who, { is_moderator }))
        expect(await heard()).toContain('standing')
      }
    } finally {
      await live.close()
    }
  })
})

describe('games', () => {
  let id: string
  beforeEach(async () => {
    id = expectAllowed(
      await area.admin
        .from('games')
        .insert(game({ status: 'active' }) as never)
        .select('id')
        .single(),
    ).id
  })
  const enter = async (who: Persona) =>
    expectAllowed(
      await who
        .from('game_entries')
        .insert({ game_id: id, user_id: who.user.id, entry_data: { square: 47 } })
        .select('id')
        .single(),
    ).id as string
  const byTeam = async (entry: string) =>
    (await area.row('select by_team from public.game_entries where id = $1', [entry]))?.by_team
  const finish = () => area.admin.from('games').update({ status: 'completed' }).eq('id', id).select('id').single()
  const winners = async () => {
    const rows = await area.engine.owner.query(
      'select user_id from public.game_entries where game_id = $1 and is_winner',
      [id],
    )
    return rows.map((row) => row.user_id)
  }

  it('are entered, and never won', async () => {
    const [theirs, members] = [await enter(moderator), await enter(area.member)]
    expect([await byTeam(theirs), await byTeam(members)]).toEqual([true, false])
    expectAllowed(await finish())
    expect(await winners()).toEqual([area.member.user.id])
  })

  it('are not completed while an entrant has been made a moderator since; afterwards the entry counts', async () => {
    const rising = await signUp(area.engine)
    const entry = await enter(rising)
    expectAllowed(await set(area.admin, rising, { is_moderator: true }))
    expect(await byTeam(entry)).toBe(true)
    expectError(await finish(), 'GM016')
    // From one role to the other, the entry stays the team's.
    expectAllowed(await set(area.admin, rising, { is_admin: true }))
    expect(await byTeam(entry)).toBe(true)
    expectAllowed(await set(area.admin, rising, { is_admin: false }))
    expect(await byTeam(entry)).toBe(false)
    expectAllowed(await finish())
    expect(await winners()).toEqual([rising.user.id])
  })
})
