import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { guest, type Persona, service, signUp } from '../../../test-support/personas.ts'
import { expectAllowed, expectDenied, expectError } from '../support/denied.ts'
import { type MemberArea, openMemberArea } from '../support/member-area.ts'

let area: MemberArea
let member: Persona
beforeAll(async () => {
  area = await openMemberArea()
  member = await signUp(area.engine)
})
afterAll(() => area.engine.close())

interface Note {
  id: string
  content: string
  author: string | null
}
interface MemberRecord {
  rank: number | null
  posts: number
  entries: number
  last_seen_at: string | null
  invited_by: string | null
  friends: number
  suspension: { reason: string; ends_at: string | null } | null
  notes: Note[]
  points: { count: number; newest: { reason: string; points: number }[]; weeks: number[] }
  reports: { count: number; newest: { kind: string }[]; sent: number; warnings: number } | null
  badges: { name: string }[]
  prizes: { title: string; status: string }[]
}

const recordOf = async (who: { user: { id: string } }, by: Pick<Persona, 'rpc'> = area.admin) =>
  expectAllowed(await by.rpc('member_record', { user_id: who.user.id })) as unknown as MemberRecord
const note = (content: string, who: { user: { id: string } } = member, request_id: string = randomUUID()) => ({
  member_id: who.user.id,
  content,
  request_id,
})
const notesAbout = (who: { user: { id: string } }) =>
  area.engine.owner.query('select content from private.team_notes where member_id = $1', [who.user.id])
const trail = (who: { user: { id: string } }) =>
  area.engine.owner.query(
    `select action, details from private.audit_log where subject_id = $1 and action like '%\\_note' order by created_at`,
    [who.user.id],
  )

describe('member_record', () => {
  it('is for admins only', async () => {
    for (const persona of [guest(area.engine), member, area.suspended, service(area.engine)])
      expectDenied(await persona.rpc('member_record', { user_id: area.other.user.id }))
    expect(await recordOf(area.other)).toMatchObject({ notes: [] })
    expectError(await area.admin.rpc('member_record', { user_id: randomUUID() }), 'PT404')
  })

  it('counts what a member has, and names who brought them', async () => {
    const ref = await signUp(area.engine)
    const tom = await signUp(area.engine, { data: { referrer_id: ref.user.id } })
    await area.givePoints(tom, 100)
    expectAllowed(
      await area.admin.from('points_log').insert({ user_id: tom.user.id, points_change: -30, reason: 'Late' }),
    )
    await area.row(`insert into public.newsfeed_posts (user_id, content) values ($1, 'My words')`, [tom.user.id])
    await area.row(
      `with b as (insert into public.badges (name, description) values ('Night heron', 'Up late') returning id)
       insert into public.user_badges (user_id, badge_id) select $1, id from b`,
      [tom.user.id],
    )
    await area.row(
      `with p as (insert into public.prize_packages (name) values ('Rod bag') returning id),
            i as (insert into public.prize_items (package_id, title, type, quantity) select id, 'Rod bag', 'physical', 2 from p
              returning id)
       insert into public.prize_awards (user_id, item_id) select $1, id from i`,
      [tom.user.id],
    )
    const record = await recordOf(tom)
    expect(record).toMatchObject({
      // What was written, and the posts about the badge and the prize.
      posts: 3,
      entries: 0,
      friends: 0,
      invited_by: ref.user.username,
      suspension: null,
      points: { newest: [{ reason: 'Late', points: -30 }, { points: 100 }] },
      reports: { count: 0, newest: [], sent: 0, warnings: 0 },
      badges: [{ name: 'Night heron' }],
      prizes: [{ title: 'Rod bag', status: 'assigned' }],
    })
    expect(record.rank).toBeGreaterThan(0)
    expect(record.last_seen_at).not.toBeNull()
    expect(record.points.weeks).toEqual([...Array(11).fill(0), 70])
    const old = await area.row(
      `update public.points_log set created_at = now() - interval '20 days' where user_id = $1 and reason = 'Late' returning id`,
      [tom.user.id],
    )
    expect(old).toBeDefined()
    expect((await recordOf(tom)).points.weeks).toEqual([...Array(9).fill(0), -30, 0, 100])
    // What was given for a reward is no loss of a week.
    await area.row(
      `insert into public.points_log (user_id, points_change, reason, kind, source_key)
        values ($1, -40, 'Reward: Net', 'reward', $2)`,
      [tom.user.id, randomUUID()],
    )
    expect((await recordOf(tom)).points.weeks).toEqual([...Array(9).fill(0), -30, 0, 100])
  })

  it('shows the suspension of a member, who then has no rank', async () => {
    const tom = await signUp(area.engine)
    await area.givePoints(tom, 5)
    expectAllowed(await area.admin.rpc('suspend_member', { user_id: tom.user.id, reason: 'Insults' }))
    expect(await recordOf(tom)).toMatchObject({ rank: null, suspension: { reason: 'Insults', ends_at: null } })
  })

  it('counts reports about a member and by them, but not for an admin who is linked to one', async () => {
    const [tom, reporter, promoted] = await Promise.all([
      signUp(area.engine, { admin: true }),
      signUp(area.engine),
      signUp(area.engine),
    ])
    expectAllowed(await reporter.rpc('send_report', { kind: 'member', subject_id: tom.user.id, reason: 'abuse' }))
    expect(await recordOf(tom)).toMatchObject({ reports: { count: 1, newest: [{ kind: 'member' }], sent: 0 } })
    expect(await recordOf(reporter)).toMatchObject({ reports: { count: 0, sent: 1 } })
    expectAllowed(await tom.from('profiles').update({ is_admin: true }).eq('id', promoted.user.id).select())
    expect((await recordOf(tom, promoted)).reports).toBeNull()
    expect((await recordOf(tom)).reports?.count).toBe(1)
  })

  it('does not count a report about the admin who looks, whom it would tell who sent it', async () => {
    const [tom, reporter, promoted] = await Promise.all([
      signUp(area.engine, { admin: true }),
      signUp(area.engine),
      signUp(area.engine),
    ])
    expectAllowed(await reporter.rpc('send_report', { kind: 'member', subject_id: tom.user.id, reason: 'abuse' }))
    expectAllowed(await tom.from('profiles').update({ is_admin: true }).eq('id', promoted.user.id).select())
    const sentBy = async (who: Persona) => (await recordOf(reporter, who)).reports?.sent
    for (const who of [tom, promoted]) expect(await sentBy(who)).toBe(0)
    expect(await sentBy(area.admin)).toBe(1)
  })

  it('has the warnings and decided reports of a member', async () => {
    const [tom, reporter] = await Promise.all([signUp(area.engine), signUp(area.engine)])
    expectAllowed(await reporter.rpc('send_report', { kind: 'member', subject_id: tom.user.id, reason: 'abuse' }))
    await area.row(
      `update private.report_cases set decision = 'warn', decided_at = now(), decided_by = $2, reason = 'Insults'
       where author_id = $1`,
      [tom.user.id, area.admin.user.id],
    )
    expect(await recordOf(tom)).toMatchObject({ reports: { count: 1, warnings: 1, decided: 1, upheld: 1 } })
  })

  it('is never of the caller or another account of the same person', async () => {
    const address = `own-${randomUUID().slice(0, 8)}@example.com`
    const admin = await signUp(area.engine, { admin: true })
    const second = await signUp(area.engine)
    for (const { user } of [admin, second])
      await area.row(
        `insert into private.account_addresses (account_id, address_hash, mailbox_hash, is_proved)
         values ($1, private.exact_address_hash($2), private.address_hash($2), true) on conflict do nothing`,
        [user.id, address],
      )
    for (const who of [admin, second]) {
      expectError(await admin.rpc('member_record', { user_id: who.user.id }), 'MR001')
      expectError(await admin.rpc('add_team_note', note('Fine fellow', who)), 'MR001')
    }
    expect(await notesAbout(second)).toEqual([])
    expectAllowed(await area.admin.rpc('add_team_note', note('Two accounts', second)))
    const [{ id }] = (await recordOf(second)).notes as [Note]
    expectError(await admin.rpc('delete_team_note', { id }), 'MR001')
    expect(await notesAbout(second)).toEqual([{ content: 'Two accounts' }])
  })
})

describe('notes of the team', () => {
  it('are written and deleted by admins, and read by nobody else', async () => {
    for (const persona of [guest(area.engine), member, area.suspended, service(area.engine)])
      expectDenied(await persona.rpc('add_team_note', note('Let me in')))
    expect(await notesAbout(member)).toEqual([])
    const id = expectAllowed(await area.admin.rpc('add_team_note', note('  Rang on Saturday.\n ')))
    expect((await recordOf(member)).notes).toMatchObject([
      { id, content: 'Rang on Saturday.', author: area.admin.user.username },
    ])
    expect(JSON.stringify(expectAllowed(await member.rpc('my_data')))).not.toContain('Rang on Saturday')
    for (const persona of [guest(area.engine), member, area.suspended, service(area.engine)])
      expectDenied(await persona.rpc('delete_team_note', { id }))
    expect(await notesAbout(member)).toHaveLength(1)
    expect((await area.admin.rpc('delete_team_note', { id })).error).toBeNull()
    expect((await area.admin.rpc('delete_team_note', { id })).error).toBeNull()
    expect(await notesAbout(member)).toEqual([])
    expect(await trail(member)).toEqual([
      { action: 'add_note', details: {} },
      { action: 'delete_note', details: {} },
    ])
  })

  it('are written once for each request', async () => {
    const tom = await signUp(area.engine)
    const sent = note('Once', tom)
    const id = expectAllowed(await area.admin.rpc('add_team_note', sent))
    expect(expectAllowed(await area.admin.rpc('add_team_note', sent))).toBe(id)
    expect(await notesAbout(tom)).toEqual([{ content: 'Once' }])
    const badge = { name: `Heron ${randomUUID().slice(0, 8)}`, description: 'Waits', request_id: randomUUID() }
    expectAllowed(await area.admin.from('badges').insert(badge).select('id').single())
    expectError(await area.admin.rpc('add_team_note', note('Other', tom, badge.request_id)), 'PT409')
    expect(await notesAbout(tom)).toHaveLength(1)
  })

  it('have a text of 1,000 characters at most, without invisible ones', async () => {
    const tom = await signUp(area.engine)
    expectError(await area.admin.rpc('add_team_note', note(' \n ', tom)), '22023')
    expectError(await area.admin.rpc('add_team_note', note('x'.repeat(1001), tom)), '23514')
    expectError(await area.admin.rpc('add_team_note', note('a\u202eb', tom)), '23514')
    expectError(await area.admin.rpc('add_team_note', note('Who?', { user: { id: randomUUID() } })), 'PT404')
    expect(await notesAbout(tom)).toEqual([])
    expectAllowed(await area.admin.rpc('add_team_note', note('x'.repeat(1000), tom)))
  })

  it('stay without a name when their author has gone, and go with the member', async () => {
    const [author, tom] = await Promise.all([signUp(area.engine, { admin: true }), signUp(area.engine)])
    expectAllowed(await author.rpc('add_team_note', note('Helps with the nets', tom)))
    expectAllowed(await area.admin.rpc('delete_user', { user_id: author.user.id }))
    expect((await recordOf(tom)).notes).toMatchObject([{ content: 'Helps with the nets', author: null }])
    await area.row('delete from auth.users where id = $1', [tom.user.id])
    expect(await notesAbout(tom)).toEqual([])
  })
})
