import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { POST_PHOTOS_MAX } from '../../../contract/src/limits.ts'
import { guest, type Persona, signUp } from '../../../test-support/personas.ts'
import { putPicture, stored } from '../files/pictures.ts'
import { caseOf, decide, report } from '../moderation/case.ts'
import { expectAllowed, expectDenied, expectError } from '../support/denied.ts'
import { type MemberArea, openMemberArea } from '../support/member-area.ts'

// A post with several photos: the first in image_url, the others in more_images.

let area: MemberArea
let author: Persona
beforeAll(async () => {
  area = await openMemberArea()
})
beforeEach(async () => {
  author = await signUp(area.engine)
})
afterAll(() => area.engine.close())

const BUCKET = 'newsfeed-images'
const photos = (count: number, who = author) =>
  Promise.all(Array.from({ length: count }, () => putPicture(who, BUCKET)))
const addresses = (paths: readonly string[]) => paths.map((path) => stored(BUCKET, path))
const insert = (row: object, who = author) =>
  who
    .from('newsfeed_posts')
    .insert({ content: randomUUID(), ...row })
    .select('id, image_url, more_images')
    .single()
/** A post with these photos, in their order. */
async function post(paths: readonly string[], who = author): Promise<string> {
  const [image_url = null, ...more_images] = addresses(paths)
  return expectAllowed(await insert({ image_url, more_images }, who)).id
}
const now = (id: string) => area.row('select image_url, more_images from public.newsfeed_posts where id = $1', [id])
const isNamed = async (path: string) =>
  (await area.row('select private.is_named_file($1, $2) as named', [BUCKET, path]))?.named
/** Whether the engine has removed the file. */
const isGone = async (path: string) =>
  (await area.row('select from storage.objects where bucket_id = $1 and name = $2', [BUCKET, path])) === undefined
const expectGone = (path: string) => expect.poll(() => isGone(path), { timeout: 10_000 }).toBe(true)
const readers = () => [area.member, area.admin]

describe('a post with several photos', () => {
  it('shows them in their order to every reader, by row and by page', async () => {
    const paths = await photos(POST_PHOTOS_MAX)
    const id = await post(paths)
    const [image_url, ...more_images] = addresses(paths)
    expect(await now(id)).toEqual({ image_url, more_images })
    for (const reader of readers()) {
      expect(expectAllowed(await reader.rpc('newsfeed_page', { ids: [id] }))).toMatchObject([
        { image_url, more_images },
      ])
      const row = reader.from('newsfeed_posts').select('image_url, more_images').eq('id', id)
      expect(expectAllowed(await row)).toEqual([{ image_url, more_images }])
    }
  })

  it('has six at most, each once, and each of them in the own folder', async () => {
    const paths = await photos(POST_PHOTOS_MAX + 1)
    const own = addresses(paths)
    const [first = '', second = ''] = own
    const foreign = [
      await area.file(area.other, BUCKET),
      await area.file(author, 'avatars'),
      'https://evil.example/x.png',
      '',
      ' ',
      null,
    ]
    const refused = [own.slice(1), [first], [second, second], ...foreign.map((address) => [second, address])]
    for (const more_images of refused)
      expectError(await insert({ image_url: first, more_images: more_images as string[] }), '23514')
    expect(await area.row('select from public.newsfeed_posts where user_id = $1', [author.user.id])).toBeUndefined()
    expectAllowed(await insert({ image_url: first, more_images: own.slice(1, POST_PHOTOS_MAX) }))
  })

  it('needs the files to exist, and stores their addresses without a host', async () => {
    const paths = await photos(2)
    const [image_url, second] = addresses(paths)
    const missing = stored(BUCKET, `${author.user.id}/${randomUUID()}.png`)
    expectError(await insert({ image_url, more_images: [second, missing] }), 'FL001')
    const hosted = { image_url: `https://old.club.example${image_url}`, more_images: [`${area.engine.url}${second}`] }
    expect(expectAllowed(await insert(hosted))).toMatchObject({ image_url, more_images: [second] })
  })

  it('has a first one if it has any', async () => {
    const [first, second] = addresses(await photos(2))
    for (const image_url of [null, ' '])
      expect(expectAllowed(await insert({ image_url, more_images: [first, second] }))).toMatchObject({
        image_url: first,
        more_images: [second],
      })
  })

  it('is written by its author only, and not by a suspended member', async () => {
    const [first, second] = addresses(await photos(2))
    const row = { image_url: first, more_images: [second], user_id: author.user.id }
    expectDenied(await insert(row, area.other))
    await area.row('update public.profiles set is_suspended = true where id = $1', [author.user.id])
    expectDenied(await insert(row))
    expect(await area.row('select from public.newsfeed_posts where user_id = $1', [author.user.id])).toBeUndefined()
  })

  it('is there once when the same request comes twice', async () => {
    const [image_url, second] = addresses(await photos(2))
    const row = { image_url, more_images: [second], content: 'Two carp', request_id: randomUUID() }
    expectAllowed(await insert(row))
    expectError(await insert(row), 'PT409')
    expect(
      await area.row('select count(*)::int as posts from public.newsfeed_posts where user_id = $1', [author.user.id]),
    ).toEqual({ posts: 1 })
  })
})

describe('the photos of a post', () => {
  const change = (who: Persona, id: string, row: object) =>
    who.from('newsfeed_posts').update(row).eq('id', id).select('image_url, more_images')

  it('cannot be added, removed or put in another order by the author', async () => {
    const [first, second, third, fourth] = addresses(await photos(4))
    const { id } = expectAllowed(await insert({ image_url: first, more_images: [second, third] }))
    const tries = [
      { more_images: [second, third, fourth] },
      { more_images: [third, second] },
      { more_images: [second] },
      { more_images: [] },
      { image_url: second, more_images: [first, third] },
      { image_url: null },
    ]
    for (const row of tries) {
      expectDenied(await change(author, id, row))
      expect((await change(area.other, id, row)).data).not.toEqual([expect.anything()])
    }
    expectAllowed(await change(author, id, { content: 'In other words' }))
    expect(await now(id)).toEqual({ image_url: first, more_images: [second, third] })
  })

  it('can each be removed by an admin, who adds none and keeps their order', async () => {
    const paths = await photos(4)
    const [first, second, third, fourth] = addresses(paths)
    const foreign = stored(BUCKET, await putPicture(area.admin, BUCKET))
    const { id } = expectAllowed(await insert({ image_url: first, more_images: [second, third] }))
    for (const row of [
      { more_images: [third, second] },
      { more_images: [second, third, fourth] },
      { more_images: [foreign] },
      { image_url: third, more_images: [second] },
    ])
      expectDenied(await change(area.admin, id, row))
    expect(await now(id)).toEqual({ image_url: first, more_images: [second, third] })

    expect(expectAllowed(await change(area.admin, id, { more_images: [third] }))).toHaveLength(1)
    await expectGone(paths[1] ?? '')
    // The next one takes the place of the first.
    expect(expectAllowed(await change(area.admin, id, { image_url: null }))).toEqual([
      { image_url: third, more_images: [] },
    ])
    await expectGone(paths[0] ?? '')
    expect(await isNamed(paths[2] ?? '')).toBe(true)
    expect(
      await area.row(
        `select count(*)::int as edits from private.audit_log where action = 'edit_post' and subject_id = $1`,
        [author.user.id],
      ),
    ).toEqual({ edits: 2 })
  })

  it('keep their files while the post names them; with the post, the files go', async () => {
    const paths = await photos(3)
    const id = await post(paths)
    for (const path of paths) {
      await author.storage.from(BUCKET).remove([path])
      expect(await isNamed(path)).toBe(true)
      expect(await isGone(path)).toBe(false)
    }
    expectAllowed(await author.from('newsfeed_posts').delete().eq('id', id).select('id'))
    for (const path of paths) await expectGone(path)
    // The same files cannot be named again, by anyone.
    const [image_url, ...more_images] = addresses(paths)
    expectError(await insert({ image_url, more_images }), 'FL001')
    await post(await photos(2))
  })

  it('go with the account', async () => {
    const paths = await photos(3)
    const id = await post(paths)
    expect(expectAllowed(await author.rpc('delete_own_account', { password: author.user.password }))).toBe(true)
    expect(await now(id)).toBeUndefined()
    for (const path of paths) await expectGone(path)
  })

  it('are in the author’s download, and in nobody else’s', async () => {
    const paths = await photos(3)
    const id = await post(paths)
    const [image_url, ...more_images] = addresses(paths)
    const own = expectAllowed(await author.rpc('my_data')) as { posts: { id: string }[]; files: { name: string }[] }
    expect(own.posts.find((found) => found.id === id)).toMatchObject({ image_url, more_images })
    expect(own.files.map(({ name }) => name)).toEqual(expect.arrayContaining(paths))
    expect(JSON.stringify(expectAllowed(await area.other.rpc('my_data')))).not.toContain(paths[1])
  })

  it('are hidden and shown again with the post', async () => {
    const paths = await photos(2)
    const id = await post(paths)
    const seen = async () => expectAllowed(await area.member.rpc('newsfeed_page', { ids: [id] })).length
    await area.row('update public.newsfeed_posts set hidden_at = now() where id = $1', [id])
    expect(await seen()).toBe(0)
    for (const path of paths) expect(await isNamed(path)).toBe(true)
    await area.row('update public.newsfeed_posts set hidden_at = null where id = $1', [id])
    expect(await seen()).toBe(1)
  })

  it('are not seen by a member who is blocked, nor by guests', async () => {
    const id = await post(await photos(2))
    expectAllowed(await author.rpc('block_member', { member_id: area.other.user.id }))
    expect(expectAllowed(await area.other.rpc('newsfeed_page', { ids: [id] }))).toEqual([])
    expect(expectAllowed(await area.member.rpc('newsfeed_page', { ids: [id] }))).toHaveLength(1)
    expectDenied(await guest(area.engine).from('newsfeed_posts').select('more_images').eq('id', id))
  })
})

describe('photos that were uploaded for a post that was given up', () => {
  it('are removed after a day, and those of a post that was written stay', async () => {
    const left = await photos(3)
    const kept = await photos(2)
    await post(kept)
    const due = async () =>
      (await area.engine.owner.query('select name from private.unneeded_files where name like $1', [
        `${author.user.id}/%`,
      ])) as { name: string }[]
    expect((await due()).map(({ name }) => name)).toEqual(expect.arrayContaining(left))
    await area.row(
      `update private.unneeded_files set since = since - interval '23 hours 50 minutes' where name like $1`,
      [`${author.user.id}/%`],
    )
    await area.row('notify storage_sweep')
    for (const path of [...left, ...kept]) expect(await isGone(path)).toBe(false)
    await area.row(`update private.unneeded_files set since = since - interval '11 minutes' where name like $1`, [
      `${author.user.id}/%`,
    ])
    await area.row('notify storage_sweep')
    for (const path of left) await expectGone(path)
    for (const path of kept) expect(await isGone(path)).toBe(false)
  })
})

describe('a reported post with several photos', () => {
  it('is in its case with each of them, which stay until the decision', async () => {
    const paths = await photos(3)
    const id = await post(paths)
    expectAllowed(await report(area.member, { subject_id: id }))
    const [image_url, ...more_images] = addresses(paths)
    const found = await caseOf(area, id)
    expect(found.now).toMatchObject({ image_url, more_images })
    expect(found.pictures.toSorted()).toEqual(addresses(paths).toSorted())
    expectAllowed(await author.from('newsfeed_posts').delete().eq('id', id).select('id'))
    for (const path of paths) expect(await isNamed(path)).toBe(true)
    expectAllowed(await decide(area, id, { decision: 'dismiss' }))
    await area.row('select private.tend_reports()')
    for (const path of paths) expect(await isNamed(path)).toBe(false)
  })

  it('is another version once an admin has removed one of them', async () => {
    const paths = await photos(2)
    const id = await post(paths)
    expectAllowed(await report(area.member, { subject_id: id }))
    const before = await caseOf(area, id)
    expectAllowed(await area.admin.from('newsfeed_posts').update({ more_images: [] }).eq('id', id).select('id'))
    const after = await caseOf(area, id)
    expect(after.shown).not.toBe(before.shown)
    expect(after.now).toMatchObject({ image_url: stored(BUCKET, paths[0] ?? ''), more_images: [] })
    // What was reported stays in the case.
    expect(after.pictures).toHaveLength(2)
  })

  it('is listed with all of them in the console, for admins only', async () => {
    const paths = await photos(3)
    const id = await post(paths)
    expectAllowed(await report(area.member, { subject_id: id }))
    const asked = { list: 'reported', search: '', oldest_first: false, page: 1, size: 1000 }
    const { posts } = expectAllowed(await area.admin.rpc('console_posts', asked)) as unknown as {
      posts: { id: string }[]
    }
    const [image_url, ...more_images] = addresses(paths)
    expect(posts.find((found) => found.id === id)).toMatchObject({ image_url, more_images })
    expectDenied(await area.member.rpc('console_posts', asked))
  })
})

it('asks whether a post names a file by an index', async () => {
  await area.row('set enable_seqscan = off')
  const plan = await area.engine.owner.query(
    `explain select from public.newsfeed_posts as n where n.more_images <> '{}' and n.more_images @> array['x']`,
  )
  await area.row('reset enable_seqscan')
  expect(JSON.stringify(plan)).toContain('newsfeed_posts_more_images')
})
