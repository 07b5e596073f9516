import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type MemberArea, openMemberArea } from '../../../supabase/tests/support/member-area.ts'
import { guest, type Persona } from '../../../test-support/personas.ts'
import { asBlob, pictureBytes } from './storage-fixture.ts'

let area: MemberArea
let photo: Blob
beforeAll(async () => {
  area = await openMemberArea()
  photo = asBlob(await pictureBytes('jpeg', 80, 60), 'image/jpeg')
})
afterAll(() => area.engine.close())

let stamp = 1_700_000_000_000
/** `user id/timestamp.ext`, as the browser names a photo. */
const nameOf = (owner: Persona) => `${owner.user.id}/${++stamp}.jpg`
const upload = (who: Pick<Persona, 'storage'>, bucket: string, name: string) =>
  who.storage.from(bucket).upload(name, photo, { cacheControl: '3600', upsert: false })
const refused = { statusCode: '403' }

describe.each(['avatars', 'fishing-photos', 'newsfeed-images', 'game-photos'])('%s', (bucket) => {
  it('upload with cache 3600 and no overwrite: by the member into their own folder, by no one else', async () => {
    const name = nameOf(area.member)
    for (const who of [guest(area.engine), area.other])
      expect((await upload(who, bucket, name)).error, bucket).toMatchObject(refused)
    const { data, error } = await upload(area.member, bucket, name)
    expect(error).toBeNull()
    expect(data?.path).toBe(name)
    expect((await upload(area.member, bucket, name)).error).toMatchObject({ statusCode: '409' })
  })

  it('return a public URL, which any client can open and cache', async () => {
    const name = nameOf(area.member)
    await upload(area.member, bucket, name)
    const { publicUrl } = area.member.storage.from(bucket).getPublicUrl(name).data
    const reply = await fetch(publicUrl)
    expect(reply.status).toBe(200)
    expect(reply.headers.get('content-type')).toBe('image/jpeg')
    expect(reply.headers.get('cache-control')).toContain('max-age=3600')
  })

  it('delete by the path that the public URL ends with: the owner does, others find nothing to delete', async () => {
    const name = nameOf(area.member)
    await upload(area.member, bucket, name)
    const { publicUrl } = area.member.storage.from(bucket).getPublicUrl(name).data
    const path = publicUrl.split(`/object/public/${bucket}/`)[1] ?? ''
    for (const who of [guest(area.engine), area.other])
      expect((await who.storage.from(bucket).remove([path])).data).toEqual([])
    expect((await fetch(publicUrl)).status).toBe(200)
    const { data } = await area.member.storage.from(bucket).remove([path])
    expect(data?.map((object) => object.name)).toEqual([name])
    expect((await fetch(publicUrl)).status).toBe(400)
  })
})

describe('avatars', () => {
  it('the old files are listed and removed first: only one’s own, another member sees none', async () => {
    await upload(area.member, 'avatars', nameOf(area.member))
    const folder = area.member.user.id
    expect((await area.other.storage.from('avatars').list(folder)).data).toEqual([])
    const { data: old } = await area.member.storage.from('avatars').list(folder)
    expect(old?.length).toBeGreaterThan(0)
    const paths = (old ?? []).map(({ name }) => `${folder}/${name}`)
    expect((await area.member.storage.from('avatars').remove(paths)).data).toHaveLength(paths.length)
    expect((await area.member.storage.from('avatars').list(folder)).data).toEqual([])
  })
})

describe('games-images', () => {
  it('upload and delete: by an admin, by no one else', async () => {
    const name = 'withy-lake.jpg'
    for (const who of [guest(area.engine), area.member])
      expect((await upload(who, 'games-images', name)).error).toMatchObject(refused)
    expect((await upload(area.admin, 'games-images', name)).error).toBeNull()
    expect((await area.member.storage.from('games-images').remove([name])).data).toEqual([])
    expect((await area.admin.storage.from('games-images').remove([name])).data).toHaveLength(1)
  })
})

it('a suspended member cannot upload pictures for the newsfeed', async () => {
  expect((await upload(area.suspended, 'newsfeed-images', nameOf(area.suspended))).error).toMatchObject(refused)
  expect((await upload(area.suspended, 'avatars', nameOf(area.suspended))).error).toBeNull()
})
