import { randomUUID } from 'node:crypto'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { guest, type Persona, signUp } from '../../../test-support/personas.ts'
import { png, putPicture, UPLOAD } from '../files/pictures.ts'
import { expectAllowed, expectError } from '../support/denied.ts'
import { type MemberArea, openMemberArea } from '../support/member-area.ts'
import { befriend, log, logged, stored, VISIBILITIES } from './club.ts'

const BUCKET = 'catch-photos'
let area: MemberArea
let angler: Persona
let friend: Persona
let moderator: Persona
beforeAll(async () => {
  area = await openMemberArea()
  moderator = await signUp(area.engine, { moderator: true })
})
afterAll(() => area.engine.close())
beforeEach(async () => {
  angler = await signUp(area.engine)
  friend = await signUp(area.engine)
  await befriend(area, friend, angler)
})

type Reader = ReturnType<typeof guest>
const photo = () => putPicture(angler, BUCKET)
const exists = async (path: string) =>
  (await area.row('select from storage.objects where bucket_id = $1 and name = $2', [BUCKET, path])) !== undefined

/** Only the angler takes these: a signed address would outlive the right to see the photo. */
const SIGNING = ['a signed address', 'signed addresses', 'a signed rendition']

/** Every way to the bytes or to the name of a photo. */
const WAYS: Record<string, (reader: Reader, path: string) => Promise<boolean>> = {
  'a download': async (reader, path) => (await reader.storage.from(BUCKET).download(path)).error === null,
  'a rendition': async (reader, path) =>
    (await reader.storage.from(BUCKET).download(path, { transform: { width: 8, resize: 'contain' } })).error === null,
  'a signed address': async (reader, path) =>
    (await reader.storage.from(BUCKET).createSignedUrl(path, 60)).error === null,
  'signed addresses': async (reader, path) =>
    Boolean((await reader.storage.from(BUCKET).createSignedUrls([path], 60)).data?.[0]?.signedUrl),
  'a signed rendition': async (reader, path) =>
    (await reader.storage.from(BUCKET).createSignedUrl(path, 60, { transform: { width: 8 } })).error === null,
  'the details': async (reader, path) => (await reader.storage.from(BUCKET).info(path)).error === null,
  'a copy': async (reader, path) => {
    if (!('user' in reader)) return false
    const to = `${(reader as Persona).user.id}/${randomUUID()}.png`
    return (await reader.storage.from(BUCKET).copy(path, to)).error === null
  },
  'the list': async (reader, path) => {
    const [folder = '', name] = path.split('/')
    return ((await reader.storage.from(BUCKET).list(folder)).data ?? []).some((file) => file.name === name)
  },
}

describe('the photo of a catch', () => {
  it.each(VISIBILITIES)('for %s is read by those who see the catch', async (visibility) => {
    const path = await photo()
    await logged(angler, { visibility, photo_path: path })
    const seen: [Reader, boolean][] = [
      [angler, true],
      [friend, visibility !== 'me'],
      [moderator, visibility !== 'me'],
      [area.admin, visibility !== 'me'],
      [area.member, visibility === 'members'],
      [area.suspended, false],
      [guest(area.engine), false],
    ]
    for (const [reader, sees] of seen)
      for (const [way, looks] of Object.entries(WAYS)) {
        // Nobody who is suspended uploads, so they copy nothing either.
        if (way === 'a copy' && reader === area.suspended) continue
        expect(await looks(reader, path), way).toBe(sees && (reader === angler || !SIGNING.includes(way)))
      }
  })

  it('has an address that works for guests if its angler signs one', async () => {
    const path = await photo()
    await logged(angler, { visibility: 'me', photo_path: path })
    const { signedUrl } = expectAllowed(await angler.storage.from(BUCKET).createSignedUrl(path, 60))
    expect((await fetch(signedUrl)).status).toBe(200)
  })

  it.each(VISIBILITIES)(
    'for %s is removed by an admin who sees it, and by nobody else of the team',
    async (visibility) => {
      const path = await photo()
      await logged(angler, { visibility, photo_path: path })
      const remove = async (who: Persona) => (await who.storage.from(BUCKET).remove([path])).data ?? []
      for (const who of [moderator, friend]) expect(await remove(who)).toEqual([])
      expect(await exists(path)).toBe(true)
      expect(await remove(area.admin)).toHaveLength(visibility === 'me' ? 0 : 1)
      expect(await exists(path)).toBe(visibility === 'me')
    },
  )

  it('has no public address', async () => {
    const path = await photo()
    await logged(angler, { photo_path: path })
    for (const way of ['object/public', 'render/image/public', 'object'])
      expect((await fetch(`${area.engine.url}/storage/v1/${way}/${BUCKET}/${path}`)).ok, way).toBe(false)
  })

  it('follows its row: made private, made shared, blocked, suspended', async () => {
    const path = await photo()
    const { id } = await logged(angler, { photo_path: path })
    const sees = () => WAYS['a download']?.(friend, path)
    const change = (visibility: string) => angler.from('catches').update({ visibility }).eq('id', id).throwOnError()
    expect(await sees()).toBe(true)
    await change('me')
    expect(await sees()).toBe(false)
    await change('connections')
    expect(await sees()).toBe(true)
    await area.row('update public.profiles set is_suspended = true where id = $1', [angler.user.id])
    expect(await sees()).toBe(false)
    await area.row('update public.profiles set is_suspended = false where id = $1', [angler.user.id])
    await change('members')
    await friend.rpc('block_member', { member_id: angler.user.id }).throwOnError()
    expect(await sees()).toBe(false)
  })

  it('before a catch names it is seen by its uploader only', async () => {
    const path = await photo()
    expect(await WAYS['a download']?.(angler, path)).toBe(true)
    for (const reader of [friend, area.member, area.admin, guest(area.engine)])
      for (const [way, looks] of Object.entries(WAYS)) expect(await looks(reader, path), way).toBe(false)
  })

  it('must be stored, one’s own, and of one catch', async () => {
    const missing = `${angler.user.id}/${randomUUID()}.png`
    expectError(await log(angler, { photo_path: missing }), 'FL001')
    const foreign = await putPicture(friend, BUCKET)
    for (const photo_path of [foreign, `${angler.user.id}/../${foreign}`, 'photo.png', '', `${angler.user.id}/a/b.png`])
      expectError(await log(angler, { photo_path }), '23514')
    const own = await photo()
    const { id } = await logged(angler, { photo_path: own })
    expectError(await log(angler, { photo_path: own }), '23505')
    expectError(await angler.from('catches').update({ photo_path: missing }).eq('id', id), 'FL001')
    expect(await stored(area, id)).toMatchObject({ photo_path: own })
  })

  it('stays as it is for as long as a catch names it', async () => {
    const path = await photo()
    await logged(angler, { photo_path: path })
    const version = async () =>
      (await area.row('select version from storage.objects where bucket_id = $1 and name = $2', [BUCKET, path]))
        ?.version
    const before = await version()
    const files = angler.storage.from(BUCKET)
    const other = await png('#ff0000')
    await files.remove([path])
    await files.move(path, `${angler.user.id}/${randomUUID()}.png`)
    await files.update(path, other, UPLOAD)
    await files.upload(path, other, { ...UPLOAD, upsert: true })
    expect(await version()).toBe(before)
    expect(before).toBeDefined()
  })

  it('goes with its catch, and its name never shows another', async () => {
    const path = await photo()
    const { id } = await logged(angler, { photo_path: path })
    expectAllowed(await angler.from('catches').delete().eq('id', id).select('id'))
    await expect.poll(() => exists(path), { timeout: 10_000 }).toBe(false)
    expect((await angler.storage.from(BUCKET).upload(path, await png(), UPLOAD)).error).not.toBeNull()
  })

  it('goes when another takes its place, or none', async () => {
    const [first, second] = [await photo(), await photo()]
    const { id } = await logged(angler, { photo_path: first })
    await angler.from('catches').update({ photo_path: second }).eq('id', id).throwOnError()
    await expect.poll(() => exists(first), { timeout: 10_000 }).toBe(false)
    await angler.from('catches').update({ photo_path: null }).eq('id', id).throwOnError()
    await expect.poll(() => exists(second), { timeout: 10_000 }).toBe(false)
  })

  it('that no catch names within a day is removed', async () => {
    const path = await photo()
    expect(
      await area.row(
        `select since > now() + interval '23 hours' as later from private.unneeded_files where bucket_id = $1 and name = $2`,
        [BUCKET, path],
      ),
    ).toEqual({ later: true })
    const named = await photo()
    await logged(angler, { photo_path: named })
    await area.row(`update private.unneeded_files set since = now() where bucket_id = $1`, [BUCKET])
    await area.row(`select pg_notify('storage_sweep', '')`)
    await expect.poll(() => exists(path), { timeout: 10_000 }).toBe(false)
    expect(await exists(named)).toBe(true)
  })

  it('goes with the account', async () => {
    const path = await photo()
    await logged(angler, { photo_path: path })
    expect(expectAllowed(await angler.rpc('delete_own_account', { password: angler.user.password }))).toBe(true)
    await expect.poll(() => exists(path), { timeout: 10_000 }).toBe(false)
  })
})

describe('an upload', () => {
  it('goes into the own folder only, and is refused to guests and suspended members', async () => {
    const bytes = await png()
    const put = (who: Reader, folder: string) =>
      who.storage.from(BUCKET).upload(`${folder}/${randomUUID()}.png`, bytes, UPLOAD)
    expect((await put(angler, angler.user.id)).error).toBeNull()
    for (const folder of [friend.user.id, `${angler.user.id}/deep`, 'shared'])
      expect((await put(angler, folder)).error, folder).not.toBeNull()
    expect((await put(guest(area.engine), angler.user.id)).error).not.toBeNull()
    expect((await put(area.suspended, area.suspended.user.id)).error).not.toBeNull()
  })

  it('loses the place that its EXIF tells', async () => {
    const withPlace = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#0e3f47' } })
      .withExif({ IFD0: { Copyright: 'Withy Pool' }, IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1 30/1 0/1' } })
      .jpeg()
      .toBuffer()
    expect((await sharp(withPlace).metadata()).exif).toBeDefined()
    const path = `${angler.user.id}/${randomUUID()}.jpg`
    expectAllowed(await angler.storage.from(BUCKET).upload(path, withPlace, { ...UPLOAD, contentType: 'image/jpeg' }))
    const file = expectAllowed(await angler.storage.from(BUCKET).download(path)) as Blob
    const bytes = Buffer.from(await file.arrayBuffer())
    expect((await sharp(bytes).metadata()).exif).toBeUndefined()
    expect(bytes.includes('Withy')).toBe(false)
  })
})
