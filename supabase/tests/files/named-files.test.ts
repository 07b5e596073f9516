import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Persona, service, signUp } from '../../../test-support/personas.ts'
import { expectAllowed, expectDenied } from '../support/denied.ts'
import { type MemberArea, openMemberArea } from '../support/member-area.ts'
import { carpOfTheWeek, png, putPicture, stored, UPLOAD } from './pictures.ts'

let area: MemberArea
let member: Persona
beforeAll(async () => {
  area = await openMemberArea()
})
beforeEach(async () => {
  member = await signUp(area.engine)
})
afterAll(() => area.engine.close())

const versionOf = async (bucket: string, path: string) =>
  (await area.row('select version from storage.objects where bucket_id = $1 and name = $2', [bucket, path]))?.version
const isNamed = async (bucket: string, path: string) =>
  (await area.row('select private.is_named_file($1, $2) as named', [bucket, path]))?.named
const bytesAt = async (bucket: string, path: string) => {
  const reply = await fetch(`${area.engine.url}${stored(bucket, path)}`)
  return reply.ok ? Buffer.from(await reply.arrayBuffer()).toString('base64') : reply.status
}

/** All ways in which a member could try to replace this picture by another. */
async function tryToSwap(who: Persona, bucket: string, path: string) {
  const files = who.storage.from(bucket)
  const other = await png('#ff0000')
  await files.remove([path])
  await files.move(path, `${who.user.id}/${randomUUID()}.png`)
  await files.update(path, other, UPLOAD)
  await files.upload(path, other, { ...UPLOAD, upsert: true })
  await files.upload(path, other, UPLOAD)
  await files.copy(await putPicture(who, bucket), path)
}

interface Naming {
  bucket: string
  /** Which of the row's pictures, where it can have several. */
  place?: string
  /** Makes a row refer to the file. */
  name(path: string): PromiseLike<unknown>
  /** Removes the reference. */
  unname(path: string): PromiseLike<unknown>
}
const post = (path: string) => ({
  user_id: member.user.id,
  content: 'A carp',
  image_url: stored('newsfeed-images', path),
})
const profile = (change: object) => member.from('profiles').update(change).eq('id', member.user.id).select('id')
const NAMINGS: Naming[] = [
  {
    bucket: 'avatars',
    name: (path) => profile({ avatar_url: stored('avatars', path) }),
    unname: () => profile({ avatar_url: '' }),
  },
  {
    bucket: 'fishing-photos',
    name: (path) => profile({ fishing_photos: [stored('fishing-photos', path)] }),
    unname: () => profile({ fishing_photos: [] }),
  },
  {
    bucket: 'newsfeed-images',
    name: (path) => member.from('newsfeed_posts').insert(post(path)).select('id'),
    unname: (path) =>
      member.from('newsfeed_posts').delete().eq('image_url', stored('newsfeed-images', path)).select('id'),
  },
  {
    bucket: 'game-photos',
    name: async (path) =>
      await member
        .from('game_entries')
        .insert({ game_id: await carpOfTheWeek(area), photo_url: stored('game-photos', path) })
        .select('id'),
    unname: (path) =>
      area.row(
        `delete from public.games where id = (select game_id from public.game_entries where photo_url = $1) returning id`,
        [stored('game-photos', path)],
      ),
  },
  {
    bucket: 'newsfeed-images',
    place: ' after its first picture',
    name: async (path) => {
      const first = await putPicture(member, 'newsfeed-images')
      const row = { ...post(first), more_images: [stored('newsfeed-images', path)] }
      return await member.from('newsfeed_posts').insert(row).select('id')
    },
    unname: (path) =>
      member
        .from('newsfeed_posts')
        .delete()
        .contains('more_images', [stored('newsfeed-images', path)])
        .select('id'),
  },
]
const NAMED = NAMINGS.map((naming) => ({ place: '', ...naming }))

describe.each(NAMED)('a picture in $bucket that a row refers to$place', ({ bucket, name, unname }) => {
  it('stays the same for as long as the row refers to it', async () => {
    const path = await putPicture(member, bucket)
    expect(await name(path)).toMatchObject({ error: null, data: [{}] })
    const before = [await versionOf(bucket, path), await bytesAt(bucket, path)]
    await tryToSwap(member, bucket, path)
    expect([await versionOf(bucket, path), await bytesAt(bucket, path)]).toEqual(before)
  })

  it('can be removed when no row refers to it, and its address never shows another one', async () => {
    const path = await putPicture(member, bucket)
    expect(await name(path)).toMatchObject({ error: null })
    expect(await unname(path)).not.toMatchObject({ error: expect.anything() })
    expect(await member.storage.from(bucket).remove([path])).toMatchObject({ error: null })
    // The engine also removes files that lose their name, and may just be doing so.
    await expect.poll(() => versionOf(bucket, path), { timeout: 10_000 }).toBeUndefined()
    await tryToSwap(member, bucket, path)
    expect(await versionOf(bucket, path)).toBeUndefined()
    expect(await bytesAt(bucket, path)).toBe(400)
  })

  it('must exist before a row refers to it', async () => {
    const path = `${member.user.id}/${randomUUID()}.png`
    expect(await name(path)).toMatchObject({ error: { code: 'FL001' } })
    expect(await isNamed(bucket, path)).toBe(false)
    expectAllowed(await member.storage.from(bucket).upload(path, await png(), UPLOAD))
    expect(await name(path)).toMatchObject({ error: null, data: [{}] })
    expect(await isNamed(bucket, path)).toBe(true)
  })

  it('cannot be referred to after its removal', async () => {
    const path = await putPicture(member, bucket)
    expectAllowed(await member.storage.from(bucket).remove([path]))
    expect(await name(path)).toMatchObject({ error: { code: 'FL001' } })
    expect(await isNamed(bucket, path)).toBe(false)
  })

  it('is not replaced by an upload signed while its name was free', async () => {
    const files = member.storage.from(bucket)
    const path = `${member.user.id}/${randomUUID()}.png`
    const signed = expectAllowed(await files.createSignedUploadUrl(path, { upsert: true }))
    expectAllowed(await files.upload(path, await png(), UPLOAD))
    expect(await name(path)).toMatchObject({ error: null, data: [{}] })
    const before = await versionOf(bucket, path)
    expect((await files.uploadToSignedUrl(path, signed.token, await png('#ff0000'), UPLOAD)).error).not.toBeNull()
    expect(await versionOf(bucket, path)).toBe(before)
  })
})

describe('an upload signed before a suspension', () => {
  it('is refused in the newsfeed during the suspension, but not elsewhere', async () => {
    const guilty = await signUp(area.engine)
    const signed = async (bucket: string) => {
      const path = `${guilty.user.id}/${randomUUID()}.png`
      const { token } = expectAllowed(await guilty.storage.from(bucket).createSignedUploadUrl(path))
      return async () => guilty.storage.from(bucket).uploadToSignedUrl(path, token, await png(), UPLOAD)
    }
    const [post, later, avatar] = [
      await signed('newsfeed-images'),
      await signed('newsfeed-images'),
      await signed('avatars'),
    ]
    const suspend = (is_suspended: boolean) =>
      area.admin.from('profiles').update({ is_suspended }).eq('id', guilty.user.id).throwOnError()
    await suspend(true)
    expect((await post()).error).toMatchObject({ statusCode: '403' })
    expectAllowed(await avatar())
    expect(
      await area.row(
        `select count(*)::int as n from storage.objects where name like $1 and bucket_id = 'newsfeed-images'`,
        [`${guilty.user.id}/%`],
      ),
    ).toEqual({ n: 0 })
    await suspend(false)
    expectAllowed(await later())
  })
})

describe('a key of the buckets', () => {
  it('can be used once, including with the secret key and earlier signed addresses', async () => {
    const path = `${member.user.id}/${randomUUID()}.png`
    const files = member.storage.from('avatars')
    const signed = expectAllowed(await files.createSignedUploadUrl(path))
    expectAllowed(await files.upload(path, await png(), UPLOAD))
    expect(expectAllowed(await files.remove([path]))).toHaveLength(1)
    const taken = { statusCode: '409' }
    expect((await files.upload(path, await png(), UPLOAD)).error).toMatchObject(taken)
    expect((await files.uploadToSignedUrl(path, signed.token, await png(), UPLOAD)).error).toMatchObject(taken)
    const operator = service(area.engine).storage.from('avatars')
    expect((await operator.upload(path, await png(), UPLOAD)).error).toMatchObject(taken)
    expect(await versionOf('avatars', path)).toBeUndefined()
  })

  it('can be used once, including for an upload that waited for the removal', async () => {
    const path = await putPicture(member, 'avatars')
    const [remover, uploader] = [new pg.Client(area.engine.databaseUrl), new pg.Client(area.engine.databaseUrl)]
    await Promise.all([remover.connect(), uploader.connect()])
    try {
      await remover.query(`begin; set local storage.allow_delete_query = 'true'`)
      await remover.query('delete from storage.objects where name = $1', [path])
      const { rows } = await uploader.query<{ pid: number }>('select pg_backend_pid() as pid')
      const waiting = uploader.query(`insert into storage.objects (bucket_id, name) values ('avatars', $1)`, [path])
      const refused = expect(waiting).rejects.toMatchObject({ code: '23505' })
      const waits = () => area.row('select from pg_locks where pid = $1 and not granted', [rows[0]?.pid])
      await expect.poll(waits).toBeDefined()
      await remover.query('commit')
      await refused
    } finally {
      await Promise.all([remover.end(), uploader.end()])
    }
    expect(await versionOf('avatars', path)).toBeUndefined()
  })

  it('is remembered without its owner', async () => {
    const path = await putPicture(member, 'avatars')
    await member.storage.from('avatars').remove([path])
    expect(
      await area.row(`select from private.used_file_keys where digest = sha256($1::bytea)`, [`avatars/${path}`]),
    ).toBeDefined()
    expect(await area.row(`select from private.used_file_keys as u where u::text like $1`, [`%${path}%`])).toBe(
      undefined,
    )
  })

  it('can be filled by the operator who moves a club, even if a row refers to it', async () => {
    const path = `${member.user.id}/${randomUUID()}.png`
    await area.row('update public.profiles set avatar_url = $2 where id = $1', [
      member.user.id,
      stored('avatars', path),
    ])
    expect((await member.storage.from('avatars').upload(path, await png(), UPLOAD)).error).toMatchObject({
      statusCode: '409',
    })
    expectAllowed(
      await service(area.engine)
        .storage.from('avatars')
        .upload(path, await png(), UPLOAD),
    )
  })
})

describe('a deleted account', () => {
  it('accepts no upload signed before its deletion', async () => {
    const path = `${member.user.id}/${randomUUID()}.png`
    const signed = expectAllowed(await member.storage.from('avatars').createSignedUploadUrl(path))
    expectAllowed(await member.rpc('delete_own_account', { password: member.user.password }))
    const late = await area.other.storage.from('avatars').uploadToSignedUrl(path, signed.token, await png(), UPLOAD)
    // The engine refuses the address of an ended session; the database refuses the row to every caller.
    expect(late.error).toMatchObject({ message: 'Invalid signature' })
    const insert = `insert into storage.objects (bucket_id, name, owner_id, version) values ('avatars', $1, $2, 'v')`
    await expect(area.engine.owner.query(insert, [path, member.user.id])).rejects.toMatchObject({
      code: '42501',
      message: 'the account is gone',
    })
    expect(await versionOf('avatars', path)).toBeUndefined()
  })
})

describe('admins', () => {
  it('can remove others’ pictures, but the picture of a running game only with the game', async () => {
    const { admin } = area
    const photo = await putPicture(member, 'game-photos')
    await NAMINGS[3]?.name(photo)
    expect(expectAllowed(await admin.storage.from('game-photos').remove([photo]))).toHaveLength(1)
    const own = await putPicture(admin, 'avatars')
    const named = { avatar_url: stored('avatars', own) }
    expectAllowed(await admin.from('profiles').update(named).eq('id', admin.user.id).select('id'))
    expect(expectAllowed(await admin.storage.from('avatars').remove([own]))).toEqual([])
    const lake = await putPicture(admin, 'games-images')
    await area.row(
      `insert into public.games (type, title, image_url, start_date, end_date)
        values ('carp_of_week', 'Lake', $1, now(), now() + interval '1 day')`,
      [stored('games-images', lake)],
    )
    expect(expectAllowed(await admin.storage.from('games-images').remove([lake]))).toEqual([])
    expectAllowed(await admin.from('games').delete().eq('title', 'Lake').select('id'))
    await admin.storage.from('games-images').remove([lake])
    expect(await versionOf('games-images', lake)).toBeUndefined()
  })
})

describe('the picture of a post', () => {
  it('cannot be changed or removed by its author, but can be removed by an admin', async () => {
    const path = await putPicture(member, 'newsfeed-images')
    const another = await putPicture(member, 'newsfeed-images')
    const { id } = expectAllowed(await member.from('newsfeed_posts').insert(post(path)).select('id').single())
    const change = (who: Persona, image_url: string | null) =>
      who.from('newsfeed_posts').update({ image_url }).eq('id', id).select('image_url')
    for (const image of [stored('newsfeed-images', another), null, '']) expectDenied(await change(member, image))
    expectAllowed(await member.from('newsfeed_posts').update({ content: 'A better carp' }).eq('id', id).select('id'))
    expect(await area.row('select image_url from public.newsfeed_posts where id = $1', [id])).toEqual({
      image_url: stored('newsfeed-images', path),
    })
    expectDenied(await change(area.admin, stored('newsfeed-images', another)))
    expect(expectAllowed(await change(area.admin, null))).toEqual([{ image_url: null }])
  })
})

describe('a picture of the club', () => {
  const address = (path: string) => stored('games-images', path)
  const dates = { start_date: '2026-01-01T00:00:00Z', end_date: '2100-01-01T00:00:00Z' }
  const ways: [table: string, (image_url: string) => PromiseLike<{ error: { code?: string } | null }>][] = [
    [
      'games',
      (image_url) => area.admin.from('games').insert({ type: 'carp_of_week', title: 'Lake', image_url, ...dates }),
    ],
    [
      'info_cards',
      (image_url) => area.admin.from('info_cards').insert({ title: 'Card', placement: 'home', image_url, ...dates }),
    ],
    [
      'landing_content',
      (image_url) =>
        area.admin.from('landing_content').update({ image_url }).eq('section', 'hero').select('id').single(),
    ],
    [
      'prize_items',
      async (image_url) => {
        const box = await area.row(`insert into public.prize_packages (name) values ('Net') returning id`)
        const item = { package_id: String(box?.id), title: 'Net', type: 'physical', quantity: 1, image_url }
        return await area.admin.from('prize_items').insert(item)
      },
    ],
  ]

  it.each(ways)('of %s exists before the row names it; one on another site is not asked for', async (_table, write) => {
    const path = `${area.admin.user.id}/${randomUUID()}.png`
    expect((await write(address(path))).error?.code).toBe('FL001')
    expect(await isNamed('games-images', path)).toBe(false)
    expectAllowed(await area.admin.storage.from('games-images').upload(path, await png(), UPLOAD))
    expect((await write(address(path))).error).toBeNull()
    expect(await isNamed('games-images', path)).toBe(true)
    expect((await write('https://lakes.example/lake.jpg')).error).toBeNull()
  })
})
