import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Persona, signUp } from '../../../test-support/personas.ts'
import { startEngine, type TestEngine } from '../../../test-support/start-engine.ts'
import { ask, type Beginning, begin, begun, placeOf, RESUMABLE, send, uploadMetadata } from './resumable-upload.ts'
import { createBuckets, ownName, raw, tokenOf } from './storage-fixture.ts'

const MIB = 1024 * 1024

let engine: TestEngine
let member: Persona
let other: Persona
let token: string
let tokenOfOther: string

beforeAll(async () => {
  engine = await startEngine()
  await createBuckets(engine)
  member = await signUp(engine)
  other = await signUp(engine)
  ;[token, tokenOfOther] = [await tokenOf(member), await tokenOf(other)]
})
afterAll(() => engine.close())

const file = (objectName: string, length: number, more: Partial<Beginning> = {}) => ({
  token,
  bucketName: 'conf_files',
  objectName,
  length,
  ...more,
})
const rowOf = async (name: string) =>
  (await engine.owner.query('select * from storage.objects where name = $1', [name]))[0]
const uploads = async () => Number((await engine.owner.query('select from engine.resumable_uploads')).length)
const refusal = (reply: Awaited<ReturnType<typeof begin>>) => [reply.status, reply.json().statusCode, reply.json().code]
const offsetOf = async (place: string) => (await ask(engine, 'HEAD', place, { token })).headers['upload-offset']

describe('an upload of somebody else', () => {
  it('does not exist for other members, guests and the secret key: as one that nobody has begun', async () => {
    const name = ownName(member, 'bin')
    const place = await begun(engine, file(name, 10, { body: Buffer.from('01234') }))
    for (const who of [tokenOfOther, engine.publishableKey, engine.secretKey])
      for (const at of [place, `${RESUMABLE}/${randomUUID()}`, `${RESUMABLE}/not-an-id`, `${RESUMABLE}/..%2f..`]) {
        expect((await ask(engine, 'HEAD', at, { token: who })).status).toBe(404)
        for (const reply of [
          await send(engine, at, 5, Buffer.from('56789'), { token: who }),
          await ask(engine, 'DELETE', at, { token: who }),
        ]) {
          expect(reply.status).toBe(404)
          expect(reply.json()).toEqual({
            statusCode: '404',
            error: 'not_found',
            message: 'Upload not found',
            code: 'NoSuchUpload',
          })
        }
      }
    expect(await offsetOf(place)).toBe('5')
    expect((await send(engine, place, 5, Buffer.from('56789'), { token })).status).toBe(204)
  })

  it('is not interrupted by a question of another', async () => {
    const place = await begun(engine, file(ownName(member, 'bin'), 10))
    const writer = '00000000-0000-4000-8000-000000000000'
    await engine.owner.query(
      `update engine.resumable_uploads set writer = $2, writer_until = now() + interval '1 minute' where id = $1`,
      [place.split('/').at(-1), writer],
    )
    const begunAt = performance.now()
    expect((await ask(engine, 'HEAD', place, { token: tokenOfOther })).status).toBe(404)
    expect(performance.now() - begunAt).toBeLessThan(2_000)
  })

  it('cannot be continued with a broken or ended session', async () => {
    const leaver = await signUp(engine)
    const itsToken = await tokenOf(leaver)
    const place = await begun(engine, file(ownName(leaver, 'bin'), 10, { token: itsToken }))
    const broken = await send(engine, place, 0, Buffer.from('01234'), { token: 'a.b.c' })
    expect(refusal(broken)).toEqual([403, '403', 'AccessDenied'])
    await leaver.auth.signOut()
    expect((await send(engine, place, 0, Buffer.from('01234'), { token: itsToken })).status).toBe(403)
  })
})

describe('the rights', () => {
  it('are checked at the start: nothing is begun, and nothing stored', async () => {
    const before = await uploads()
    for (const who of [token, engine.publishableKey])
      for (const body of [undefined, Buffer.from('0123')]) {
        const more = body ? { token: who, body } : { token: who }
        expect(refusal(await begin(engine, file(ownName(other, 'bin'), 4, more)))).toEqual([403, '403', 'AccessDenied'])
      }
    const closed = await begin(engine, file(ownName(member, 'bin'), 4, { bucketName: 'conf_closed' }))
    expect(refusal(closed)).toEqual([403, '403', 'AccessDenied'])
    const nowhere = await begin(engine, file(ownName(member, 'bin'), 4, { bucketName: 'nowhere' }))
    expect(refusal(nowhere)).toEqual([404, '404', 'NoSuchBucket'])
    expect(await uploads()).toBe(before)
  })

  it('are checked once more at the end: who has lost them meanwhile stores nothing', async () => {
    const name = ownName(member, 'bin')
    const place = await begun(engine, file(name, 10, { body: Buffer.from('01234') }))
    await engine.owner.query(
      `create policy conf_frozen on storage.objects as restrictive for insert to authenticated
         with check (bucket_id <> 'conf_files')`,
    )
    try {
      const reply = await send(engine, place, 5, Buffer.from('56789'), { token })
      expect(refusal(reply)).toEqual([403, '403', 'AccessDenied'])
      expect(await rowOf(name)).toBeUndefined()
    } finally {
      await engine.owner.query('drop policy conf_frozen on storage.objects')
    }
  })

  it('are those of the operation that policies may read', async () => {
    await engine.owner.query(
      `create policy conf_operation on storage.objects as restrictive for insert to authenticated
         with check (storage.operation() is distinct from 'storage.tus.upload.create')`,
    )
    try {
      expect((await begin(engine, file(ownName(member, 'bin'), 4))).status).toBe(403)
      const plain = await member.storage.from('conf_files').upload(ownName(member, 'bin'), 'x')
      expect(plain.error).toBeNull()
    } finally {
      await engine.owner.query('drop policy conf_operation on storage.objects')
    }
  })
})

describe('the size', () => {
  it('is limited at the start by the bucket, and by what any account may have', async () => {
    const largest = 65_536
    expect((await begin(engine, file(ownName(member, 'bin'), largest))).status).toBe(201)
    const tooLarge = [413, '413', 'EntityTooLarge']
    expect(refusal(await begin(engine, file(ownName(member, 'bin'), largest + 1)))).toEqual(tooLarge)
    const closed = { token: engine.secretKey, bucketName: 'conf_huge' }
    await engine.owner.query(
      `insert into storage.buckets (id, name, file_size_limit) values ('conf_huge', 'conf_huge', 1000000000000)`,
    )
    expect((await begin(engine, file('film', 200 * MIB, closed))).status).toBe(201)
    expect(refusal(await begin(engine, file('film', 200 * MIB + 1, closed)))).toEqual(tooLarge)
    expect(refusal(await begin(engine, file('film', 999_999_999_999_999, closed)))).toEqual(tooLarge)
  })

  it('cannot grow beyond the declared length, with a length of the body or without', async () => {
    const name = ownName(member, 'bin')
    const place = await begun(engine, file(name, 10, { body: Buffer.from('01234') }))
    const long = Buffer.alloc(6, 'x')
    expect(refusal(await send(engine, place, 5, long, { token }))).toEqual([413, '413', 'EntityTooLarge'])
    const chunked = await raw(engine, 'PATCH', place, {
      token,
      headers: {
        'tus-resumable': '1.0.0',
        'content-type': 'application/offset+octet-stream',
        'transfer-encoding': 'chunked',
        'upload-offset': '5',
      },
      body: [long],
    })
    expect(refusal(chunked)).toEqual([413, '413', 'EntityTooLarge'])
    expect(await offsetOf(place)).toBe('5')
    const first = await begin(engine, file(ownName(member, 'bin'), 5, { body: long }))
    expect(refusal(first)).toEqual([413, '413', 'EntityTooLarge'])
  })

  it('is that of the bucket at the end', async () => {
    const place = await begun(engine, file(ownName(member, 'bin'), 10, { body: Buffer.from('01234') }))
    await engine.owner.query(`update storage.buckets set file_size_limit = 9 where id = 'conf_files'`)
    try {
      const reply = await send(engine, place, 5, Buffer.from('56789'), { token })
      expect(refusal(reply)).toEqual([413, '413', 'EntityTooLarge'])
      expect((await ask(engine, 'HEAD', place, { token })).status).toBe(404)
    } finally {
      await engine.owner.query(`update storage.buckets set file_size_limit = 65536 where id = 'conf_files'`)
    }
  })

  it('of all unfinished uploads counts as used space of the account, for uploads of both kinds', async () => {
    const rich = await signUp(engine)
    const its = { token: await tokenOf(rich) }
    await engine.owner.query(
      `insert into storage.objects (bucket_id, name, owner_id, version, metadata)
       values ('conf_files', $1, $2, gen_random_uuid(), jsonb_build_object('size', $3::bigint))`,
      [ownName(rich, 'bin'), rich.user.id, 200 * MIB - 60_000],
    )
    const place = await begun(engine, file(ownName(rich, 'bin'), 50_000, its))
    const full = [413, '413', 'QuotaExceeded']
    expect(refusal(await begin(engine, file(ownName(rich, 'bin'), 10_001, its)))).toEqual(full)
    const plain = () => rich.storage.from('conf_files').upload(ownName(rich, 'bin'), Buffer.alloc(10_001))
    expect((await plain()).error).toMatchObject({ statusCode: '413' })
    // Its own reservation does not stand in its way.
    expect((await send(engine, place, 0, Buffer.alloc(50_000), its)).status).toBe(204)
    const last = await begun(engine, file(ownName(rich, 'bin'), 10_000, its))
    expect(refusal(await begin(engine, file(ownName(rich, 'bin'), 1, its)))).toEqual(full)
    expect((await ask(engine, 'DELETE', last, its)).status).toBe(204)
    expect((await begin(engine, file(ownName(rich, 'bin'), 10_000, its))).status).toBe(201)
  })

  it('of an upload of which nothing is stored is reserved for a quarter of an hour: its creation may have been lost', async () => {
    const unlucky = await signUp(engine)
    const its = { token: await tokenOf(unlucky) }
    const wide = { ...its, bucketName: 'conf_wide' }
    await engine.owner.query(
      `insert into storage.buckets (id, name, file_size_limit) values ('conf_wide', 'conf_wide', 1000000000);
       create policy conf_wide on storage.objects for insert to authenticated with check (bucket_id = 'conf_wide')`,
    )
    const lost: string[] = []
    for (let n = 0; n < 4; n += 1) lost.push(await begun(engine, file(ownName(unlucky, 'bin'), 50 * MIB, wide)))
    const [used = '', held = ''] = lost
    expect((await send(engine, used, 0, Buffer.alloc(10_000), its)).status).toBe(204)
    const full = [413, '413', 'QuotaExceeded']
    expect(refusal(await begin(engine, file(ownName(unlucky, 'bin'), 1, its)))).toEqual(full)

    const pass = (minutes: number) =>
      engine.owner.query(
        `update engine.resumable_uploads
         set created_at = created_at - $1 * interval '1 minute', expires_at = expires_at - $1 * interval '1 minute'
         where owner_id = $2`,
        [minutes, unlucky.user.id],
      )
    await pass(14)
    expect(refusal(await begin(engine, file(ownName(unlucky, 'bin'), 1, its)))).toEqual(full)
    await pass(1)
    expect((await begin(engine, file(ownName(unlucky, 'bin'), 50 * MIB, wide))).status).toBe(201)
    // Their space is no longer theirs: their clients begin again.
    expect((await send(engine, held, 0, Buffer.alloc(10_000), its)).status).toBe(404)
    expect((await send(engine, used, 10_000, Buffer.alloc(10_000), its)).headers['upload-offset']).toBe('20000')
    await pass(23 * 60 + 44)
    expect((await ask(engine, 'HEAD', used, its)).status).toBe(200)
    await pass(1)
    expect((await ask(engine, 'HEAD', used, its)).status).toBe(404)
  })

  it('of each part is at least a block, which its file takes on the disk', async () => {
    const rich = await signUp(engine)
    const its = { token: await tokenOf(rich) }
    await engine.owner.query(
      `insert into storage.objects (bucket_id, name, owner_id, version, metadata)
       values ('conf_files', $1, $2, gen_random_uuid(), jsonb_build_object('size', $3::bigint))`,
      [ownName(rich, 'bin'), rich.user.id, 200 * MIB - 20_000],
    )
    const place = await begun(engine, file(ownName(rich, 'bin'), 10_000, its))
    for (const offset of [0, 1]) expect((await send(engine, place, offset, Buffer.from('x'), its)).status).toBe(204)
    const full = [413, '413', 'QuotaExceeded']
    expect(refusal(await send(engine, place, 2, Buffer.from('x'), its))).toEqual(full)
    expect(refusal(await begin(engine, file(ownName(rich, 'bin'), 2_000, its)))).toEqual(full)
    expect((await ask(engine, 'HEAD', place, its)).headers['upload-offset']).toBe('2')
    // Larger ones take what was reserved for them, and the blocks are free at the end.
    expect((await send(engine, place, 2, Buffer.alloc(5_000), its)).status).toBe(204)
    expect((await send(engine, place, 5_002, Buffer.alloc(4_998), its)).status).toBe(204)
    expect((await begin(engine, file(ownName(rich, 'bin'), 10_000, its))).status).toBe(201)
  })

  it('of parts cannot be so small that there are thousands', async () => {
    const name = ownName(member, 'bin')
    const place = await begun(engine, file(name, 1_010))
    const id = place.split('/').at(-1)
    await engine.owner.query(
      `insert into engine.resumable_parts (upload_id, begins, size, version)
       select $1, i, 1, gen_random_uuid() from generate_series(0, 998) as i`,
      [id],
    )
    await engine.owner.query('update engine.resumable_uploads set received = 999 where id = $1', [id])
    expect((await send(engine, place, 999, Buffer.from('x'), { token })).status).toBe(204)
    expect(refusal(await send(engine, place, 1_000, Buffer.from('x'), { token }))).toEqual([400, '400', 'TusError'])
    expect(await offsetOf(place)).toBe('1000')
  })
})

describe('the kind of file', () => {
  it('is decided by the content at the end; what is refused is removed', async () => {
    const html = Buffer.from('<!doctype html><script>alert(1)</script>')
    const name = ownName(member)
    const given = { bucketName: 'conf_images', metadata: { contentType: 'image/png' } }
    const place = await begun(engine, file(name, html.length, { ...given, body: html.subarray(0, 10) }))
    const reply = await send(engine, place, 10, html.subarray(10), { token })
    expect(refusal(reply)).toEqual([415, '415', 'InvalidMimeType'])
    expect(await rowOf(name)).toBeUndefined()
    expect((await ask(engine, 'HEAD', place, { token })).status).toBe(404)
    const parts = await engine.owner.query('select from engine.resumable_parts where upload_id = $1', [
      place.split('/').at(-1),
    ])
    expect(parts).toEqual([])
  })

  it('is refused at the start if its declared type or its name is of another one', async () => {
    const declared = { bucketName: 'conf_images', metadata: { contentType: 'application/pdf' } }
    const kind = [415, '415', 'InvalidMimeType']
    expect(refusal(await begin(engine, file(ownName(member), 10, declared)))).toEqual(kind)
    expect(refusal(await begin(engine, file(ownName(member, 'html'), 10, { bucketName: 'conf_images' })))).toEqual(kind)
  })
})

describe('names and headers', () => {
  it.each(['up/../../etc/passwd', '..', './x', 'a//b', 'a\\b', 'a%2fb', 'a\0b', 'a\nb', 'ü', '', 'x'.repeat(1_025)])(
    'no upload begins with the name %j',
    async (objectName) => {
      expect(refusal(await begin(engine, file(objectName, 4)))).toEqual([400, '400', 'InvalidKey'])
    },
  )

  it.each(['../conf_files', '', '.', 'a/b', 'x'.repeat(101)])('nor in the bucket %j', async (bucketName) => {
    expect(refusal(await begin(engine, file(ownName(member, 'bin'), 4, { bucketName })))).toEqual([
      404,
      '404',
      'NoSuchBucket',
    ])
  })

  it('nor with large, deep or many values of Upload-Metadata', async () => {
    const attempt = async (metadata: Record<string, string>) =>
      (await begin(engine, file(ownName(member, 'bin'), 4, { metadata }))).status
    expect(await attempt({ filename: 'x'.repeat(20_000) })).toBe(431)
    expect(await attempt({ metadata: `${'['.repeat(3_000)}${']'.repeat(3_000)}` })).toBe(400)
    expect(await attempt({ metadata: '{"a":1e308}' })).toBe(400)
    expect(await attempt({ metadata: '[1]' })).toBe(400)
    expect(await attempt(Object.fromEntries(Array.from({ length: 30 }, (_, i) => [`k${i}`, 'x'])))).toBe(400)
    expect(await attempt({ contentType: 'text/html\r\nx-evil: 1', cacheControl: 'public\r\nx: 1' })).toBe(201)
  })

  it('a content type cannot carry headers', async () => {
    const name = ownName(member, 'bin')
    const metadata = { contentType: 'text/html\r\nx-evil: 1', cacheControl: '1\r\nx-evil: 1' }
    await begin(engine, file(name, 1, { metadata, body: Buffer.from('x') }))
    expect((await rowOf(name))?.metadata).toMatchObject({
      mimetype: 'application/octet-stream',
      cacheControl: 'no-cache',
    })
  })

  it('the first of two headers Upload-Metadata decides nothing alone', async () => {
    const { hostname, port } = new URL(engine.url)
    const twice = [
      uploadMetadata({ bucketName: 'conf_files', objectName: ownName(member, 'bin') }),
      uploadMetadata({ bucketName: 'conf_closed', objectName: ownName(other, 'bin') }),
    ]
    const headers = new Headers({ authorization: `Bearer ${token}`, 'tus-resumable': '1.0.0', 'upload-length': '4' })
    for (const value of twice) headers.append('upload-metadata', value)
    const reply = await fetch(`http://${hostname}:${port}/storage/v1${RESUMABLE}`, { method: 'POST', headers })
    expect([reply.status, ((await reply.json()) as { code: string }).code]).toEqual([400, 'TusError'])
  })
})

describe('a signed upload address', () => {
  const SIGNED = `${RESUMABLE}/sign`
  const sign = async (who: Persona, name: string) => {
    const { data } = await who.storage.from('conf_files').createSignedUploadUrl(name)
    return data?.token ?? ''
  }
  const signedFile = (objectName: string, length: number, signature: string, more: Partial<Beginning> = {}) => ({
    bucketName: 'conf_files',
    objectName,
    length,
    path: SIGNED,
    ...more,
    headers: { 'x-signature': signature, ...more.headers },
  })

  it('takes one file in parts without a session, as that of the signer', async () => {
    const name = ownName(member, 'bin')
    const signature = await sign(member, name)
    const headers = { 'x-signature': signature }
    const started = await begin(engine, signedFile(name, 10, signature, { body: Buffer.from('01234') }))
    expect(started.status).toBe(201)
    const place = placeOf(started)
    expect(place).toMatch(new RegExp(`^${SIGNED}/[0-9a-f-]{36}$`))
    expect((await ask(engine, 'HEAD', place, { headers })).headers['upload-offset']).toBe('5')
    expect((await send(engine, place, 5, Buffer.from('56789'), { headers })).status).toBe(204)
    expect(await rowOf(name)).toMatchObject({ owner_id: member.user.id })
  })

  it('is refused without a token, with a broken one, one for reading, and one for another path', async () => {
    const [name, elsewhere] = [ownName(member, 'bin'), ownName(other, 'bin')]
    const signature = await sign(member, name)
    await member.storage.from('conf_files').upload(name, 'x')
    const { data } = await member.storage.from('conf_files').createSignedUrl(name, 60)
    const forReading = new URL(data?.signedUrl ?? '').searchParams.get('token') ?? ''
    const attempt = async (objectName: string, given: string) =>
      refusal(await begin(engine, signedFile(objectName, 4, given)))
    expect(await attempt(elsewhere, signature)).toEqual([400, '400', 'InvalidSignature'])
    expect(await attempt(name, forReading)).toEqual([400, '400', 'InvalidSignature'])
    expect(await attempt(name, 'a.b.c')).toEqual([400, '400', 'InvalidJWT'])
    expect(await attempt(name, token)).toEqual([400, '400', 'InvalidJWT'])
    const without = await begin(engine, { ...signedFile(name, 4, ''), headers: {} })
    expect(refusal(without)).toEqual([400, '400', 'InvalidSignature'])
    expect(await rowOf(elsewhere)).toBeUndefined()
  })

  it('reaches no upload but its own: of another path, of another signer, or begun with a session', async () => {
    const [name, second] = [ownName(member, 'bin'), ownName(member, 'bin')]
    const [signature, ofSecond] = [await sign(member, name), await sign(member, second)]
    const place = await begun(engine, signedFile(name, 10, signature))
    const withSession = await begun(engine, file(name, 10))
    const part = Buffer.from('01234')
    for (const [at, headers] of [
      [place, { 'x-signature': ofSecond }],
      [place.replace('/sign', ''), {}],
      [withSession.replace(RESUMABLE, SIGNED), { 'x-signature': signature }],
    ] as const) {
      expect((await ask(engine, 'HEAD', at, { token, headers })).status).toBe(404)
      expect((await send(engine, at, 0, part, { token, headers })).status).toBe(404)
      expect((await ask(engine, 'DELETE', at, { token, headers })).status).toBe(404)
    }
    expect((await send(engine, place, 0, part, { headers: { 'x-signature': signature } })).status).toBe(204)
  })

  it('ends with the session that asked for it', async () => {
    const leaver = await signUp(engine)
    const name = ownName(leaver, 'bin')
    const signature = await sign(leaver, name)
    const place = await begun(engine, signedFile(name, 4, signature))
    await leaver.auth.signOut()
    const reply = await send(engine, place, 0, Buffer.from('0123'), { headers: { 'x-signature': signature } })
    expect(refusal(reply)).toEqual([400, '400', 'InvalidSignature'])
    expect(await rowOf(name)).toBeUndefined()
  })
})
