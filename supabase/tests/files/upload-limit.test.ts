import { randomUUID } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Persona, service, signUp } from '../../../test-support/personas.ts'
import { expectAllowed } from '../support/denied.ts'
import { type MemberArea, openMemberArea } from '../support/member-area.ts'
import { openSqlClub, type SqlClub } from '../support/sql-club.ts'
import { png, UPLOAD } from './pictures.ts'

const BUCKET = 'fishing-photos'

describe('by the storage service', () => {
  let area: MemberArea
  let member: Persona
  beforeAll(async () => {
    area = await openMemberArea()
  })
  beforeEach(async () => {
    await area.scaleLimits(1)
    member = await signUp(area.engine)
  })
  afterAll(() => area.engine.close())

  const ownName = (who = member) => `${who.user.id}/${randomUUID()}.png`
  const put = async (who = member) => who.storage.from(BUCKET).upload(ownName(who), await png(), UPLOAD)
  const sign = async (who = member) => expectAllowed(await who.storage.from(BUCKET).createSignedUploadUrl(ownName(who)))
  const use = async ({ path, token }: { path: string; token: string }, who = member) =>
    who.storage.from(BUCKET).uploadToSignedUrl(path, token, await png(), UPLOAD)
  const used = async (who = member) =>
    (
      await area.row(`select used from private.rate_counters where user_id = $1 and bucket = 'upload-1h'`, [
        who.user.id,
      ])
    )?.used
  const haveUsed = (count: number, who = member) =>
    area.row(
      `insert into private.rate_counters (user_id, bucket, window_start, used) values ($1, 'upload-1h', now(), $2)
        on conflict (user_id, bucket) do update set window_start = excluded.window_start, used = excluded.used`,
      [who.user.id, count],
    )

  it('counts a file that is uploaded and one that is put at a signed address, but not the signing', async () => {
    const signed = await sign()
    expect(await used()).toBeUndefined()
    expectAllowed(await use(signed))
    expect(await used()).toBe(1)
    expectAllowed(await put())
    expect(await used()).toBe(2)
  })

  it('takes the thirtieth file of an hour and refuses the thirty-first, in both ways', async () => {
    const [last, tooLate] = [await sign(), await sign()]
    await haveUsed(29)
    expectAllowed(await use(last))
    expect((await put()).error).toMatchObject({ statusCode: '429' })
    expect((await use(tooLate)).error).toMatchObject({ statusCode: '429' })
    expect((await member.storage.from(BUCKET).createSignedUploadUrl(ownName())).error).toMatchObject({
      statusCode: '429',
    })
    expect(await used()).toBe(30)
    await area.row(`update private.rate_counters set window_start = now() - interval '61 minutes' where user_id = $1`, [
      member.user.id,
    ])
    expectAllowed(await use(tooLate))
  })

  it('leaves no file and no row of an upload that is refused', async () => {
    const signed = await sign()
    await haveUsed(30)
    const files = () => readdirSync(join(area.engine.dataDir, 'storage'), { recursive: true }).length
    const before = files()
    const { error } = await use(signed)
    expect(error).toMatchObject({ statusCode: '429' })
    expect(error?.message).toBe('too many uploads, try again later')
    expect(files()).toBe(before)
    expect(await area.row('select from storage.objects where name = $1', [signed.path])).toBeUndefined()
  })

  it('does not begin again when the files are deleted', async () => {
    await haveUsed(29)
    const { path } = expectAllowed(await put()) as { path: string }
    expectAllowed(await member.storage.from(BUCKET).remove([path]))
    expect((await put()).error).toMatchObject({ statusCode: '429' })
  })

  it('does not count what is refused for another reason', async () => {
    await put()
    const taken = await sign()
    expectAllowed(await use(taken))
    expect((await use(taken)).error).toMatchObject({ statusCode: '409' })
    expect((await member.storage.from(BUCKET).upload(ownName(), new Blob(['x']), UPLOAD)).error).not.toBeNull()
    expect(await used()).toBe(2)
  })

  it('takes as many of twenty uploads at once as are left of the thirty', async () => {
    const body = await png()
    await haveUsed(20)
    const all = await Promise.all(
      Array.from({ length: 20 }, () => member.storage.from(BUCKET).upload(ownName(), body, UPLOAD)),
    )
    expect(all.filter(({ error }) => error === null)).toHaveLength(10)
    expect(await used()).toBe(30)
  })

  it('leaves admins and the secret key free, and follows the scale', async () => {
    const { admin, engine } = area
    await haveUsed(1000, admin)
    expectAllowed(await put(admin))
    expectAllowed(await use(await sign(admin), admin))
    await haveUsed(30)
    expectAllowed(
      await service(engine)
        .storage.from(BUCKET)
        .upload(ownName(), await png(), UPLOAD),
    )
    await area.row('update private.settings set rate_limit_scale = 2')
    expectAllowed(await put())
  })
})

// As on hosted Supabase, which inserts every file as the service role after it has asked the member's rights.
describe('by the service role', () => {
  let club: SqlClub
  let member: string
  beforeAll(async () => {
    club = await openSqlClub()
    await club.query('update private.settings set rate_limit_scale = 1')
  })
  beforeEach(async () => {
    member = await club.signUp()
  })
  afterAll(() => club.close())

  async function asService() {
    const client = await club.connect()
    await client.query(`set role service_role`)
    return client
  }
  const insert = (owner: string | null, folder = member) =>
    `insert into storage.objects (bucket_id, name, owner_id, version)
      values ('${BUCKET}', '${folder}/${randomUUID()}.png', ${owner === null ? 'null' : `'${owner}'`}, gen_random_uuid())`
  const PT429 = expect.objectContaining({ code: 'PT429' })

  it('counts a file for the account that it belongs to', async () => {
    const client = await asService()
    for (let n = 0; n < 30; n += 1) await client.query(insert(member))
    await expect(client.query(insert(member))).rejects.toEqual(PT429)
    const next = await club.signUp()
    await client.query(insert(next, next))
  })

  it('does not count files that an operator restores, with an owner or without one', async () => {
    const client = await asService()
    for (let n = 0; n < 31; n += 1) await client.query(insert(null))
    for (let n = 0; n < 31; n += 1) await club.query(insert(member))
    expect(await club.query('select from private.rate_counters where user_id = $1', [member])).toEqual([])
  })

  it('refuses the file of a deleted account as before', async () => {
    const client = await asService()
    await club.query('delete from auth.users where id = $1', [member])
    await expect(client.query(insert(member))).rejects.toMatchObject({ code: '42501' })
  })

  it('gives the next account of the address what was used', async () => {
    const client = await asService()
    for (let n = 0; n < 30; n += 1) await client.query(insert(member))
    const [user] = await club.query<{ email: string }>('select email from auth.users where id = $1', [member])
    await club.query('delete from auth.users where id = $1', [member])
    const again = randomUUID()
    await club.query(
      `insert into auth.users (id, email, raw_user_meta_data, email_confirmed_at) values ($1, $2, $3, now())`,
      [again, user?.email, { username: `angler-${again.slice(0, 8)}` }],
    )
    await expect(client.query(insert(again, again))).rejects.toEqual(PT429)
  })

  it('waits for the deletion of the account without a deadlock', async () => {
    const [client, deleter] = [await asService(), await club.connect()]
    await client.query(insert(member))
    await deleter.query('begin')
    await deleter.query('delete from auth.users where id = $1', [member])
    const late = client.query(insert(member))
    const refused = expect(late).rejects.toMatchObject({ code: '42501' })
    await expect
      .poll(() =>
        club.query(`select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`),
      )
      .toHaveLength(1)
    await deleter.query('commit')
    await refused
  })
})
