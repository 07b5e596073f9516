import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Persona, service, signUp } from '../../../test-support/personas.ts'
import { inbox, readAll, unread } from '../notifications/inbox.ts'
import { expectAllowed, expectError } from '../support/denied.ts'
import { hearLive } from '../support/live-messages.ts'
import { type MemberArea, openMemberArea } from '../support/member-area.ts'
import { type Case, caseOf, comment, decide, joined, post, reopen, report } from './case.ts'

let area: MemberArea
beforeAll(async () => {
  area = await openMemberArea()
})
afterAll(() => area.engine.close())

const sees = async (who: Persona, id: string) =>
  expectAllowed(await who.from('newsfeed_posts').select('id').eq('id', id)).length === 1
const standing = ({ user }: Persona) =>
  area.row(
    `select p.is_suspended, s.reason, s.ends_at is not null as ends from public.profiles as p
      left join private.suspension_of(p.id) as s on true where p.id = $1`,
    [user.id],
  )
const trail = async ({ user }: Persona) =>
  (await area.engine.owner.query(
    'select action, details, actor_id from private.audit_log where subject_id = $1 order by created_at, action',
    [user.id],
  )) as { action: string; details: object; actor_id: string }[]
const counts = async () => expectAllowed(await area.admin.rpc('report_counts'))[0] as { open: number; hidden: number }
const queue = async (list: string, page: object = {}) =>
  expectAllowed(await area.admin.rpc('report_queue', { list, size: 100, ...page })) as unknown as Case[]

/** A reported post of a new member. */
async function reportedPost(reporter: Persona = area.member): Promise<{ author: Persona; id: string }> {
  const author = await signUp(area.engine)
  const id = await post(author)
  expectAllowed(await report(reporter, { subject_id: id, words: 'Look at this' }))
  return { author, id }
}

describe('a case', () => {
  it('shows the subject with what stood before it, the reports with their senders, and the author’s record', async () => {
    const author = await signUp(area.engine)
    const above = await post(area.other, 'Blanked again on the north bank.')
    const answer = await comment(author, above, 'You could not catch a cold.')
    expectAllowed(await report(area.member, { kind: 'comment', subject_id: answer, words: 'Every week' }))
    expectAllowed(await report(area.other, { kind: 'comment', subject_id: answer, reason: 'other' }))
    const found = await caseOf(area, answer)
    expect(found).toMatchObject({
      reports: 2,
      reasons: { abuse: 1, other: 1 },
      said: 'You could not catch a cold.',
      now: { path: `/newsfeed/${above}#comment-${answer}` },
      before: { username: area.other.user.username, text: 'Blanked again on the north bank.' },
      reported: [
        { reason: 'abuse', words: 'Every week', username: area.member.user.username },
        { reason: 'other', words: '', username: area.other.user.username },
      ],
      record: { posts: 0, suspensions: 0, warnings: 0, decided: 0, upheld: 0, is_suspended: false },
    })
    expectAllowed(await decide(area, answer, { decision: 'warn', reason: 'Be kind' }))
    expectAllowed(await report(area.member, { kind: 'member', subject_id: author.user.id }))
    expect((await caseOf(area, author.user.id)).record).toMatchObject({ warnings: 1, decided: 1, upheld: 1 })
  })

  it('names in the record how often the author was suspended, without what was undone', async () => {
    const author = await signUp(area.engine)
    const [first, second] = [await post(author), await post(author)]
    const suspend = { decision: 'suspend', reason: 'Insults', days: 7 }
    const record = async () =>
      expectAllowed(await area.admin.rpc('member_record', { user_id: author.user.id })) as {
        reports: { suspensions: number }
      }
    const times = async () => (await record()).reports.suspensions
    for (const id of [first, second]) expectAllowed(await report(area.member, { subject_id: id }))
    expectAllowed(await decide(area, first, suspend))
    expect(await times()).toBe(1)
    expectAllowed(await reopen(area, first))
    expect(await times()).toBe(0)
    expectAllowed(await decide(area, first, { ...suspend, days: 1 }))
    expectAllowed(await decide(area, second, suspend))
    expect(await times()).toBe(1)
    expectAllowed(await reopen(area, second))
    expect(await times()).toBe(1)
    expectAllowed(await reopen(area, first))
    expect(await times()).toBe(0)
    // By hand there is nothing to undo: it was a suspension.
    const set = (is_suspended: boolean) =>
      area.admin.from('profiles').update({ is_suspended }).eq('id', author.user.id).throwOnError()
    await set(true)
    await set(false)
    expect(await times()).toBe(1)
    for (const id of [first, second]) expectAllowed(await decide(area, id, { decision: 'dismiss' }))
  })

  it('is in the queue by pages: open and hidden ones oldest first, decided ones newest first', async () => {
    const before = await counts()
    const made = [await reportedPost(), await reportedPost(), await reportedPost()]
    const ids = await Promise.all(made.map(async ({ id }) => (await caseOf(area, id)).id))
    expect((await queue('open')).map(({ id }) => id).slice(-3)).toEqual(ids)
    const all = await queue('open')
    const first = all.at(-3) as Case & { opened_at: string }
    const rest = await queue('open', { after: first.opened_at, after_id: first.id, size: 1 })
    expect(rest.map(({ id }) => id)).toEqual([ids[1]])
    for (const reporter of await joined(area, 8, 3))
      expectAllowed(await report(reporter, { subject_id: String(made[1]?.id) }))
    expect((await queue('hidden')).map(({ id }) => id)).toContain(ids[1])
    expect(await counts()).toEqual({ open: before.open + 3, hidden: before.hidden + 1 })
    for (const { id } of made) expectAllowed(await decide(area, id, { decision: 'dismiss' }))
    expect((await queue('decided')).map(({ id }) => id).slice(0, 3)).toEqual(ids.toReversed())
    expect(await counts()).toEqual(before)
    expectError(await area.admin.rpc('report_queue', { list: 'all' }), '22023')
    const waiting = expectAllowed(await area.admin.rpc('admin_waiting')) as { reports: { count: number } }
    expect(waiting.reports.count).toBe(before.open)
  })
})

describe('a decision', () => {
  it('dismisses: what reports had hidden is shown again', async () => {
    const { author, id } = await reportedPost()
    for (const reporter of await joined(area, 8, 3)) expectAllowed(await report(reporter, { subject_id: id }))
    expect(await sees(author, id)).toBe(false)
    expectAllowed(await decide(area, id, { decision: 'dismiss' }))
    expect(await sees(author, id)).toBe(true)
    expect(await trail(author)).toMatchObject([
      {
        action: 'decide_report',
        details: { kind: 'post', decision: 'dismiss' },
        actor_id: area.admin.user.id,
      },
    ])
    // Undone, it is as it was before the decision.
    expectAllowed(await reopen(area, id))
    expect(await sees(author, id)).toBe(false)
    expect((await trail(author)).at(-1)).toMatchObject({
      action: 'reopen_report',
      details: { kind: 'post', decision: 'dismiss' },
    })
  })

  it.each(['hide', 'remove'])('to %s takes a post from everyone, and back when it is undone', async (decision) => {
    const { author, id } = await reportedPost()
    await comment(area.other, id)
    const posts = async () =>
      (await area.row('select post_count from private.post_counts where user_id = $1', [author.user.id]))?.post_count
    expect(Number(await posts())).toBe(1)
    expectAllowed(await decide(area, id, { decision }))
    for (const reader of [author, area.other, area.admin]) {
      expect(await sees(reader, id)).toBe(false)
      expect(expectAllowed(await reader.rpc('newsfeed_page', { ids: [id] }))).toEqual([])
      expect(expectAllowed(await reader.from('newsfeed_comments').select('id').eq('post_id', id))).toEqual([])
      const hits = expectAllowed(await reader.rpc('search', { query: 'Tench' })) as { id: string }[]
      expect(hits.map((hit) => hit.id)).not.toContain(id)
    }
    expect(Number(await posts())).toBe(0)
    expect((await area.other.from('newsfeed_comments').insert({ post_id: id, content: 'Where?' })).error).not.toBeNull()
    expectError(await report(area.other, { subject_id: id }), 'PT404')
    expectAllowed(await reopen(area, id))
    expect(await sees(area.other, id)).toBe(true)
    expect(Number(await posts())).toBe(1)
  })

  it('counts a hidden post once, also when the operator corrects the time, and again when it is shown', async () => {
    const { author, id } = await reportedPost()
    const posts = async () =>
      Number(
        (await area.row('select post_count from private.post_counts where user_id = $1', [author.user.id]))?.post_count,
      )
    const since = (hidden_at: string | null) =>
      service(area.engine).from('newsfeed_posts').update({ hidden_at }).eq('id', id).select('id').single()
    await post(author)
    expectAllowed(await decide(area, id, { decision: 'hide' }))
    expect(await posts()).toBe(1)
    expectAllowed(await since('2026-01-01T12:00:00Z'))
    expect(await posts()).toBe(1)
    expectAllowed(await since(null))
    expect(await posts()).toBe(2)
  })

  it('is not changed by the author, who cannot show a hidden post', async () => {
    const { author, id } = await reportedPost()
    expectAllowed(await decide(area, id, { decision: 'hide' }))
    expect(
      (
        await author
          .from('newsfeed_posts')
          .update({ hidden_at: null } as never)
          .eq('id', id)
      ).error?.code,
    ).toBe('42501')
    await author.from('newsfeed_posts').update({ content: 'Again' }).eq('id', id)
    await author.from('newsfeed_posts').delete().eq('id', id)
    expect(
      await area.row(
        'select content <> $2 as kept, hidden_at is not null as hidden from public.newsfeed_posts where id = $1',
        [id, 'Again'],
      ),
    ).toEqual({ kept: true, hidden: true })
  })

  it('warns with the address of what it is about, and with its kind and the day once the author cannot open it', async () => {
    const { author, id } = await reportedPost()
    const warned = async () => (await inbox(author, 'warning'))[0]
    expectAllowed(await decide(area, id, { decision: 'warn', reason: 'Be kind.' }))
    expect(await warned()).toMatchObject({ excerpt: 'Be kind.', path: `/newsfeed/${id}`, details: { kind: 'post' } })
    expect((await warned())?.details).not.toHaveProperty('reported_at')
    await area.row('update public.newsfeed_posts set hidden_at = now() where id = $1', [id])
    expect(await warned()).toMatchObject({
      path: '/newsfeed',
      details: { kind: 'post', reported_at: expect.any(String) },
    })
    await area.row('update public.newsfeed_posts set hidden_at = null where id = $1', [id])
    expect(await warned()).toMatchObject({ path: `/newsfeed/${id}` })
    await author.from('newsfeed_posts').delete().eq('id', id).throwOnError()
    expect(await warned()).toMatchObject({ path: '/newsfeed', details: { reported_at: expect.any(String) } })

    const above = await post(area.other)
    const answer = await comment(author, above, 'You could not catch a cold.')
    for (const [kind, subject_id, path] of [
      ['comment', answer, `/newsfeed/${above}#comment-${answer}`],
      ['member', author.user.id, '/profile'],
    ] as const) {
      expectAllowed(await report(area.member, { kind, subject_id }))
      expectAllowed(await decide(area, subject_id, { decision: 'warn', reason: 'Once more.' }))
      expect((await inbox(author, 'warning')).find(({ details }) => details.kind === kind)).toMatchObject({ path })
    }
  })

  it('warns: the author reads the reason once, and not after it is undone', async () => {
    const { author, id } = await reportedPost()
    expectError(await decide(area, id, { decision: 'warn', reason: ' ' }), '22023')
    expectAllowed(await decide(area, id, { decision: 'warn', reason: 'Be kind to beginners.', hides: true }))
    expect(await inbox(author)).toMatchObject([
      { kind: 'warning', excerpt: 'Be kind to beginners.', details: { kind: 'post' }, actors: [] },
    ])
    expect(await sees(area.other, id)).toBe(false)
    expectAllowed(await reopen(area, id))
    expect(await inbox(author)).toEqual([])
    expect(await sees(area.other, id)).toBe(true)
  })

  it.each([1, 7, 30, null])(
    'suspends for %s days, by the rules of a suspension, and undoing lifts it',
    async (days) => {
      const { author, id } = await reportedPost()
      expectError(await decide(area, id, { decision: 'suspend', reason: 'Insults', days: 2 }), '22023')
      expect(await standing(author)).toMatchObject({ is_suspended: false })
      expectAllowed(await decide(area, id, { decision: 'suspend', reason: 'Insults', days }))
      expect(await standing(author)).toEqual({ is_suspended: true, reason: 'Insults', ends: days !== null })
      expect(expectAllowed(await author.rpc('my_suspension'))).toMatchObject([{ reason: 'Insults' }])
      expect((await trail(author)).map(({ action }) => action).toSorted()).toEqual(['decide_report', 'suspend'])
      expectAllowed(await reopen(area, id))
      expect(await standing(author)).toEqual({ is_suspended: false, reason: null, ends: false })
    },
  )

  it('to suspend for longer leaves the earlier suspension when it is undone, and also a later one', async () => {
    const { author, id } = await reportedPost()
    const ends_at = new Date(Date.now() + 86_400_000).toISOString()
    const earlier = { user_id: author.user.id, reason: 'Earlier' }
    await area.admin.rpc('suspend_member', { ...earlier, ends_at }).throwOnError()
    expectAllowed(await decide(area, id, { decision: 'suspend', reason: 'Again', days: 7 }))
    expect(await standing(author)).toEqual({ is_suspended: true, reason: 'Again', ends: true })
    expectAllowed(await reopen(area, id))
    expect(await standing(author)).toEqual({ is_suspended: true, reason: 'Earlier', ends: true })
    expectAllowed(await decide(area, id, { decision: 'suspend', reason: 'Again', days: 7 }))
    await area.admin.rpc('suspend_member', { ...earlier, reason: 'Later' }).throwOnError()
    expectAllowed(await reopen(area, id))
    expect(await standing(author)).toEqual({ is_suspended: true, reason: 'Later', ends: false })
  })

  it('about a member hides nothing', async () => {
    const author = await signUp(area.engine)
    expectAllowed(await report(area.member, { kind: 'member', subject_id: author.user.id }))
    for (const decision of ['hide', 'remove', 'banish'])
      expectError(await decide(area, author.user.id, { decision }), '22023')
    expectAllowed(await decide(area, author.user.id, { decision: 'warn', reason: 'Another picture, please' }))
    expect(await inbox(author, 'warning')).toHaveLength(1)
  })

  it('of two admins at the same moment counts once, and the other learns who was first', async () => {
    const second = await signUp(area.engine, { admin: true })
    const { author, id } = await reportedPost()
    const { id: caseId, version } = await caseOf(area, id)
    const act = (who: Persona, decision: string) => who.rpc('decide_report', { id: caseId, seen: version, decision })
    const answers = await Promise.all([act(area.admin, 'hide'), act(second, 'dismiss')])
    const lost = answers.filter(({ error }) => error)
    expect(lost).toHaveLength(1)
    const winner = answers[0]?.error ? second : area.admin
    expect(lost[0]?.error).toMatchObject({ code: 'RP004', details: winner.user.username })
    expect((await trail(author)).map(({ action }) => action)).toEqual(['decide_report'])
    expect((await caseOf(area, id)).decided_by).toBe(winner.user.username)
    // The same decision again by the same admin is the first one.
    const again = await act(winner, winner === second ? 'dismiss' : 'hide')
    expect(expectAllowed(again)).toBe(version + 1)
    expectError(await act(winner, 'remove'), 'RP004')
    expect(await trail(author)).toHaveLength(1)
  })

  it('and its undoing are refused without the version that was seen', async () => {
    const { author, id } = await reportedPost()
    const { id: caseId, version } = await caseOf(area, id)
    const none = { id: caseId, seen: null as never }
    expectError(await area.admin.rpc('decide_report', { ...none, decision: 'hide' }), '22023')
    expect(await caseOf(area, id)).toMatchObject({ decision: null, version })
    expectAllowed(await area.admin.rpc('decide_report', { id: caseId, seen: version, decision: 'hide' }))
    expectError(await area.admin.rpc('reopen_report', none), '22023')
    expect(await caseOf(area, id)).toMatchObject({ decision: 'hide', version: version + 1 })
    expect(await trail(author)).toHaveLength(1)
  })

  it('is about a case that there is, and leaves no trace of another', async () => {
    const { id } = await reportedPost()
    const none = crypto.randomUUID()
    const last = async () => (await area.row('select count(*)::int as count from private.audit_log'))?.count
    const before = await last()
    for (const decision of ['dismiss', 'hide'])
      expectError(await area.admin.rpc('decide_report', { id: none, seen: 0, decision }), 'PT404')
    expectError(await area.admin.rpc('reopen_report', { id: none, seen: 0 }), 'PT404')
    expectError(await area.admin.rpc('report_case', { id: none }), 'PT404')
    expect(await last()).toBe(before)
    expectAllowed(await decide(area, id, { decision: 'hide' }))
  })

  it('to warn or suspend needs an author, one to hide does not', async () => {
    const { author, id } = await reportedPost()
    // As in cases from before the next account of a person was known, whose author has left.
    await area.row('update private.report_cases set author_id = null where subject_id = $1', [id])
    for (const decision of ['warn', 'suspend'])
      expectError(await decide(area, id, { decision, reason: 'Insults' }), 'PT404')
    expect(await caseOf(area, id)).toMatchObject({ decision: null, version: 0 })
    expect(await standing(author)).toMatchObject({ is_suspended: false })
    expectAllowed(await decide(area, id, { decision: 'hide' }))
    expect(await sees(area.other, id)).toBe(false)
  })

  it('is undone for 90 days, in the version that was seen, unless it was reported again', async () => {
    const { id } = await reportedPost()
    expectAllowed(await decide(area, id, { decision: 'dismiss' }))
    const { id: caseId, version } = await caseOf(area, id)
    const undo = () => area.admin.rpc('reopen_report', { id: caseId, seen: version })
    expectError(await area.admin.rpc('reopen_report', { id: caseId, seen: version - 1 }), 'RP004')
    const decidedAgo = (days: number) =>
      area.row(
        'update private.report_cases set decided_at = now() - make_interval(secs => $2 * 86400.0) where id = $1',
        [caseId, days],
      )
    await decidedAgo(90.1)
    expect((await caseOf(area, id)).can_undo).toBe(false)
    expectError(await undo(), 'RP005')
    await decidedAgo(89.9)
    expect(expectAllowed(await undo())).toBe(version + 1)
    expect(expectAllowed(await undo())).toBe(version + 1)
    expectAllowed(await decide(area, id, { decision: 'dismiss' }))
    const decided = await caseOf(area, id)
    expectAllowed(await report(area.other, { subject_id: id }))
    expectError(await area.admin.rpc('reopen_report', { id: decided.id, seen: decided.version }), 'RP006')
    expectError(await area.admin.rpc('reopen_report', { id: crypto.randomUUID(), seen: 0 }), 'PT404')
  })
})

describe('those who reported', () => {
  it('are notified once that it was dealt with, and not how', async () => {
    const reporter = await signUp(area.engine)
    const { author, id } = await reportedPost(reporter)
    expectAllowed(await decide(area, id, { decision: 'suspend', reason: 'Insults', days: 7, hides: true }))
    const told = await inbox(reporter)
    expect(told).toMatchObject([{ kind: 'report_decided', title: null, excerpt: null, details: { kind: 'post' } }])
    expect(JSON.stringify(told)).not.toContain(author.user.id)
    expect(await inbox(author, 'report_decided')).toEqual([])
    await readAll(reporter)
    expectAllowed(await reopen(area, id))
    expect(await inbox(reporter)).toEqual([])
    expectAllowed(await decide(area, id, { decision: 'dismiss' }))
    expect(await inbox(reporter)).toHaveLength(1)
    expect(await unread(reporter)).toBe(0)
  })

  it('learn which report it was: the thing while they can open it, and nothing of it while they cannot', async () => {
    const reporter = await signUp(area.engine)
    const { author, id } = await reportedPost(reporter)
    const above = await post(area.other)
    const answer = await comment(author, above, 'You could not catch a cold.')
    expectAllowed(await report(reporter, { kind: 'comment', subject_id: answer }))
    expectAllowed(await report(reporter, { kind: 'member', subject_id: author.user.id }))
    for (const subject of [id, answer, author.user.id])
      expectAllowed(await decide(area, subject, { decision: 'dismiss' }))
    const told = async () => new Map((await inbox(reporter, 'report_decided')).map((row) => [row.details.kind, row]))
    const shown = await told()
    const { username } = author.user
    expect(shown.get('post')).toMatchObject({
      title: username,
      excerpt: expect.stringContaining('Tench'),
      path: `/newsfeed/${id}`,
    })
    expect(shown.get('comment')).toMatchObject({
      title: username,
      excerpt: 'You could not catch a cold.',
      path: `/newsfeed/${above}#comment-${answer}`,
    })
    expect(shown.get('member')).toMatchObject({ title: username, excerpt: null, path: `/members/${username}` })
    await area.row('update public.newsfeed_posts set hidden_at = now() where id = $1', [above])
    expect((await told()).get('comment')).toMatchObject({ title: null, excerpt: null, path: '/newsfeed' })
    await area.row('update public.profiles set is_suspended = true where id = $1', [author.user.id])
    const hidden = [...(await told()).values()]
    expect(hidden).toHaveLength(3)
    expect(hidden.map(({ details }) => typeof details.reported_at)).toEqual(['string', 'string', 'string'])
    for (const text of [username, id, answer, 'Tench', 'catch a cold'])
      expect(JSON.stringify(hidden)).not.toContain(text)
    await area.row('update public.profiles set is_suspended = false where id = $1', [author.user.id])
    await area.row('update public.profiles set is_suspended = true where id = $1', [reporter.user.id])
    expect((await told()).get('post')).toMatchObject({ title: null, excerpt: null, path: '/newsfeed' })
  })

  it('are not betrayed by the author’s own data when their reports are dismissed', async () => {
    const { author, id } = await reportedPost()
    expectAllowed(await decide(area, id, { decision: 'dismiss' }))
    expect(await trail(author)).toMatchObject([{ action: 'decide_report' }])
    expect(expectAllowed(await author.rpc('my_data'))).toMatchObject({ admins_did: [], moderation: [] })
  })

  it('stay unknown to the author', async () => {
    const { author, id } = await reportedPost()
    expectAllowed(await decide(area, id, { decision: 'warn', reason: 'No insults' }))
    const all = JSON.stringify([await inbox(author), expectAllowed(await author.rpc('my_data'))])
    expect(all).toContain('No insults')
    expect(all).not.toContain(area.member.user.id)
    expect(all).not.toContain(area.member.user.username)
    expect(all).not.toContain('Look at this')
  })
})

describe('notifications about hidden content', () => {
  it('go and come with it', async () => {
    const author = await signUp(area.engine)
    const id = await post(author)
    const answer = await comment(area.other, id)
    expect(await unread(author)).toBe(1)
    expectAllowed(await report(area.member, { kind: 'comment', subject_id: answer }))
    expectAllowed(await decide(area, answer, { decision: 'hide' }))
    expect(await unread(author)).toBe(0)
    expect(await inbox(author)).toEqual([])
    expectAllowed(await reopen(area, answer))
    expect(await inbox(author, 'comment')).toHaveLength(1)
  })
})

describe('live topics', () => {
  it('say to admins and to no member that a report was sent, and nothing when it was refused', async () => {
    const live = await hearLive(area.engine)
    try {
      const author = await signUp(area.engine)
      const id = await post(author)
      await live.flushed()
      expectError(await report(author, { subject_id: id }), 'RP002')
      expect(await live.flushed()).toEqual([])
      expectAllowed(await report(area.member, { subject_id: id }))
      const said = await live.flushed()
      expect(said.filter(({ topic }) => !topic.startsWith('member:'))).toEqual(
        ['admin', 'moderation'].map((topic) => ({ topic, message: { tables: ['reports'] } })),
      )
      // The bell of the team.
      const team = await area.engine.owner.query('select id from public.profiles where is_admin or is_moderator')
      expect(
        said
          .map(({ topic }) => topic)
          .filter((topic) => topic.startsWith('member:'))
          .toSorted(),
      ).toEqual(team.map(({ id }) => `member:${id}`).toSorted())
    } finally {
      await live.close()
    }
  })

  it('list a hidden post or comment as gone, and as changed when it is shown again', async () => {
    const live = await hearLive(area.engine)
    const on = (said: Awaited<ReturnType<typeof live.flushed>>, topic: string) =>
      said.filter((one) => one.topic === topic).map(({ message }) => message)
    try {
      const { id } = await reportedPost()
      const answer = await comment(area.other, id)
      expectAllowed(await report(area.member, { kind: 'comment', subject_id: answer }))
      await live.flushed()
      expectAllowed(await decide(area, answer, { decision: 'hide' }))
      const hidden = await live.flushed()
      expect(on(hidden, `post:${id}`)).toEqual([{ comments: [], gone: [answer] }])
      expect(on(hidden, 'feed')).toEqual([{ numbers: { [id]: [0, 0, 0, 0, 0, 0] }, changed: [id] }])
      expect(JSON.stringify(on(hidden, 'admin'))).toContain('report_cases')
      expectAllowed(await reopen(area, answer))
      const shown = await live.flushed()
      expect(on(shown, `post:${id}`)).toMatchObject([{ comments: [{ id: answer }], gone: [] }])
      expectAllowed(await decide(area, id, { decision: 'hide' }))
      const gone = await live.flushed()
      expect(on(gone, 'feed')).toEqual([{ gone: [id] }])
      expect(on(gone, `post:${id}`)).toEqual([])
      // What happens to a hidden post is not announced.
      await area.row(`update public.newsfeed_posts set content = 'Edited' where id = $1`, [id])
      expect(on(await live.flushed(), 'feed')).toEqual([])
      expectAllowed(await reopen(area, id))
      expect(on(await live.flushed(), 'feed')).toEqual([{ changed: [id] }])
    } finally {
      await live.close()
    }
  })

  it('do not announce a decision that hides nothing, or its undoing', async () => {
    const author = await signUp(area.engine)
    const id = await post(author)
    const answer = await comment(area.other, id)
    for (const sent of [
      { kind: 'post', subject_id: id },
      { kind: 'comment', subject_id: answer },
    ])
      expectAllowed(await report(area.member, sent))
    const live = await hearLive(area.engine)
    // Whoever reported, and the team, hear of a decision, and that it no longer stands.
    const team = await area.engine.owner.query('select id from public.profiles where is_admin or is_moderator')
    const knowing = ['admin', 'moderation', ...[area.member.user, ...team].map(({ id }) => `member:${id}`)]
    const told = async () =>
      (await live.flushed()).map(({ topic }) => topic).filter((topic) => !knowing.includes(topic))
    try {
      await live.flushed()
      for (const subjectId of [id, answer]) {
        expectAllowed(await decide(area, subjectId, { decision: 'dismiss' }))
        expect(await told()).toEqual([])
        expectAllowed(await reopen(area, subjectId))
        expect(await told()).toEqual([])
      }
      // A notification of what was hidden goes.
      expectAllowed(await decide(area, answer, { decision: 'hide' }))
      expect(await told()).toContain(`member:${author.user.id}`)
    } finally {
      await live.close()
    }
  })
})
