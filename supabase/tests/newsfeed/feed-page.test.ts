import { randomUUID } from 'node:crypto'
import type { SupabaseClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { guest, service, signUp } from '../../../test-support/personas.ts'
import { expectAllowed, expectDenied } from '../support/denied.ts'
import { type MemberArea, openMemberArea } from '../support/member-area.ts'

// A page of the feed in one request, compared with the requests that it replaces.

let area: MemberArea
beforeAll(async () => {
  area = await openMemberArea()
})
afterAll(() => area.engine.close())
beforeEach(() => area.row('delete from public.newsfeed_posts'))

const COLUMNS = `id, user_id, content, type, image_url, more_images, is_announcement, pinned_until, metadata, created_at,
  edited_at, comment_count, reaction_counts, my_reaction, last_comment, mentioned, author:profiles(id, username, avatar_url, is_admin, is_moderator)`
const pinned = async (client: SupabaseClient) =>
  expectAllowed(
    await client
      .from('newsfeed_posts')
      .select(COLUMNS)
      .gt('pinned_until', 'now')
      .order('pinned_until', { ascending: false })
      .order('created_at', { ascending: false }),
  )
const others = async (client: SupabaseClient) =>
  expectAllowed(
    await client
      .from('newsfeed_posts')
      .select(COLUMNS)
      .or('pinned_until.is.null,pinned_until.lte.now')
      .order('created_at', { ascending: false })
      .order('id', { ascending: false })
      .limit(20),
  )

interface Row {
  id: string
  created_at: string
  is_pinned: boolean
}
const page = async (client: SupabaseClient, args: object = {}) =>
  expectAllowed(await client.rpc('newsfeed_page', args)) as unknown as Row[]
const post = async (author: string, ago: string, pin?: string) =>
  String(
    (
      await area.row(
        `insert into public.newsfeed_posts (user_id, content, created_at, is_announcement, pinned_until)
          values ($1, gen_random_uuid()::text, now() - $2::interval, $3::interval is not null, now() + $3::interval)
          returning id`,
        [author, ago, pin ?? null],
      )
    )?.id,
  )

async function fill(): Promise<void> {
  const { admin, member, other, suspended } = area
  const authors = [member, other, suspended, admin].map(({ user }) => user.id)
  for (let n = 1; n <= 26; n += 1) {
    const id = await post(authors[n % 4] as string, `${n} minutes`)
    for (const [at, author] of authors.entries()) {
      const add = (sql: string) => area.row(sql, [id, author])
      if ((n + at) % 3)
        await add(
          `insert into public.newsfeed_comments (post_id, user_id, content) values ($1, $2, gen_random_uuid()::text)`,
        )
      if ((n + at) % 2)
        await add(`insert into public.newsfeed_reactions (post_id, user_id, reaction)
          values ($1, $2, '${n % 3 ? 'fish' : 'heart'}')`)
    }
  }
  await post(admin.user.id, '20 days', '1 day')
  await post(admin.user.id, '30 days', '3 days')
  await post(admin.user.id, '10 minutes', '-1 minute')
}

describe('the first page', () => {
  it('is what the pinned posts and the newest others are, for a member, an admin and the service role', async () => {
    await fill()
    const flushes = [async () => {}, () => area.row('select private.flush_live()')]
    for (const flush of flushes) {
      await flush()
      for (const client of [area.member, area.admin, service(area.engine)]) {
        const expected = [
          ...(await pinned(client)).map((row) => ({ ...row, is_pinned: true })),
          ...(await others(client)).map((row) => ({ ...row, is_pinned: false })),
        ]
        expect(expected).toHaveLength(22)
        expect(await page(client)).toEqual(expected)
      }
    }
  })

  it('shows a writer their own reaction and comment at once', async () => {
    const id = await post(area.other.user.id, '1 minute')
    await area.row('select private.flush_live()')
    await area.member.from('newsfeed_reactions').insert({ post_id: id, reaction: 'trophy' }).throwOnError()
    await area.member.from('newsfeed_comments').insert({ post_id: id, content: 'Nice' }).throwOnError()
    expect(await page(area.member)).toMatchObject([
      { id, comment_count: 1, reaction_counts: { trophy: 1 }, my_reaction: 'trophy' },
    ])
    expect(await page(area.other)).toMatchObject([
      { id, comment_count: 1, reaction_counts: { trophy: 1 }, my_reaction: null },
    ])
  })

  it('is empty for a suspended member and refused to guests', async () => {
    await post(area.member.user.id, '1 minute')
    expect(await page(area.suspended)).toEqual([])
    expectDenied(await guest(area.engine).rpc('newsfeed_page'))
  })

  it('leaves out a suspended member’s posts, comments and reactions, except for admins', async () => {
    const member = await signUp(area.engine)
    const [own, foreign] = [await post(member.user.id, '1 minute'), await post(area.other.user.id, '2 minutes')]
    await member.from('newsfeed_comments').insert({ post_id: foreign, content: 'Nice' }).throwOnError()
    await member.from('newsfeed_reactions').insert({ post_id: foreign, reaction: 'fish' }).throwOnError()
    await area.row('select private.flush_live()')
    await area.admin.from('profiles').update({ is_suspended: true }).eq('id', member.user.id).throwOnError()
    expect(await page(area.member)).toMatchObject([{ id: foreign, comment_count: 0, reaction_counts: {} }])
    expect(await page(area.admin)).toMatchObject([
      { id: own },
      { id: foreign, comment_count: 1, reaction_counts: { fish: 1 } },
    ])
    await area.admin.from('profiles').update({ is_suspended: false }).eq('id', member.user.id).throwOnError()
    expect(await page(area.member)).toMatchObject([
      { id: own },
      { id: foreign, comment_count: 1, reaction_counts: { fish: 1 } },
    ])
  })
})

describe('posts by ID', () => {
  it('are those that the reader sees, as the table shows them, each once', async () => {
    await fill()
    const ids = (await others(area.admin)).map(({ id }) => id)
    const pins = (await pinned(area.admin)).map(({ id }) => id)
    const byId = (rows: { id: string }[]) => rows.toSorted((a, b) => (a.id < b.id ? -1 : 1))
    for (const client of [area.member, area.admin, service(area.engine)]) {
      const asked = [...ids, ...pins, ...pins, randomUUID()]
      const expected = expectAllowed(await client.from('newsfeed_posts').select(COLUMNS).in('id', asked))
      const rows = await page(client, { ids: asked })
      expect(byId(rows)).toEqual(byId(expected.map((row) => ({ ...row, is_pinned: false }))))
    }
    expect(expectAllowed(await area.member.from('newsfeed_posts').select('id').in('id', ids)).length).toBeLessThan(
      ids.length,
    )
  })

  it('are none for a suspended member and without an ID, and at most 50', async () => {
    const ids = []
    for (let n = 0; n < 51; n += 1) ids.push(await post(area.member.user.id, `${n} minutes`))
    expect(await page(area.suspended, { ids })).toEqual([])
    expect(await page(area.member, { ids: [] })).toEqual([])
    expect(await page(area.member, { ids })).toHaveLength(50)
    expect(await page(area.member, { ids: ids.slice(0, 2), size: 1 })).toHaveLength(2)
    expectDenied(await guest(area.engine).rpc('newsfeed_page', { ids }))
  })
})

describe('the pages after it', () => {
  it('continue after a post, also among posts of the same moment, and never repeat what is pinned', async () => {
    for (let n = 0; n < 7; n += 1) await post(area.member.user.id, '1 minute')
    await area.row(`update public.newsfeed_posts set created_at = date_trunc('hour', now())`)
    for (let n = 0; n < 3; n += 1) await post(area.member.user.id, '2 hours')
    const pin = await post(area.admin.user.id, '90 minutes', '1 day')
    const all = await page(area.member)
    expect(all.map(({ is_pinned }) => is_pinned)).toEqual([true, ...Array(10).fill(false)])
    const read: string[] = []
    let last: Row | undefined
    do {
      const rows = await page(area.member, { size: 3, ...(last && { before: last.created_at, before_id: last.id }) })
      read.push(...rows.map(({ id }) => id))
      last = rows.filter(({ is_pinned }) => !is_pinned).at(-1)
    } while (last)
    expect(read).toEqual(all.map(({ id }) => id))
    expect(read[0]).toBe(pin)
  })

  it('have at most 50 posts and at least one', async () => {
    await area.row(
      `insert into public.newsfeed_posts (user_id, content) select $1, 'Bream ' || n from generate_series(1, 60) as n`,
      [area.member.user.id],
    )
    expect(await page(area.member, { size: 1000 })).toHaveLength(50)
    expect(await page(area.member, { size: -1 })).toHaveLength(1)
    expect(await page(area.member)).toHaveLength(20)
  })
})
