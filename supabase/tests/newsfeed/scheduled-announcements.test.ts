import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { guest, type Persona, signUp } from '../../../test-support/personas.ts'
import { inbox } from '../notifications/inbox.ts'
import { expectAllowed, expectDenied, expectDeniedOrNothing, expectError } from '../support/denied.ts'
import { hearLive } from '../support/live-messages.ts'
import { type MemberArea, openMemberArea } from '../support/member-area.ts'

let area: MemberArea
let author: Persona
let moderator: Persona
beforeAll(async () => {
  area = await openMemberArea()
  moderator = await signUp(area.engine, { moderator: true })
})
beforeEach(async () => {
  author = await signUp(area.engine, { admin: true })
})
afterAll(() => area.engine.close())

const HOUR = 3_600_000
const inHours = (hours: number) => new Date(Date.now() + hours * HOUR).toISOString()
const table = (who: Persona = author) => who.from('scheduled_announcements')
const schedule = async (fields: object = {}, who: Persona = author) =>
  expectAllowed(
    await table(who)
      .insert({ content: `Work party ${randomUUID()}`, publish_at: inHours(1), ...fields })
      .select()
      .single(),
  ) as { id: string; content: string; user_id: string; image_url: string | null; publish_at: string }
const waiting = (id: string) => area.row('select * from public.scheduled_announcements where id = $1', [id])
const post = (id: string) => area.row('select * from public.newsfeed_posts where id = $1', [id])
/** Lets the moment come, and runs the job. */
async function letCome(...ids: string[]): Promise<void> {
  await area.row(
    `update public.scheduled_announcements set publish_at = now() - interval '10 minutes' where id = any ($1)`,
    [ids],
  )
  await area.row('select private.publish_announcements()')
}
const publish = (id: string, who: Persona = author) => who.rpc('publish_announcement', { announcement_id: id })
const trail = async (id: string) =>
  await area.engine.owner.query(
    'select action, actor_id, subject_label, details from private.audit_log where subject_id = $1 order by created_at',
    [id],
  )
const suspend = (who: Persona) =>
  area.row('update public.profiles set is_suspended = true where id = $1', [who.user.id])
const demote = (who: Persona) => area.row('update public.profiles set is_admin = false where id = $1', [who.user.id])
const remove = (who: Persona) => area.row('select private.delete_account($1)', [who.user.id])
/** The file of a photo is gone, as when an operator has lost it. */
const loseFile = (address: string | null) =>
  area.engine.owner.query(
    `begin; set local storage.allow_delete_query = 'true';
     delete from storage.objects where name = '${address?.split('/newsfeed-images/')[1]}'; commit`,
  )
const named = async (address: string | null) =>
  (await area.row(`select private.is_named_file('newsfeed-images', substr($1, 43)) as named`, [address]))?.named

describe('a scheduled announcement', () => {
  it('is written, read, changed, cancelled and published by any admin, and by nobody else', async () => {
    const { id, user_id } = await schedule()
    expect(user_id).toBe(author.user.id)
    for (const who of [area.member, area.suspended, moderator]) {
      expectDenied(await table(who).insert({ content: 'Mine', publish_at: inHours(1) }))
      expect(expectAllowed(await table(who).select('id'))).toEqual([])
      expectDeniedOrNothing(await table(who).update({ content: 'Mine' }).eq('id', id).select())
      expectDeniedOrNothing(await table(who).delete().eq('id', id).select())
      expectDenied(await publish(id, who))
      expectDenied(await who.rpc('console_counts', { list: 'posts' }))
    }
    expectDenied(await guest(area.engine).from('scheduled_announcements').select('id'))
    expectDenied(await guest(area.engine).rpc('publish_announcement', { announcement_id: id }))
    expectDenied(await table().insert({ content: 'In your name', publish_at: inHours(1), user_id: area.admin.user.id }))
    expect(await waiting(id)).toMatchObject({ user_id: author.user.id })
    expect(await post(id)).toBeUndefined()

    const before = expectAllowed(await area.admin.rpc('console_counts', { list: 'posts' })) as { scheduled: number }
    expectAllowed(await table(area.admin).update({ content: 'At ten' }).eq('id', id))
    expect(await waiting(id)).toMatchObject({ content: 'At ten', user_id: author.user.id })
    expectAllowed(await table(area.admin).delete().eq('id', id))
    expect(await waiting(id)).toBeUndefined()
    expect(await area.admin.rpc('console_counts', { list: 'posts' })).toMatchObject({
      data: { scheduled: before.scheduled - 1 },
    })
    expect(await trail(id)).toEqual([
      expect.objectContaining({ action: 'schedule_announcement', actor_id: author.user.id, subject_label: null }),
      expect.objectContaining({
        action: 'edit_announcement',
        actor_id: area.admin.user.id,
        details: { changed: ['content'] },
      }),
      expect.objectContaining({ action: 'cancel_announcement', actor_id: area.admin.user.id }),
    ])
  })

  it('cannot be given a state, an author or another id by a request', async () => {
    const { id } = await schedule()
    for (const edit of [{ user_id: area.admin.user.id }, { failure: null }, { failed_at: null }, { id: randomUUID() }])
      expectDenied(await table().update(edit).eq('id', id))
    expectDenied(
      await table().insert({ content: 'x', publish_at: inHours(1), failure: 'refused', failed_at: inHours(0) }),
    )
  })

  it('is for a moment to come, a year away at most', async () => {
    expectError(await table().insert({ content: 'Late', publish_at: inHours(-0.1) }), 'NF005')
    expectError(await table().insert({ content: 'Far', publish_at: inHours(366.5 * 24) }), 'NF006')
    expectError(await table().insert({ content: 'Never', publish_at: 'infinity' }), 'NF006')
    const { id } = await schedule({ publish_at: inHours(364.9 * 24) })
    expectError(
      await table()
        .update({ publish_at: inHours(-1) })
        .eq('id', id),
      'NF005',
    )
    expectError(
      await table()
        .update({ publish_at: inHours(367 * 24) })
        .eq('id', id),
      'NF006',
    )
    expectAllowed(
      await table()
        .update({ publish_at: inHours(2) })
        .eq('id', id),
    )
    expect((await trail(id)).at(-1)).toMatchObject({
      action: 'edit_announcement',
      details: { before: { publish_at: expect.any(String) }, after: { publish_at: expect.any(String) } },
    })
  })

  it('takes the words that a post takes', async () => {
    for (const content of ['', ' \n', '\u200b', 'x'.repeat(5001)])
      expectError(await table().insert({ content, publish_at: inHours(1) }), '23514')
    expectError(await table().insert({ content: 'abc\u202edef', publish_at: inHours(1) }), 'NF003')
    await schedule({ content: '🎣'.repeat(5000) })
  })

  it('sent twice is scheduled once, also when it was published in between', async () => {
    const request = randomUUID()
    const { id } = await schedule({ request_id: request })
    const again = () => table().insert({ content: 'Again', publish_at: inHours(1), request_id: request })
    expectError(await again(), 'PT409')
    expect(expectAllowed(await author.rpc('request_row', { request_id: request }))).toBe(id)
    await letCome(id)
    expectError(await again(), 'PT409')
  })
})

describe('its photo', () => {
  it('is one of the author’s own, stays as it was, and can be taken away', async () => {
    const image_url = await area.file(author, 'newsfeed-images')
    const strange = await area.file(area.admin, 'newsfeed-images')
    expectError(await table().insert({ content: 'x', publish_at: inHours(1), image_url: strange }), '23514')
    expectError(
      await table().insert({ content: 'x', publish_at: inHours(1), image_url: image_url.replace('.jpg', 'x.jpg') }),
      'FL001',
    )
    const made = await schedule({ image_url })
    expect(made.image_url).toMatch(/^\/storage/)
    expect(await named(made.image_url)).toBe(true)
    const other = await area.file(author, 'newsfeed-images')
    expectDenied(await table().update({ image_url: other }).eq('id', made.id))
    expect((await waiting(made.id))?.image_url).toBe(made.image_url)
    expectAllowed(await table(area.admin).update({ image_url: null }).eq('id', made.id))
    expect(await named(made.image_url)).toBe(false)
    expectDenied(await table().update({ image_url }).eq('id', made.id))
  })

  it('is freed when it is cancelled, and is the post’s when it is published', async () => {
    // The engine removes it soon.
    const freed = async (address: string | null) =>
      (
        await area.row(
          `select not exists (select from storage.objects where name = substr($1, 43))
            or exists (select from private.unneeded_files where name = substr($1, 43) and since <= now()) as freed`,
          [address],
        )
      )?.freed
    const cancelled = await schedule({ image_url: await area.file(author, 'newsfeed-images') })
    expectAllowed(await table().delete().eq('id', cancelled.id))
    expect([await named(cancelled.image_url), await freed(cancelled.image_url)]).toEqual([false, true])
    const made = await schedule({ image_url: await area.file(author, 'newsfeed-images') })
    await letCome(made.id)
    expect(await post(made.id)).toMatchObject({ image_url: made.image_url })
    expect(await named(made.image_url)).toBe(true)
    await area.row('select * from private.files_to_remove(100)')
    expect(await freed(made.image_url)).toBe(false)
  })
})

describe('at its moment', () => {
  it('becomes a post as if its author had just posted it: time, pin, notification, mention and live message', async () => {
    const live = await hearLive(area.engine)
    try {
      const { id, content } = await schedule({ content: `Closed on Monday, @${area.member.user.username} has the key` })
      const started = Date.now() - 1000
      await live.flushed()
      await letCome(id)
      const made = await post(id)
      expect(made).toMatchObject({ content, user_id: author.user.id, is_announcement: true, type: 'post' })
      const [at, until] = [made?.created_at as Date, made?.pinned_until as Date]
      expect(at.getTime()).toBeGreaterThan(started)
      expect(until.getTime() - at.getTime()).toBe(7 * 24 * HOUR)
      expect(await waiting(id)).toBeUndefined()
      const topics = (await live.flushed()).map(({ topic }) => topic)
      expect(topics).toEqual(expect.arrayContaining(['admin', 'feed', 'notices']))
      await area.row('select private.remind()')
      for (const who of [area.member, area.other, moderator, area.admin])
        expect((await inbox(who, 'announcement')).filter(({ subject_id }) => subject_id === id)).toHaveLength(1)
      expect((await inbox(author, 'announcement')).filter(({ subject_id }) => subject_id === id)).toEqual([])
      expect((await inbox(area.member, 'mention')).map(({ subject_id }) => subject_id)).toContain(id)
      const { data: first } = await area.other
        .from('newsfeed_posts')
        .select('id')
        .order('pinned_until', { ascending: false, nullsFirst: false })
        .limit(1)
      expect(first).toEqual([{ id }])
    } finally {
      await live.close()
    }
  })

  it('tells no member of itself before, not even that something changed', async () => {
    const live = await hearLive(area.engine)
    try {
      await live.flushed()
      const { id } = await schedule()
      expectAllowed(await table().update({ content: 'Another' }).eq('id', id))
      expectAllowed(await table().delete().eq('id', id))
      expect([...new Set((await live.flushed()).map(({ topic }) => topic))]).toEqual(['admin'])
    } finally {
      await live.close()
    }
  })

  it('is published with others in the order of their moments, and never a second time', async () => {
    const [late, early, future] = [await schedule(), await schedule(), await schedule()]
    await area.row(`update public.scheduled_announcements set publish_at = now() - interval '1 minute' where id = $1`, [
      late.id,
    ])
    await area.row(
      `update public.scheduled_announcements set publish_at = now() - interval '2 minutes' where id = $1`,
      [early.id],
    )
    await area.row('select private.publish_announcements()')
    const times = [(await post(early.id))?.created_at, (await post(late.id))?.created_at] as Date[]
    expect(times[0]?.getTime()).toBeLessThanOrEqual(times[1]?.getTime() ?? 0)
    expect(await post(future.id)).toBeUndefined()
    // Deleted by its author: another run does not bring it back.
    expectAllowed(await author.from('newsfeed_posts').delete().eq('id', early.id))
    await area.row('select private.publish_announcements()')
    expect(await post(early.id)).toBeUndefined()
    expect(await waiting(future.id)).toMatchObject({ failure: null })
  })
})

describe('one that is sent again because the answer was lost', () => {
  it('is refused for another moment of about the same time, and not for another day or by another admin', async () => {
    const { content } = await schedule()
    const again = (publish_at: string, who: Persona = author) => table(who).insert({ content, publish_at })
    expectError(await again(inHours(1.2)), 'NF008')
    expectError(await again(inHours(0.5)), 'NF008')
    expectAllowed(await again(inHours(24)))
    expectAllowed(await again(inHours(1), area.admin))
    await area.row(`update public.scheduled_announcements set created_at = now() - interval '11 minutes'`)
    expectAllowed(await again(inHours(1.2)))
  })

  it('is not published as well, nor scheduled after it was published', async () => {
    const { content } = await schedule()
    const announce = (words: string) => author.from('newsfeed_posts').insert({ content: words, is_announcement: true })
    expectError(await announce(content), 'NF008')
    const other = `Gates open ${randomUUID()}`
    expectAllowed(await announce(other))
    expectError(await table().insert({ content: other, publish_at: inHours(1) }), 'NF008')
    // A post that is no announcement is another thing.
    expectAllowed(await author.from('newsfeed_posts').insert({ content }))
  })

  it('is published only as it was seen', async () => {
    const { id } = await schedule()
    const seen = async () =>
      expectAllowed(await table(area.admin).select('updated_at, obstacle').eq('id', id).single()) as {
        updated_at: string
        obstacle: string | null
      }
    const press = async ({ updated_at, obstacle }: { updated_at: string; obstacle: string | null }) =>
      expectAllowed(
        await area.admin.rpc('publish_announcement', {
          announcement_id: id,
          seen: updated_at,
          ...(obstacle && { obstacle }),
        }),
      )
    const before = await seen()
    expectAllowed(await table().update({ content: 'Other words' }).eq('id', id))
    expect(await press(before)).toBe('changed')
    const between = await seen()
    await suspend(author)
    expect(await press(between)).toBe('changed')
    expect(await waiting(id)).toMatchObject({ user_id: author.user.id })
    expect(await press(await seen())).toBe('published')
    expect(await post(id)).toMatchObject({ content: 'Other words', user_id: area.admin.user.id })
    expect(await press(before)).toBe('published')
  })
})

describe('one that cannot be published', () => {
  const cases: [string, (made: { image_url: string | null }) => Promise<unknown>][] = [
    ['author_suspended', () => suspend(author)],
    ['author_not_admin', () => demote(author)],
    ['author_gone', () => remove(author)],
    ['photo_gone', ({ image_url }) => loseFile(image_url)],
  ]
  it.each(cases)(
    '%s: stays with its reason, which admins read, while the others are published',
    async (reason, act) => {
      const made = await schedule({ image_url: await area.file(author, 'newsfeed-images') })
      const other = await schedule({}, area.admin)
      await act(made)
      expect(expectAllowed(await table(area.admin).select('failure, obstacle').eq('id', made.id).single())).toEqual({
        failure: null,
        obstacle: reason,
      })
      await letCome(made.id, other.id)
      await letCome(made.id)
      expect(await post(made.id)).toBeUndefined()
      expect(await post(other.id)).toBeDefined()
      const read = await table(area.admin).select('content, failure, failed_at').eq('id', made.id).single()
      expect(expectAllowed(read)).toMatchObject({
        content: made.content,
        failure: reason,
        failed_at: expect.any(String),
      })
      expect(expectAllowed(await table(moderator).select('id'))).toEqual([])
    },
  )

  it('because a rule of posts refuses it, stays as refused', async () => {
    const { id } = await schedule()
    const other = await schedule({}, area.admin)
    await area.row(`insert into public.newsfeed_posts (id, user_id, content) values ($1, $2, 'Another post')`, [
      id,
      area.member.user.id,
    ])
    await letCome(id, other.id)
    expect(await waiting(id)).toMatchObject({ failure: 'refused' })
    expect(await post(id)).toMatchObject({ content: 'Another post' })
    expect(await post(other.id)).toBeDefined()
  })

  it('for want of the second step that all admins need, counts as one of no admin', async () => {
    const { id } = await schedule()
    await area.row('update public.site_settings set admins_need_two_steps = true')
    await letCome(id)
    await area.row('update public.site_settings set admins_need_two_steps = false')
    expect(await waiting(id)).toMatchObject({ failure: 'author_not_admin' })
  })

  it('is not published later by itself, but once an admin has given it another moment', async () => {
    const { id } = await schedule()
    await suspend(author)
    await letCome(id)
    await area.row('update public.profiles set is_suspended = false where id = $1', [author.user.id])
    await area.row('select private.publish_announcements()')
    expect(await post(id)).toBeUndefined()
    expectError(await table(area.admin).update({ content: 'Still today' }).eq('id', id), 'NF005')
    expectAllowed(
      await table(area.admin)
        .update({ publish_at: inHours(1) })
        .eq('id', id),
    )
    expect(await waiting(id)).toMatchObject({ failure: null, failed_at: null, user_id: author.user.id })
    await letCome(id)
    expect(await post(id)).toMatchObject({ user_id: author.user.id })
  })

  it('passes to the admin who saves it or publishes it, without the photo of its author', async () => {
    for (const act of [
      async (id: string) => {
        expectAllowed(
          await table(area.admin)
            .update({ publish_at: inHours(1) })
            .eq('id', id),
        )
        expect(await waiting(id)).toMatchObject({ user_id: area.admin.user.id, image_url: null })
        await letCome(id)
      },
      async (id: string) => expect(expectAllowed(await publish(id, area.admin))).toBe('published'),
    ])
      for (const lose of [suspend, demote, remove]) {
        const leaver = await signUp(area.engine, { admin: true })
        const { id, image_url } = await schedule({ image_url: await area.file(leaver, 'newsfeed-images') }, leaver)
        await lose(leaver)
        await act(id)
        expect(await post(id)).toMatchObject({ user_id: area.admin.user.id, image_url: null, is_announcement: true })
        expect(await named(image_url)).toBe(false)
      }
  })

  it('of a deleted account keeps its words and has no photo of the account', async () => {
    const { id, image_url, content } = await schedule({ image_url: await area.file(author, 'newsfeed-images') })
    await remove(author)
    expect(await waiting(id)).toMatchObject({ user_id: null, image_url: null, content })
    expect(await named(image_url)).toBe(false)
  })
})

describe('published by hand', () => {
  it('appears in the name of its author, once, and is recorded', async () => {
    const { id } = await schedule()
    for (let time = 0; time < 2; time += 1) expect(expectAllowed(await publish(id, area.admin))).toBe('published')
    expect(await post(id)).toMatchObject({ user_id: author.user.id, is_announcement: true })
    expect(await area.row('select count(*)::int from public.newsfeed_posts where id = $1', [id])).toEqual({ count: 1 })
    expect((await trail(id)).map(({ action, actor_id }) => [action, actor_id])).toEqual([
      ['schedule_announcement', author.user.id],
      ['publish_announcement', area.admin.user.id],
    ])
  })

  it('in place of an author who may not is recorded so, as is an edit that takes it over', async () => {
    const [edited, published] = [await schedule(), await schedule()]
    await suspend(author)
    expectAllowed(await table(area.admin).update({ content: edited.content }).eq('id', edited.id))
    expectAllowed(await publish(published.id, area.admin))
    expect(await waiting(edited.id)).toMatchObject({ user_id: area.admin.user.id })
    expect((await trail(edited.id)).at(-1)).toMatchObject({
      action: 'edit_announcement',
      subject_label: null,
      details: { taken_over: true },
    })
    expect((await trail(published.id)).at(-1)).toMatchObject({
      action: 'publish_announcement',
      subject_label: null,
      details: { taken_over: true },
    })
    // The next edit is an edit of one's own.
    expectAllowed(await table(area.admin).update({ content: 'Mine' }).eq('id', edited.id))
    expect((await trail(edited.id)).at(-1)).toMatchObject({ details: { changed: ['content'] } })
  })

  it('is gone if it was cancelled, and an ordinary post is none', async () => {
    const { id } = await schedule()
    expectAllowed(await table().delete().eq('id', id))
    expect(expectAllowed(await publish(id))).toBe('gone')
    const plain = expectAllowed(
      await area.member.from('newsfeed_posts').insert({ content: randomUUID() }).select().single(),
    )
    expect(expectAllowed(await publish(plain.id))).toBe('gone')
  })

  it('is refused while its photo is missing (NF007), and works without the photo', async () => {
    const { id, image_url } = await schedule({ image_url: await area.file(author, 'newsfeed-images') })
    await loseFile(image_url)
    expectError(await publish(id), 'NF007')
    expect(await waiting(id)).toBeDefined()
    expectAllowed(await table().update({ image_url: null }).eq('id', id))
    expect(expectAllowed(await publish(id))).toBe('published')
  })
})

it('is in the author’s own data, and in no one else’s', async () => {
  const { content } = await schedule()
  const dataOf = async (who: Persona) =>
    (expectAllowed(await who.rpc('my_data')) as { scheduled_announcements: { content: string }[] })
      .scheduled_announcements
  expect(await dataOf(author)).toMatchObject([{ content }])
  expect((await dataOf(area.admin)).map((one) => one.content)).not.toContain(content)
})
