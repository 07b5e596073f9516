import { randomUUID } from 'node:crypto'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Persona, service, signUp } from '../../../test-support/personas.ts'
import { startEngine, type TestEngine } from '../../../test-support/start-engine.ts'
import { asBlob, pictureBytes } from '../conformance/storage-fixture.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'bankside-left-'))
let engine: TestEngine
let admin: Persona
let member: Persona
let png: Blob

beforeAll(async () => {
  engine = await startEngine({ dataDir })
  admin = await signUp(engine, { admin: true })
  png = asBlob(await pictureBytes(), 'image/png')
})
beforeEach(async () => {
  member = await signUp(engine)
})
afterAll(async () => {
  await engine.close()
  rmSync(dataDir, { recursive: true, force: true })
})

const BUCKETS = ['avatars', 'fishing-photos', 'newsfeed-images', 'game-photos']
const addressOf = (bucket: string, path: string) => `/storage/v1/object/public/${bucket}/${path}`

/** A file, requested once at its public address, and the path of its bytes. */
async function put(bucket: string, who = member) {
  const path = `${who.user.id}/${randomUUID()}.png`
  expect((await who.storage.from(bucket).upload(path, png)).error).toBeNull()
  const address = addressOf(bucket, path)
  expect((await fetch(engine.url + address)).status).toBe(200)
  const [row] = await engine.owner.query('select version from storage.objects where name = $1', [path])
  const version = String(row?.version)
  return { address, blob: join(dataDir, 'storage/objects', version.slice(0, 2), version) }
}

async function expectGone({ address, blob }: { address: string; blob: string }, message?: string) {
  const answer = async () => {
    const reply = await fetch(engine.url + address)
    return reply.ok ? reply.status : ((await reply.json()) as { statusCode: string }).statusCode
  }
  await expect.poll(answer, { message, timeout: 5_000 }).toBe('404')
  await expect.poll(() => existsSync(blob), { message, timeout: 5_000 }).toBe(false)
}

const WAYS: [way: string, (leaver: Persona) => PromiseLike<unknown>][] = [
  ['by themselves', (leaver) => leaver.rpc('delete_own_account', { password: leaver.user.password })],
  ['by an admin', (leaver) => admin.rpc('delete_user', { user_id: leaver.user.id })],
  ['as a profile', (leaver) => admin.from('profiles').delete().eq('id', leaver.user.id).select('id')],
  ['with the secret key', (leaver) => service(engine).auth.admin.deleteUser(leaver.user.id)],
  ['by SQL', (leaver) => engine.owner.query('delete from auth.users where id = $1', [leaver.user.id])],
]

describe('a member who is deleted', () => {
  it.each(WAYS)('%s leaves no picture at any address', async (_way, remove) => {
    const files = await Promise.all(BUCKETS.map((bucket) => put(bucket)))
    const named = { avatar_url: files[0]?.address, fishing_photos: [files[1]?.address] }
    expect((await member.from('profiles').update(named).eq('id', member.user.id).select('id')).data).toHaveLength(1)
    const kept = await put('avatars', admin)
    await remove(member)
    expect(await engine.owner.query('select from auth.users where id = $1', [member.user.id])).toEqual([])
    for (const file of files) await expectGone(file, file.address)
    expect((await fetch(engine.url + kept.address)).status).toBe(200)
  })

  it('leaves a picture on a card of the club as long as the card shows it', async () => {
    const [shown, other] = [await put('fishing-photos'), await put('fishing-photos')]
    const dates = { start_date: '2026-01-01T00:00:00Z', end_date: '2100-01-01T00:00:00Z' }
    const card = { title: 'Fish of the month', placement: 'home', image_url: shown.address, ...dates }
    const { data } = await admin.from('info_cards').insert(card).select('id').single().throwOnError()
    await member.rpc('delete_own_account', { password: member.user.password })
    await expectGone(other)
    expect((await fetch(engine.url + shown.address)).status).toBe(200)
    expect((await admin.from('info_cards').delete().eq('id', data.id).select('id')).data).toHaveLength(1)
    await expectGone(shown)
  })

  it('while no engine was running leaves none after the next start', async () => {
    const file = await put('avatars')
    // As when the engine is killed between the commit and the sweep.
    await engine.owner.query('alter table auth.users disable trigger _500_wake_sweep')
    await engine.owner.query('delete from auth.users where id = $1', [member.user.id])
    await engine.owner.query('alter table auth.users enable trigger _500_wake_sweep')
    expect((await fetch(engine.url + file.address)).status).toBe(200)
    const second = await startEngine({ dataDir, databaseUrl: engine.databaseUrl, jwtSecret: engine.jwtSecret })
    await expectGone(file)
    await second.close()
  })
})

describe('a picture that is no longer named by a row', () => {
  it('is removed with its post, and the picture of another post is not', async () => {
    const [file, other] = [await put('newsfeed-images'), await put('newsfeed-images')]
    const write = (image_url: string) =>
      member.from('newsfeed_posts').insert({ content: randomUUID(), image_url }).select('id').single()
    const post = await write(file.address)
    expect([post.error, (await write(other.address)).error]).toEqual([null, null])
    expect((await admin.from('newsfeed_posts').delete().eq('id', post.data?.id).select('id')).data).toHaveLength(1)
    await expectGone(file)
    expect((await fetch(engine.url + other.address)).status).toBe(200)
  })

  it('is removed when the profile shows others, and one that it still shows is not', async () => {
    const [first, second] = [await put('fishing-photos'), await put('fishing-photos')]
    const show = (...photos: string[]) =>
      member.from('profiles').update({ fishing_photos: photos }).eq('id', member.user.id).select('id')
    expect((await show(first.address, second.address)).error).toBeNull()
    expect((await show(second.address)).error).toBeNull()
    await expectGone(first)
    expect((await fetch(engine.url + second.address)).status).toBe(200)
  })

  it('is removed a day after its upload when no row has named it, and not before or with a row', async () => {
    const [forgotten, shown, fresh] = [await put('fishing-photos'), await put('fishing-photos'), await put('avatars')]
    const lake = await put('games-images', admin)
    const show = (photos: string[]) =>
      member.from('profiles').update({ fishing_photos: photos }).eq('id', member.user.id).select('id')
    expect((await show([shown.address])).error).toBeNull()
    await engine.owner.query(
      `update private.unneeded_files set since = since - interval '1 day' where bucket_id <> 'avatars'`,
    )
    await engine.owner.query(`notify storage_sweep`)
    await expectGone(forgotten)
    await expectGone(lake)
    for (const { address } of [shown, fresh]) expect((await fetch(engine.url + address)).status).toBe(200)
  })

  it('stays while another row names it', async () => {
    const lake = await put('games-images', admin)
    const game = { type: 'carp_of_week', status: 'draft', image_url: lake.address, end_date: '2100-01-01T00:00:00Z' }
    const add = (title: string) =>
      admin
        .from('games')
        .insert({ ...game, title, start_date: new Date().toISOString() })
        .select('id')
        .single()
    const [one, two] = [await add('One'), await add('Two')]
    expect((await admin.from('games').delete().eq('id', one.data?.id).select('id')).data).toHaveLength(1)
    // Left files are removed in order, so when this one is removed the lake's has been checked.
    const marker = await put('fishing-photos')
    const show = (photos: string[]) =>
      member.from('profiles').update({ fishing_photos: photos }).eq('id', member.user.id).select('id')
    await show([marker.address])
    await show([])
    await expectGone(marker)
    expect((await fetch(engine.url + lake.address)).status).toBe(200)
    await admin.from('games').delete().eq('id', two.data?.id).select('id')
    await expectGone(lake)
  })
})
