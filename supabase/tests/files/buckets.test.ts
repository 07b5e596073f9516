import { randomUUID } from 'node:crypto'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { guest, signUp } from '../../../test-support/personas.ts'
import { expectAllowed, expectDenied } from '../support/denied.ts'
import { type MemberArea, openMemberArea } from '../support/member-area.ts'

let area: MemberArea
let png: Buffer
beforeAll(async () => {
  area = await openMemberArea()
  png = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#0e3f47' } })
    .png()
    .toBuffer()
})
afterAll(() => area.engine.close())

const MEMBER_BUCKETS = ['avatars', 'fishing-photos', 'newsfeed-images', 'game-photos']
const options = { contentType: 'image/png', cacheControl: '3600', upsert: false }
const put = (who = area.member, bucket = 'avatars', folder: string = who.user.id, name = `${randomUUID()}.png`) =>
  who.storage.from(bucket).upload(`${folder}/${name}`, png, options)
const exists = async (bucket: string, name: string) =>
  (await area.row('select id from storage.objects where bucket_id = $1 and name = $2', [bucket, name])) !== undefined

describe('a file', () => {
  it.each(MEMBER_BUCKETS)(
    'of %s is uploaded to the own folder, and listed and removed by its owner',
    async (bucket) => {
      const { member, other } = area
      const { path } = expectAllowed(await put(member, bucket)) as { path: string }
      const files = member.storage.from(bucket)
      const shown = await fetch(files.getPublicUrl(path).data.publicUrl)
      expect([shown.status, shown.headers.get('content-type')]).toEqual([200, 'image/png'])
      expect(expectAllowed(await files.list(member.user.id))).toHaveLength(1)
      expect(expectAllowed(await other.storage.from(bucket).list(member.user.id))).toEqual([])
      expect(expectAllowed(await other.storage.from(bucket).remove([path]))).toEqual([])
      expect(await exists(bucket, path)).toBe(true)
      expect(expectAllowed(await files.remove([path]))).toHaveLength(1)
      expect(await exists(bucket, path)).toBe(false)
    },
  )

  it.each(MEMBER_BUCKETS)('of %s cannot be uploaded elsewhere, or by a guest', async (bucket) => {
    const { member, other, engine, row } = area
    for (const folder of [other.user.id, `${member.user.id}/deep`, `x${member.user.id}`, 'shared']) {
      expect((await put(member, bucket, folder)).error).not.toBeNull()
    }
    expect((await member.storage.from(bucket).upload(`${randomUUID()}.png`, png, options)).error).not.toBeNull()
    const forged = await guest(engine).storage.from(bucket).upload(`${member.user.id}/g.png`, png, options)
    expect(forged.error).not.toBeNull()
    const left = await row('select count(*)::int as count from storage.objects where bucket_id = $1', [bucket])
    expect(left?.count).toBe(0)
  })

  it('cannot be overwritten, moved or copied into another folder', async () => {
    const { member, other } = area
    const { path } = expectAllowed(await put()) as { path: string }
    const files = member.storage.from('avatars')
    expect((await files.upload(path, png, { ...options, upsert: true })).error).not.toBeNull()
    expect((await files.update(path, png, options)).error).not.toBeNull()
    expect((await files.move(path, `${other.user.id}/moved.png`)).error).not.toBeNull()
    expect((await files.copy(path, `${other.user.id}/copied.png`)).error).not.toBeNull()
    const games = await files.copy(path, `${member.user.id}/copied.png`, { destinationBucket: 'games-images' })
    expect(games.error).not.toBeNull()
    const foreign = other.storage.from('avatars')
    expect((await foreign.move(path, `${other.user.id}/taken.png`)).error).not.toBeNull()
    expect(await exists('avatars', path)).toBe(true)
    expect(await exists('avatars', `${other.user.id}/copied.png`)).toBe(false)
  })

  it('in games-images is for admins', async () => {
    const { member, admin } = area
    expect((await put(member, 'games-images')).error).not.toBeNull()
    const { path } = expectAllowed(await put(admin, 'games-images')) as { path: string }
    expect(expectAllowed(await member.storage.from('games-images').list(admin.user.id))).toEqual([])
    expect(expectAllowed(await member.storage.from('games-images').remove([path]))).toEqual([])
    expect(expectAllowed(await admin.storage.from('games-images').remove([path]))).toHaveLength(1)
  })

  it('for the newsfeed is refused to suspended members, but their avatar is accepted', async () => {
    const { suspended } = area
    expect((await put(suspended, 'newsfeed-images')).error).not.toBeNull()
    expectAllowed(await put(suspended, 'avatars'))
  })

  it('can be uploaded at most 30 times an hour', async () => {
    const { row, scaleLimits, engine } = area
    const eager = await signUp(engine)
    await scaleLimits(1)
    await row(
      `insert into private.rate_counters (user_id, bucket, window_start, used) values ($1, 'upload-1h', now(), 29)`,
      [eager.user.id],
    )
    expectAllowed(await put(eager))
    expect((await put(eager)).error).not.toBeNull()
    await row(`update private.rate_counters set window_start = now() - interval '61 minutes' where user_id = $1`, [
      eager.user.id,
    ])
    expectAllowed(await put(eager))
    await scaleLimits(1000)
  })
})

describe('buckets', () => {
  it('are public but one, take pictures of at most 5 MiB, and cannot be listed or changed', async () => {
    const { engine, member, admin } = area
    const rows = await engine.owner.query(
      'select id, public, file_size_limit::int, allowed_mime_types from storage.buckets order by id',
    )
    const settings = {
      public: true,
      file_size_limit: 5_242_880,
      allowed_mime_types: ['image/jpeg', 'image/png', 'image/webp'],
    }
    expect(rows).toEqual(
      [...MEMBER_BUCKETS, 'games-images', 'catch-photos']
        .sort()
        .map((id) => ({ id, ...settings, public: id !== 'catch-photos' })),
    )
    for (const who of [guest(engine), member, admin]) {
      expect((await who.storage.listBuckets()).data ?? []).toEqual([])
      expect((await who.storage.createBucket('mine', { public: true })).error).not.toBeNull()
      await who.storage.emptyBucket('avatars')
      await who.storage.deleteBucket('avatars')
    }
    expect(await engine.owner.query('select from storage.buckets')).toHaveLength(6)
  })
})

describe('a deleted member', () => {
  it('leaves files that admins can find and remove, but members cannot', async () => {
    const { admin, member, engine, row } = area
    const leaver = await signUp(engine)
    const { path } = expectAllowed(await put(leaver, 'fishing-photos')) as { path: string }
    expectAllowed(await admin.rpc('assign_prize_package', { package_id: await prize(), user_id: leaver.user.id }))
    await area.givePoints(leaver, 50)
    expectAllowed(
      await leaver
        .from('point_gifts')
        .insert({ from_user_id: leaver.user.id, to_user_id: member.user.id, points: 20 })
        .select(),
    )
    // As on a host whose storage is not notified of deleted accounts.
    await row('alter table auth.users disable trigger _500_wake_sweep')
    expect((await admin.rpc('delete_user', { user_id: leaver.user.id })).error).toBeNull()
    await row('alter table auth.users enable trigger _500_wake_sweep')
    expect(expectAllowed(await admin.rpc('leftover_files'))).toEqual([{ bucket_id: 'fishing-photos', name: path }])
    expectDenied(await member.rpc('leftover_files'))
    expect(expectAllowed(await admin.storage.from('fishing-photos').remove([path]))).toHaveLength(1)
    expect(expectAllowed(await admin.rpc('leftover_files'))).toEqual([])
    expect(
      await row(`select points_change from public.points_log where user_id = $1 and kind = 'gift_received'`, [
        member.user.id,
      ]),
    ).toEqual({ points_change: 20 })
    expect(await row(`select remaining_quantity from public.prize_items where title = 'Net'`)).toEqual({
      remaining_quantity: 1,
    })
  })

  it('leaves photos of catches that admins remove without seeing others, but moderators and members do not', async () => {
    const { admin, member, other, suspended, engine, row } = area
    const bucket = 'catch-photos'
    const moderator = await signUp(engine, { moderator: true })
    const leaver = await signUp(engine)
    const { path: left } = expectAllowed(await put(leaver, bucket)) as { path: string }
    const { path: named } = expectAllowed(await put(member, bucket)) as { path: string }
    await row(
      `insert into public.catches (user_id, grams, caught_on, variety, visibility, photo_path)
        values ($1, 9000, '2026-01-01', 'common', 'me', $2)`,
      [member.user.id, named],
    )
    await row('alter table auth.users disable trigger _500_wake_sweep')
    expect((await admin.rpc('delete_user', { user_id: leaver.user.id })).error).toBeNull()
    await row('alter table auth.users enable trigger _500_wake_sweep')
    expect(expectAllowed(await admin.rpc('leftover_files'))).toEqual([{ bucket_id: bucket, name: left }])
    for (const who of [member, other, suspended, moderator, guest(engine)]) {
      expect((await who.storage.from(bucket).remove([left])).data ?? []).toEqual([])
      expect(await exists(bucket, left)).toBe(true)
    }
    const files = admin.storage.from(bucket)
    for (const path of [left, named]) {
      expect((await files.download(path)).error, path).not.toBeNull()
      expect((await files.info(path)).error, path).not.toBeNull()
      expect((await files.createSignedUrl(path, 60)).error, path).not.toBeNull()
      expect(expectAllowed(await files.list(path.split('/')[0])), path).toEqual([])
    }
    expect(expectAllowed(await files.remove([left, named])).map(({ name }) => name)).toEqual([left])
    expect([await exists(bucket, left), await exists(bucket, named)]).toEqual([false, true])
    expect(expectAllowed(await admin.rpc('leftover_files'))).toEqual([])
  })

  async function prize(): Promise<string> {
    const box = await area.row(`insert into public.prize_packages (name) values ('Net') returning id`)
    await area.row(
      `insert into public.prize_items (package_id, title, type, quantity) values ($1, 'Net', 'physical', 1)`,
      [box?.id],
    )
    return String(box?.id)
  }
})
