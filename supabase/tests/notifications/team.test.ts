import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Persona, signUp } from '../../../test-support/personas.ts'
import { caseOf, comment, decide, post, reopen, report } from '../moderation/case.ts'
import { expectAllowed, expectError } from '../support/denied.ts'
import { hearLive } from '../support/live-messages.ts'
import { type MemberArea, openMemberArea } from '../support/member-area.ts'
import { inbox } from './inbox.ts'

// What admins and moderators are told: a report to decide, and their new role.

let area: MemberArea
let moderator: Persona
let colleague: Persona
beforeAll(async () => {
  area = await openMemberArea()
  moderator = await signUp(area.engine, { moderator: true })
  colleague = await signUp(area.engine, { moderator: true })
})
afterAll(() => area.engine.close())

/** The notification of the case about a subject. */
async function told(who: Persona, subjectId: string) {
  const { id } = await caseOf(area, subjectId)
  return (await inbox(who, 'report_made')).filter((row) => row.subject_id === id)
}
/** How many messages wait to be sent about the case of a subject, by member. */
async function sent(subjectId: string): Promise<Record<string, number>> {
  const { id } = await caseOf(area, subjectId)
  for (let turn = 0; turn < 20; turn += 1) {
    const done = await area.row('select private.spread_outbox() as count')
    if (done?.count === 0) break
  }
  const rows = await area.engine.owner.query(
    `select o.user_id, count(*)::integer from private.outbox as o
        join private.notifications as n on n.id = o.notification_id
      where n.subject_id = $1 and n.kind = 'report_made' group by o.user_id`,
    [id],
  )
  return Object.fromEntries(rows.map(({ user_id, count }) => [user_id, count]))
}
const role = (who: Persona, values: object, by = area.admin) =>
  by.from('profiles').update(values).eq('id', who.user.id).select('id')

describe('a report to decide', () => {
  it('is notified to admins and moderators while it is open, without the reporter and the words', async () => {
    const author = await signUp(area.engine)
    const id = await post(author, 'Selling day tickets')
    expectAllowed(await report(area.member, { subject_id: id, words: 'Advertising again' }))
    expectAllowed(await report(area.other, { subject_id: id, words: 'As said' }))
    const { id: caseId } = await caseOf(area, id)
    for (const who of [area.admin, moderator, colleague]) {
      const [row, ...others] = await told(who, id)
      expect(others).toEqual([])
      expect(row).toMatchObject({
        group_name: 'reports',
        title: null,
        excerpt: null,
        path: `/admin/moderation?case=${caseId}`,
        details: { kind: 'post' },
        actor_count: 0,
        actors: [],
      })
    }
    for (const who of [area.member, area.other, author, area.suspended])
      expect(await inbox(who, 'report_made')).toEqual([])
    expect(await sent(id)).toEqual({ [area.admin.user.id]: 1, [moderator.user.id]: 1, [colleague.user.id]: 1 })
    await decide(area, id, { decision: 'dismiss' }, moderator)
    for (const who of [area.admin, moderator]) expect(await told(who, id)).toEqual([])
    await reopen(area, id)
    expect(await told(colleague, id)).toHaveLength(1)
    await decide(area, id, { decision: 'dismiss' })
  })

  it('of a comment says so, and is read by the address of its case', async () => {
    const author = await signUp(area.engine)
    const id = await comment(author, await post(area.member))
    expectAllowed(await report(area.other, { kind: 'comment', subject_id: id }))
    const [row] = await told(moderator, id)
    expect(row).toMatchObject({ details: { kind: 'comment' }, read_at: null })
    await moderator.rpc('mark_notifications_read', { path: `/games/${row?.subject_id}` }).throwOnError()
    expect((await told(moderator, id))[0]?.read_at).toBeNull()
    await moderator.rpc('mark_notifications_read', { path: row?.path ?? '' }).throwOnError()
    expect((await told(moderator, id))[0]?.read_at).not.toBeNull()
    expect((await told(area.admin, id))[0]?.read_at).toBeNull()
    await decide(area, id, { decision: 'dismiss' })
  })

  it('about one of the team reaches admins only, and never the one whom it is about', async () => {
    const chief = await signUp(area.engine, { admin: true })
    const byAdmin = await post(chief)
    const byModerator = await post(colleague)
    for (const id of [byAdmin, byModerator]) {
      expectAllowed(await report(area.member, { subject_id: id }))
      expect(await told(area.admin, id)).toHaveLength(1)
      expect(await told(moderator, id)).toEqual([])
    }
    expect(await told(chief, byAdmin)).toEqual([])
    expect(await told(chief, byModerator)).toHaveLength(1)
    expect(await told(colleague, byModerator)).toEqual([])
    expect(await sent(byAdmin)).toEqual({ [area.admin.user.id]: 1 })
    await decide(area, byAdmin, { decision: 'dismiss' })
    await decide(area, byModerator, { decision: 'dismiss' })
    await role(chief, { is_admin: false })
  })

  it('is not told to a moderator who is suspended or no longer one, and can be switched off', async () => {
    const helper = await signUp(area.engine, { moderator: true })
    const id = await post(await signUp(area.engine))
    expectAllowed(await report(area.member, { subject_id: id }))
    expect(await told(helper, id)).toHaveLength(1)
    expectAllowed(await role(helper, { is_suspended: true }))
    expect(await told(helper, id)).toEqual([])
    expectAllowed(await role(helper, { is_suspended: false }))
    expectAllowed(await role(helper, { is_moderator: false }))
    expect(await told(helper, id)).toEqual([])
    await decide(area, id, { decision: 'dismiss' })

    const choose = (who: Persona, group: string) =>
      who.rpc('save_notification_setting', { group_name: group, channel: 'push', is_on: false })
    const groups = async (who: Persona) =>
      (
        expectAllowed(await who.rpc('my_notification_settings')) as unknown as { groups: { name: string }[] }
      ).groups.map(({ name }) => name)
    expect(await groups(moderator)).toContain('reports')
    expect(await groups(moderator)).not.toContain('club')
    expect(await groups(area.admin)).toEqual(expect.arrayContaining(['reports', 'club']))
    for (const who of [helper, area.member]) {
      expect(await groups(who)).not.toContain('reports')
      expectError(await choose(who, 'reports'), '22023')
    }
    expectError(await choose(moderator, 'club'), '22023')
    expect((await choose(moderator, 'reports')).error).toBeNull()
    const next = await post(await signUp(area.engine))
    expectAllowed(await report(area.member, { subject_id: next }))
    expect(await sent(next)).toEqual({ [area.admin.user.id]: 1, [colleague.user.id]: 1 })
    await decide(area, next, { decision: 'dismiss' })
  })

  it('moves the bell of the team at once, and nobody else’s', async () => {
    const id = await post(await signUp(area.engine))
    const heard = await hearLive(area.engine)
    await heard.flushed()
    expectAllowed(await report(area.member, { subject_id: id }))
    const topics = (await heard.flushed()).map(({ topic }) => topic).filter((topic) => topic.startsWith('member:'))
    expect(topics).toEqual(expect.arrayContaining([area.admin, moderator].map(({ user }) => `member:${user.id}`)))
    expect(topics).not.toContain(`member:${area.member.user.id}`)
    await heard.close()
    await decide(area, id, { decision: 'dismiss' })
  })

  it('about one of the team is told live to those who may see it only, until it is decided', async () => {
    const chief = await signUp(area.engine, { admin: true })
    const heard = await hearLive(area.engine)
    const topics = async () =>
      Object.fromEntries((await heard.flushed()).map(({ topic, message }) => [topic, message.tables ?? message.what]))
    const told = (...who: Persona[]) => who.map(({ user }) => [`member:${user.id}`, ['notifications']])
    try {
      for (const [author, others] of [
        [colleague, [area.admin, chief]],
        [chief, [area.admin]],
      ] as const) {
        const id = await post(author)
        await heard.flushed()
        expectAllowed(await report(area.member, { subject_id: id }))
        expect(await topics()).toEqual(Object.fromEntries([['admin', ['reports']], ...told(...others)]))
        expectAllowed(await report(area.other, { subject_id: id }))
        expect(await topics()).toEqual({ admin: ['reports'] })
        // All of the team have the decided ones in their lists.
        expectAllowed(await decide(area, id, { decision: 'dismiss' }))
        const said = await topics()
        expect(said).toMatchObject({ admin: ['report_cases'], moderation: ['report_cases'] })
        expect(said).not.toHaveProperty(`member:${author.user.id}`)
        expectAllowed(await reopen(area, id))
        expect(await topics()).not.toHaveProperty(`member:${author.user.id}`)
        expectAllowed(await decide(area, id, { decision: 'dismiss' }))
        await heard.flushed()
        // A notification that goes with its case is told to the same.
        await area.row(
          `delete from private.notification_causes as c using private.report_cases as r
            where r.subject_id = $1 and c.cause_id = r.id`,
          [id],
        )
        expect(await topics()).toEqual(Object.fromEntries(told(...others)))
      }
    } finally {
      await heard.close()
      await role(chief, { is_admin: false })
    }
  })

  it('about a moderator, once decided, does not tell them at which time of day it was opened', async () => {
    const id = await post(colleague)
    expectAllowed(await report(area.member, { subject_id: id }))
    const { id: caseId } = await caseOf(area, id)
    await area.row(`update private.report_cases set created_at = '2026-11-20 15:04:05+00' where id = $1`, [caseId])
    expectAllowed(await decide(area, id, { decision: 'dismiss' }))
    const opened = async (who: Persona) => {
      const list = expectAllowed(await who.rpc('report_queue', { list: 'decided' })) as {
        id: string
        opened_at: string
      }[]
      const one = expectAllowed(await who.rpc('report_case', { id: caseId })) as unknown as { opened_at: string }
      return [list.find((row) => row.id === caseId)?.opened_at, one.opened_at].map((at) =>
        new Date(at ?? '').toISOString(),
      )
    }
    const [exact, day] = ['2026-11-20T15:04:05.000Z', '2026-11-20T00:00:00.000Z']
    expect(await opened(colleague)).toEqual([day, day])
    for (const who of [moderator, area.admin]) expect(await opened(who)).toEqual([exact, exact])
  })

  it('does not tell live how many a member of the team has not read where that depends on the session', async () => {
    const heard = await hearLive(area.engine)
    const said = async (...who: Persona[]) => {
      const id = await post(await signUp(area.engine))
      await heard.flushed()
      expectAllowed(await report(area.member, { subject_id: id }))
      const messages = (await heard.flushed()).filter(({ topic }) =>
        who.some(({ user }) => topic === `member:${user.id}`),
      )
      await decide(area, id, { decision: 'dismiss' })
      return messages.map(({ message }) => message)
    }
    const withNumber = { what: ['notifications'], unread: expect.any(Number) }
    try {
      expect(await said(area.admin, moderator)).toEqual([withNumber, withNumber])
      await area.row('update public.site_settings set admins_need_two_steps = true')
      await heard.flushed()
      await area.row(`select private.notify_all('report_made', id) from private.report_cases limit 1`)
      await area.row(`select private.note_members($1, 'notifications')`, [
        [area.admin, moderator, area.member].map(({ user }) => user.id),
      ])
      const members = (await heard.flushed()).filter(({ topic }) => topic.startsWith('member:'))
      expect(Object.fromEntries(members.map(({ topic, message }) => [topic, message]))).toMatchObject({
        [`member:${area.member.user.id}`]: withNumber,
        [`member:${area.admin.user.id}`]: { what: ['notifications'] },
        [`member:${moderator.user.id}`]: { what: ['notifications'] },
      })
      for (const { user } of [area.admin, moderator])
        expect(members.find(({ topic }) => topic === `member:${user.id}`)?.message).not.toHaveProperty('unread')
      await area.row('update public.site_settings set admins_need_two_steps = false')
      await area.row(
        `insert into auth.mfa_factors (id, user_id, factor_type, status, secret, created_at, updated_at)
          values (gen_random_uuid(), $1, 'totp', 'verified', 'x', now(), now())`,
        [moderator.user.id],
      )
      expect(await said(area.admin, moderator)).toEqual(
        expect.arrayContaining([withNumber, { what: ['notifications'] }]),
      )
    } finally {
      await area.row('update public.site_settings set admins_need_two_steps = false')
      await area.row('delete from auth.mfa_factors where user_id = $1', [moderator.user.id])
      await heard.close()
    }
  })
})

describe('a role', () => {
  it('is notified to the one who is given it, until it is taken back', async () => {
    const who = await signUp(area.engine)
    expectAllowed(await role(who, { is_moderator: true }))
    expect(await inbox(who, 'role_given')).toMatchObject([
      { path: '/admin', details: { role: 'moderator', needs_step: false }, actors: [], read_at: null },
    ])
    expectAllowed(await role(who, { is_moderator: false }))
    expect(await inbox(who, 'role_given')).toEqual([])
    expectAllowed(await role(who, { is_admin: true }))
    expect(await inbox(who, 'role_given')).toMatchObject([{ details: { role: 'admin' } }])
    expect(await inbox(area.admin, 'role_given')).toEqual([])
    expectAllowed(await role(who, { is_admin: false }))
  })

  it('that needs a second step of signing in says so', async () => {
    const who = await signUp(area.engine)
    await area.row('update public.site_settings set admins_need_two_steps = true')
    await area.row('update public.profiles set is_moderator = true where id = $1', [who.user.id])
    await area.row(`select private.notify('role_given', $1, $1, $1, null)`, [who.user.id])
    expect(await inbox(who, 'role_given')).toMatchObject([{ details: { role: 'moderator', needs_step: true } }])
    await area.row('update public.site_settings set admins_need_two_steps = false')
  })

  it('that the operator gives is not notified: it made the club', async () => {
    const who = await signUp(area.engine)
    await area.row('update public.profiles set is_admin = true where id = $1', [who.user.id])
    expect(await inbox(who, 'role_given')).toEqual([])
    await area.row('update public.profiles set is_admin = false where id = $1', [who.user.id])
  })
})
