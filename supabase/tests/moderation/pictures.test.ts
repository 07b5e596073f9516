import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Persona, signUp } from '../../../test-support/personas.ts'
import { putPicture, stored } from '../files/pictures.ts'
import { expectAllowed, expectError } from '../support/denied.ts'
import { type MemberArea, openMemberArea } from '../support/member-area.ts'
import { caseOf, decide, report } from './case.ts'

// The pictures of what was reported, which their owner deletes.

let area: MemberArea
beforeAll(async () => {
  area = await openMemberArea()
})
afterAll(() => area.engine.close())

const BUCKET = 'newsfeed-images'
const isNamed = async (bucket: string, path: string) =>
  (await area.row('select private.is_named_file($1, $2) as named', [bucket, path]))?.named
/** Whether the sweep may remove the file. */
const isLeft = async (path: string) =>
  Boolean(
    await area.row(
      `select from private.unneeded_files as u where u.name = $1 and u.since <= now()
        and not private.is_named_file(u.bucket_id, u.name)`,
      [path],
    ),
  )
const tend = () => area.row('select private.tend_reports()')
const leave = async (who: Persona) =>
  expect(expectAllowed(await who.rpc('delete_own_account', { password: who.user.password }))).toBe(true)
const deletePost = (who: Persona, id: string) =>
  who.from('newsfeed_posts').delete().eq('id', id).select('id').throwOnError()

/** A new member's post with a picture. */
async function withPicture() {
  const author = await signUp(area.engine)
  const path = await putPicture(author, BUCKET)
  const row = { content: 'Good morning', image_url: stored(BUCKET, path) }
  const { id } = expectAllowed(await author.from('newsfeed_posts').insert(row).select('id').single())
  return { author, path, id: String(id) }
}

describe('the picture of a reported post', () => {
  it('is in the case after its author has deleted the post, and stays until the decision', async () => {
    const { author, path, id } = await withPicture()
    expectAllowed(await report(area.member, { subject_id: id, reason: 'offensive' }))
    expect(await deletePost(author, id)).toMatchObject({ data: [{ id }] })
    await author.storage.from(BUCKET).remove([path])
    expect(await isNamed(BUCKET, path)).toBe(true)
    expect((await fetch(`${area.engine.url}${stored(BUCKET, path)}`)).status).toBe(200)
    expect(await caseOf(area, id)).toMatchObject({ now: null, pictures: [stored(BUCKET, path)] })
    await tend()
    expect(await isNamed(BUCKET, path)).toBe(true)
    expectAllowed(await decide(area, id, { decision: 'dismiss' }))
    await tend()
    expect(await caseOf(area, id)).toMatchObject({ pictures: [] })
    expect(await isNamed(BUCKET, path)).toBe(false)
  })

  it('goes at once with a post that was not reported', async () => {
    const { author, path, id } = await withPicture()
    await deletePost(author, id)
    expect(await isNamed(BUCKET, path)).toBe(false)
  })

  it('stays for as long as a decision against it can be undone', async () => {
    const { author, path, id } = await withPicture()
    expectAllowed(await report(area.member, { subject_id: id }))
    await deletePost(author, id)
    expectAllowed(await decide(area, id, { decision: 'warn', reason: 'No such pictures' }))
    const decidedAgo = (days: number) =>
      area.row(
        'update private.report_cases set decided_at = now() - make_interval(secs => $2 * 86400.0) where subject_id = $1',
        [id, days],
      )
    await decidedAgo(89.9)
    await tend()
    expect(await isNamed(BUCKET, path)).toBe(true)
    await decidedAgo(90.1)
    await tend()
    expect(await isNamed(BUCKET, path)).toBe(false)
  })

  it('stays for 30 days after its author left, and a decided one goes with the author', async () => {
    const { author, path, id } = await withPicture()
    const second = await putPicture(author, BUCKET)
    const row = { content: 'Good evening', image_url: stored(BUCKET, second) }
    const other = expectAllowed(await author.from('newsfeed_posts').insert(row).select('id').single()).id
    for (const subject_id of [id, String(other)]) expectAllowed(await report(area.member, { subject_id }))
    expectAllowed(await decide(area, String(other), { decision: 'warn', reason: 'No such pictures' }))
    await leave(author)
    expect(await isNamed(BUCKET, second)).toBe(false)
    expect(await isNamed(BUCKET, path)).toBe(true)
    expect(await caseOf(area, id)).toMatchObject({ pictures: [stored(BUCKET, path)] })
    await area.row(
      `update private.report_cases set left_at = now() - interval '30 days 1 hour' where subject_id = $1`,
      [id],
    )
    await tend()
    expect(await isNamed(BUCKET, path)).toBe(false)
  })

  it('stays for 30 days after its author left, also when a decision against it was made since', async () => {
    const { author, path, id } = await withPicture()
    expectAllowed(await report(area.member, { subject_id: id }))
    await leave(author)
    expectAllowed(await decide(area, id, { decision: 'warn', reason: 'No such pictures' }))
    const namedAfter = async (days: number) => {
      await area.row(
        'update private.report_cases set left_at = now() - make_interval(secs => $2 * 86400.0) where subject_id = $1',
        [id, days],
      )
      await tend()
      return isNamed(BUCKET, path)
    }
    expect(await namedAfter(29.9)).toBe(true)
    expect(await namedAfter(30.1)).toBe(false)
  })

  it('is not kept from an admin who deletes it', async () => {
    const { path, id } = await withPicture()
    expectAllowed(await report(area.member, { subject_id: id }))
    expectAllowed(await area.admin.storage.from(BUCKET).remove([path]))
    expect(await area.row('select from storage.objects where name = $1', [path])).toBeUndefined()
  })
})

describe('the pictures of a reported member', () => {
  it('are in the case after another avatar and no photos', async () => {
    const author = await signUp(area.engine)
    const [avatar, photo] = [await putPicture(author, 'avatars'), await putPicture(author, 'fishing-photos')]
    const set = (change: object) => author.from('profiles').update(change).eq('id', author.user.id).throwOnError()
    await set({ avatar_url: stored('avatars', avatar), fishing_photos: [stored('fishing-photos', photo)] })
    expectAllowed(await report(area.member, { kind: 'member', subject_id: author.user.id }))
    await set({ avatar_url: '', fishing_photos: [] })
    const found = await caseOf(area, author.user.id)
    expect(found.pictures).toEqual([stored('avatars', avatar), stored('fishing-photos', photo)])
    for (const [bucket, path] of [
      ['avatars', avatar],
      ['fishing-photos', photo],
    ] as const)
      expect(await isNamed(bucket, path)).toBe(true)
    expectAllowed(await decide(area, author.user.id, { decision: 'dismiss' }))
    await tend()
    expect(await isNamed('avatars', avatar)).toBe(false)
  })
})

describe('pictures belong to the version that was reported', () => {
  const set = (who: Persona, change: object) => who.from('profiles').update(change).eq('id', who.user.id).throwOnError()
  const sent = (who: Persona) => ({ kind: 'member', subject_id: who.user.id })

  it('and none is pushed out of the case by others', async () => {
    const author = await signUp(area.engine)
    const friend = await signUp(area.engine)
    const photo = async () => stored('fishing-photos', await putPicture(author, 'fishing-photos'))
    const bad = await photo()
    await set(author, { fishing_photos: [bad] })
    expectAllowed(await report(area.member, sent(author)))
    const all = [bad]
    // As many as a new account reports on its first day.
    for (let time = 0; time < 3; time++) {
      const fishing_photos = [await photo(), await photo(), await photo(), await photo(), await photo(), await photo()]
      const avatar_url = stored('avatars', await putPicture(author, 'avatars'))
      await set(author, { fishing_photos, avatar_url })
      expectAllowed(await report(friend, sent(author)))
      all.push(avatar_url, ...fishing_photos)
    }
    expect([...(await caseOf(area, author.user.id)).pictures].sort()).toEqual([...all].sort())
  })

  it('so that a decision about others is no answer, and one about these is', async () => {
    const author = await signUp(area.engine)
    const photo = async () => stored('fishing-photos', await putPicture(author, 'fishing-photos'))
    const [bad, good] = [await photo(), await photo()]
    await set(author, { fishing_photos: [bad] })
    expectAllowed(await report(area.member, sent(author)))
    expectError(await report(area.member, sent(author)), 'RP001')
    await set(author, { fishing_photos: [good] })
    expectAllowed(await decide(area, author.user.id, { decision: 'dismiss' }))
    await set(author, { fishing_photos: [bad] })
    expectAllowed(await report(area.member, sent(author)))
    expectAllowed(await decide(area, author.user.id, { decision: 'dismiss' }))
    await tend()
    expectError(await report(area.member, sent(author)), 'RP001')
  })
})

it('a picture that no report needs any more is removed by the sweep', async () => {
  const { author, path, id } = await withPicture()
  expectAllowed(await report(area.member, { subject_id: id }))
  await deletePost(author, id)
  expect(await isLeft(path)).toBe(false)
  expectAllowed(await decide(area, id, { decision: 'dismiss' }))
  await area.engine.owner.query('begin; select private.tend_reports(); commit')
  // The engine's own sweep may be removing it between the two questions.
  const isStored = async () => Boolean(await area.row('select from storage.objects where name = $1', [path]))
  await expect.poll(async () => (await isLeft(path)) || !(await isStored())).toBe(true)
})
