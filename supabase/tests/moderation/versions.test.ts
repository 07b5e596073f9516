import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Persona, signUp } from '../../../test-support/personas.ts'
import { expectAllowed, expectError } from '../support/denied.ts'
import { type MemberArea, openMemberArea } from '../support/member-area.ts'
import { caseOf, comment, decide, joined, post, reopen, report } from './case.ts'

// What was reported changes, and may be reported again.

let area: MemberArea
beforeAll(async () => {
  area = await openMemberArea()
})
afterAll(() => area.engine.close())

const edit = (who: Persona, id: string, content: string) =>
  who.from('newsfeed_posts').update({ content }).eq('id', id).throwOnError()
const said = async (subjectId: string) =>
  (
    await area.engine.owner.query<{ said: string }>(
      'select said from private.reports where subject_id = $1 order by created_at',
      [subjectId],
    )
  ).map((one) => one.said)
const isHidden = async (id: string) =>
  (await area.row('select hidden_at is not null as hidden from public.newsfeed_posts where id = $1', [id]))?.hidden
const decidedAgo = (subjectId: string, days: number) =>
  area.row(
    'update private.report_cases set decided_at = now() - make_interval(secs => $2 * 86400.0) where subject_id = $1',
    [subjectId, days],
  )
const leave = async (who: Persona) =>
  expect(expectAllowed(await who.rpc('delete_own_account', { password: who.user.password }))).toBe(true)

describe('a decision', () => {
  it('is refused when the text or a picture was changed since the admin saw the case', async () => {
    const author = await signUp(area.engine)
    const id = await post(author, 'Go and drown')
    const answer = await comment(author, id, 'Drown')
    const reported = [
      { kind: 'post', subject_id: id },
      { kind: 'comment', subject_id: answer },
      { kind: 'member', subject_id: author.user.id },
    ]
    for (const sent of reported) expectAllowed(await report(area.member, sent))
    const seen = await Promise.all(reported.map(({ subject_id }) => caseOf(area, subject_id)))
    const decideAsSeen = ({ id: case_id, version, shown }: (typeof seen)[number]) =>
      area.admin.rpc('decide_report', { id: case_id, seen: version, shown, decision: 'dismiss' })
    await edit(author, id, 'Good morning')
    await author.from('newsfeed_comments').update({ content: 'Well in' }).eq('id', answer).throwOnError()
    await author
      .from('profiles')
      .update({ fishing_photos: [await area.file(author, 'fishing-photos')] })
      .eq('id', author.user.id)
      .throwOnError()
    for (const found of seen) expectError(await decideAsSeen(found), 'RP008')
    for (const { subject_id } of reported) {
      expect(await caseOf(area, subject_id)).toMatchObject({ decision: null })
      const now = await caseOf(area, subject_id)
      expectAllowed(await decideAsSeen(now))
      // The same decision once more: its answer was lost.
      if (subject_id === id) await edit(author, id, 'Go and drown')
      expect(expectAllowed(await decideAsSeen(now))).toBe(now.version + 1)
    }
  })

  it('is refused when what was in one field is in another now', async () => {
    const author = await signUp(area.engine)
    const change = (values: object) => author.from('profiles').update(values).eq('id', author.user.id).throwOnError()
    const photo = await area.file(author, 'fishing-photos')
    const decideAsSeen = ({ id, version, shown }: Awaited<ReturnType<typeof caseOf>>) =>
      area.admin.rpc('decide_report', { id, seen: version, shown, decision: 'dismiss' })
    await change({ fishing_area: 'Drown', bio: '' })
    expectAllowed(await report(area.member, { kind: 'member', subject_id: author.user.id }))
    const inArea = await caseOf(area, author.user.id)
    await change({ fishing_area: '', bio: 'Drown' })
    expectError(await decideAsSeen(inArea), 'RP008')
    await change({ bio: `Drown ${new URL(photo).pathname}` })
    const inBio = await caseOf(area, author.user.id)
    await change({ bio: 'Drown', fishing_photos: [photo] })
    expectError(await decideAsSeen(inBio), 'RP008')
    expectAllowed(await decideAsSeen(await caseOf(area, author.user.id)))
  })

  it('about what is deleted is made by those who saw that it is', async () => {
    const author = await signUp(area.engine)
    const [before, after] = [await post(author), await post(author)]
    for (const subject_id of [before, after]) expectAllowed(await report(area.member, { subject_id }))
    const seen = await caseOf(area, before)
    for (const id of [before, after]) await author.from('newsfeed_posts').delete().eq('id', id).throwOnError()
    const { id, version, shown } = seen
    expectError(await area.admin.rpc('decide_report', { id, seen: version, shown, decision: 'dismiss' }), 'RP008')
    expectAllowed(await decide(area, after, { decision: 'dismiss' }))
  })

  it('that hides the text, or is about its author, is made whatever the text has become', async () => {
    const decisions = [
      { decision: 'hide' },
      { decision: 'remove' },
      { decision: 'warn', hides: true, reason: 'Be kind' },
      { decision: 'suspend', days: 1, reason: 'Be kind' },
    ]
    for (const decision of decisions) {
      const author = await signUp(area.engine)
      const id = await post(author, 'Go and drown')
      expectAllowed(await report(area.member, { subject_id: id }))
      const { id: case_id, version, shown } = await caseOf(area, id)
      await edit(author, id, 'Go and drown now')
      const decideOn = (sent: object) => area.admin.rpc('decide_report', { id: case_id, seen: version, shown, ...sent })
      expectError(await decideOn({ decision: 'warn', reason: 'Be kind' }), 'RP008')
      expectAllowed(await decideOn(decision))
      expect(await caseOf(area, id)).toMatchObject({ decision: decision.decision })
    }
  })

  it('and an edit at the same moment come one after the other', async () => {
    const author = await signUp(area.engine)
    const id = await post(author, 'Good morning')
    expectAllowed(await report(area.member, { subject_id: id }))
    const found = await caseOf(area, id)
    const editing = new pg.Client(area.engine.databaseUrl)
    await editing.connect()
    try {
      await editing.query('begin')
      await editing.query(`update public.newsfeed_posts set content = 'Go and drown' where id = $1`, [id])
      const { version, shown } = found
      const deciding = area.admin
        .rpc('decide_report', { id: found.id, seen: version, shown, decision: 'dismiss' })
        .then()
      await expect
        .poll(() =>
          area.engine.owner.query(
            `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
          ),
        )
        .toHaveLength(1)
      await editing.query('commit')
      expectError(await deciding, 'RP008')
    } finally {
      await editing.end()
    }
  })
})

describe('a reporter', () => {
  it('reports a text again when it is another, and no version twice', async () => {
    const author = await signUp(area.engine)
    const id = await post(author, 'Good morning')
    expectAllowed(await report(area.member, { subject_id: id }))
    expectAllowed(await decide(area, id, { decision: 'dismiss' }))
    expectError(await report(area.member, { subject_id: id }), 'RP001')
    await edit(author, id, 'Go and drown')
    expectAllowed(await report(area.member, { subject_id: id }))
    expectError(await report(area.member, { subject_id: id }), 'RP001')
    expect(await caseOf(area, id)).toMatchObject({ reports: 1, decision: null, said: 'Go and drown' })
    // In an open case too.
    await edit(author, id, 'Drown, all of you')
    expectAllowed(await report(area.member, { subject_id: id }))
    await edit(author, id, 'Good morning')
    expectError(await report(area.member, { subject_id: id }), 'RP001')
    expect(await said(id)).toEqual(['Good morning', 'Go and drown', 'Drown, all of you'])
  })

  it('does so with another account too, and reports no version twice with it', async () => {
    const author = await signUp(area.engine)
    const answer = await comment(author, await post(author), 'Well in')
    const first = await signUp(area.engine, { email: `${randomUUID()}@gmail.com` })
    const sent = { kind: 'comment', subject_id: answer }
    expectAllowed(await report(first, sent))
    await leave(first)
    const second = await signUp(area.engine, { email: first.user.email })
    expectError(await report(second, sent), 'RP001')
    await area.admin.from('newsfeed_comments').update({ content: 'Drown' }).eq('id', answer).throwOnError()
    expectAllowed(await report(second, sent))
    expectError(await report(second, sent), 'RP001')
    expect(await said(answer)).toEqual(['Well in', 'Drown'])
  })

  it('reports a member again 30 days after the decision, or when the profile is another', async () => {
    const author = await signUp(area.engine)
    const sent = { kind: 'member', subject_id: author.user.id }
    expectAllowed(await report(area.member, sent))
    expectError(await report(area.member, sent), 'RP001')
    expectAllowed(await decide(area, author.user.id, { decision: 'warn', reason: 'Be kind' }))
    await decidedAgo(author.user.id, 29.9)
    expectError(await report(area.member, sent), 'RP001')
    await decidedAgo(author.user.id, 30.1)
    expectAllowed(await report(area.member, sent))
    expectError(await report(area.member, sent), 'RP001')
    await author.from('profiles').update({ bio: 'I bite' }).eq('id', author.user.id).throwOnError()
    expectAllowed(await report(area.member, sent))
    expectError(await report(area.member, sent), 'RP001')
    expect(await said(author.user.id)).toHaveLength(3)
  })

  it('does not report a post again because a decision is old', async () => {
    const id = await post(await signUp(area.engine))
    expectAllowed(await report(area.member, { subject_id: id }))
    expectAllowed(await decide(area, id, { decision: 'dismiss' }))
    await decidedAgo(id, 31)
    expectError(await report(area.member, { subject_id: id }), 'RP001')
  })

  it('of the same person, at the same moment, reports one version once', async () => {
    const author = await signUp(area.engine)
    for (let round = 0; round < 5; round++) {
      const id = await post(author)
      const answers = await Promise.all([1, 2, 3].map(() => report(area.member, { subject_id: id })))
      expect(answers.map(({ error }) => error?.code ?? 'sent').toSorted()).toEqual(['RP001', 'RP001', 'sent'])
      expect(await said(id)).toHaveLength(1)
    }
  })
})

/** Texts in turn of a post, a comment and a profile, and how each is reported. */
const PLACES = {
  post: async (author: Persona) => {
    const id = await post(author, 'First')
    return { kind: 'post', subject_id: id, set: (text: string) => edit(author, id, text) }
  },
  comment: async (author: Persona) => {
    const id = await comment(author, await post(area.other), 'First')
    const set = (content: string) => author.from('newsfeed_comments').update({ content }).eq('id', id).throwOnError()
    return { kind: 'comment', subject_id: id, set }
  },
  member: async (author: Persona) => {
    const set = (bio: string) => author.from('profiles').update({ bio }).eq('id', author.user.id).throwOnError()
    await set('First')
    return { kind: 'member', subject_id: author.user.id, set }
  },
}

describe.each(Object.entries(PLACES))('a reported %s that is edited and reported by a friend', (_, place) => {
  it('shows admins both versions, and which is the one of today', async () => {
    const [author, friend, third] = [await signUp(area.engine), await signUp(area.engine), await signUp(area.engine)]
    const { set, ...sent } = await place(author)
    for (const who of [area.member, third]) expectAllowed(await report(who, { ...sent, words: 'Him again' }))
    await set('Second')
    expectAllowed(await report(friend, sent))
    const found = await caseOf(area, sent.subject_id)
    expect(found.versions).toMatchObject([
      { said: expect.stringContaining('First'), reports: 2, was_shown: false },
      { said: expect.stringContaining('Second'), reports: 1, was_shown: true },
    ])
    expect(found.said).toContain('First')
    expect(found.now?.text).toContain('Second')
    expect(found.reported.map(({ version }) => version)).toEqual([1, 1, 2])
    const [listed] = (
      expectAllowed(await area.admin.rpc('report_queue', { list: 'open' })) as {
        id: string
        excerpt: string
      }[]
    ).filter(({ id }) => id === found.id)
    expect(listed?.excerpt).toContain('First')
  })

  it('can be reported again when the first version comes back, and not as what was decided', async () => {
    const [author, friend] = [await signUp(area.engine), await signUp(area.engine)]
    const { set, ...sent } = await place(author)
    expectAllowed(await report(area.member, sent))
    await set('Second')
    expectAllowed(await report(friend, sent))
    expectAllowed(await decide(area, sent.subject_id, { decision: 'dismiss' }))
    expect((await caseOf(area, sent.subject_id)).versions.map(({ was_shown }) => was_shown)).toEqual([false, true])
    expectError(await report(friend, sent), 'RP001')
    await set('First')
    expectAllowed(await report(area.member, sent))
    expectError(await report(area.member, sent), 'RP001')
    // Decided as it is shown, it is answered, also when it was another in between.
    expectAllowed(await decide(area, sent.subject_id, { decision: 'dismiss' }))
    await set('Third')
    await set('First')
    expectError(await report(area.member, sent), 'RP001')
  })
})

it('a decision about another version is not held against the reporters, one about theirs is', async () => {
  const isHeeded = async ({ user }: Persona) =>
    (await area.row('select private.is_heeded_reporter($1) as heeded', [user.id]))?.heeded
  const [author, friend, honest] = [await signUp(area.engine), await signUp(area.engine), await signUp(area.engine)]
  for (let round = 0; round < 3; round++) {
    const id = await post(author, 'First')
    expectAllowed(await report(honest, { subject_id: id }))
    await edit(author, id, 'Second')
    expectAllowed(await report(friend, { subject_id: id }))
    expectAllowed(await decide(area, id, { decision: 'dismiss' }))
  }
  expect(await isHeeded(honest)).toBe(true)
  expect(await isHeeded(friend)).toBe(false)
})

it('an undone decision answers no version', async () => {
  const [author, friend] = [await signUp(area.engine), await signUp(area.engine)]
  const id = await post(author, 'First')
  expectAllowed(await report(area.member, { subject_id: id }))
  await edit(author, id, 'Second')
  expectAllowed(await report(friend, { subject_id: id }))
  expectAllowed(await decide(area, id, { decision: 'dismiss' }))
  expectAllowed(await reopen(area, id))
  await edit(author, id, 'First')
  expectError(await report(area.member, { subject_id: id }), 'RP001')
  expect((await caseOf(area, id)).versions.map(({ was_shown }) => was_shown)).toEqual([true, false])
})

describe('toward hiding', () => {
  it('reporters of a version that comes back after a decision about another count again', async () => {
    const author = await signUp(area.engine)
    const id = await post(author, 'Go and drown')
    const some = await joined(area, 8, 3)
    for (const who of some.slice(0, 2)) expectAllowed(await report(who, { subject_id: id }))
    await edit(author, id, 'Good morning')
    expectAllowed(await report(await signUp(area.engine), { subject_id: id }))
    expectAllowed(await decide(area, id, { decision: 'dismiss' }))
    await edit(author, id, 'Go and drown')
    for (const who of some) expectAllowed(await report(who, { subject_id: id }))
    expect(await isHidden(id)).toBe(true)
  })

  it('reporters of an earlier version count for another one, each once', async () => {
    const author = await signUp(area.engine)
    const id = await post(author, 'Good morning')
    const some = await joined(area, 8, 3)
    const reportAll = async (by: Persona[]) => {
      for (const who of by) expectAllowed(await report(who, { subject_id: id }))
    }
    await reportAll(some)
    expect(await isHidden(id)).toBe(true)
    expectAllowed(await decide(area, id, { decision: 'dismiss' }))
    await edit(author, id, 'Go and drown')
    await reportAll(some.slice(0, 2))
    // Two persons are two, with however many versions.
    await edit(author, id, 'Drown, all of you')
    await reportAll(some.slice(0, 2))
    expect(await isHidden(id)).toBe(false)
    await reportAll(some.slice(2))
    expect(await isHidden(id)).toBe(true)
  })
})
