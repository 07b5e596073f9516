import { randomUUID } from 'node:crypto'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { guest, type Persona, service, signUp } from '../../../../test-support/personas.ts'
import { startEngine, type TestEngine } from '../../../../test-support/start-engine.ts'
import { tokenOf } from '../../conformance/storage-fixture.ts'

// Pictures of a member's own best, record and level: for the holder of the token alone, and stored nowhere.

let engine: TestEngine
let tom: Persona
let other: Persona
beforeAll(async () => {
  engine = await startEngine()
  ;[tom, other] = await Promise.all([signUp(engine), signUp(engine)])
})
afterAll(() => engine.close())

interface Sent {
  method?: string
  headers?: Record<string, string>
}
async function ask(path: string, who?: Persona, { method = 'GET', headers }: Sent = {}, from = engine) {
  const authorization = who && { authorization: `Bearer ${await tokenOf(who)}` }
  return await fetch(`${from.url}/share/own/${path}`, { method, headers: { ...authorization, ...headers } })
}
const refused = async (reply: Response) => ({
  status: reply.status,
  code: ((await reply.json()) as { code: string }).code,
})

/** Logs a catch of a weight that is heavier than all before, with the bytes of a photo. */
let heaviest = 10_000
async function logged(who: Persona, photo?: Buffer): Promise<string> {
  heaviest += 100
  let photo_path: string | null = null
  if (photo) {
    photo_path = `${who.user.id}/${randomUUID()}.jpg`
    const { error } = await who.storage.from('catch-photos').upload(photo_path, photo, { contentType: 'image/jpeg' })
    expect(error).toBeNull()
  }
  const { data } = await who
    .rpc('log_catch', {
      request_id: randomUUID(),
      grams: heaviest,
      caught_on: '2026-06-01',
      variety: 'mirror',
      visibility: 'me',
      photo_path,
    })
    .throwOnError()
  return (data as { id: string }[])[0]?.id ?? ''
}
const blue = (width = 800, height = 600) =>
  sharp({ create: { width, height, channels: 3, background: '#0000ff' } })
    .jpeg()
    .toBuffer()
/** The colour in the middle of the photo, in quarters of its range. */
async function middle(reply: Response): Promise<number[]> {
  expect(reply.status).toBe(200)
  const picture = sharp(Buffer.from(await reply.arrayBuffer()))
  expect(await picture.metadata()).toMatchObject({ format: 'jpeg', width: 1200, height: 630 })
  const { data } = await picture
    .extract({ left: 888, top: 315, width: 1, height: 1 })
    .raw()
    .toBuffer({ resolveWithObject: true })
  return [...data.subarray(0, 3)].map((value) => Math.round(value / 64))
}
const BLUE = [0, 0, 4]

describe('a picture of one’s own', () => {
  it('is a JPEG with the private photo, which no cache stores', async () => {
    const id = await logged(tom, await blue())
    const reply = await ask(`best/${id}.jpg`, tom)
    expect(Object.fromEntries(reply.headers)).toMatchObject({
      'content-type': 'image/jpeg',
      'cache-control': 'private, no-store',
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
    })
    expect(await middle(reply)).toEqual(BLUE)
  })

  it('is another one when the photo is another one, and has art without a photo', async () => {
    const red = await sharp({ create: { width: 40, height: 40, channels: 3, background: '#ff0000' } })
      .jpeg()
      .toBuffer()
    expect(await middle(await ask(`best/${await logged(tom, red)}.jpg`, tom))).toEqual([4, 0, 0])
    const without = await middle(await ask(`best/${await logged(tom)}.jpg`, tom))
    for (const colour of [BLUE, [4, 0, 0]]) expect(without).not.toEqual(colour)
  })

  it('is drawn without a photo that is gone or cannot be decoded', async () => {
    const id = await logged(tom, await blue())
    const [{ name } = {}] = await engine.owner.query('select photo_path as name from public.catches where id = $1', [
      id,
    ])
    // As a file may be restored by mistake: the row of the picture leads to bytes that are none.
    await engine.owner.query('alter table storage.objects disable trigger all')
    await engine.owner.query(
      'update storage.objects set version = (select t.version from storage.objects as t where t.name = $2) where name = $1',
      [name, await textFile()],
    )
    await engine.owner.query('alter table storage.objects enable trigger all')
    expect(await middle(await ask(`best/${id}.jpg`, tom))).not.toEqual(BLUE)
    await engine.owner.query('alter table public.catches disable trigger all')
    await engine.owner.query('update public.catches set photo_path = $2 where id = $1', [
      id,
      `${tom.user.id}/never-stored.jpg`,
    ])
    await engine.owner.query('alter table public.catches enable trigger all')
    expect(await middle(await ask(`best/${id}.jpg`, tom))).not.toEqual(BLUE)
  })

  it('of a level needs no ID, and shows letters of any script', async () => {
    await engine.owner.query('update public.profiles set username = $2 where id = $1', [other.user.id, '漁師の友達'])
    await engine.owner.query(
      `update public.levels set name = 'Ночной дозор у старой ивы на том берегу' where points = 0`,
    )
    const reply = await ask('level.jpg', other)
    const picture = Buffer.from(await reply.arrayBuffer())
    expect(await sharp(picture).metadata()).toMatchObject({ format: 'jpeg', width: 1200, height: 630 })
    expect(picture.length).toBeLessThan(60 * 1024)
  })
})

describe('nobody else gets one:', () => {
  it('a request without the token of a member is refused, whatever it asks for', async () => {
    const id = await logged(tom)
    const key = { apikey: engine.publishableKey }
    const secret = { apikey: engine.secretKey }
    const tokens = [{ authorization: 'Bearer a.b.c' }, { authorization: 'nothing' }]
    for (const path of [`best/${id}.jpg`, 'level.jpg', 'no/such/thing.jpg', ''])
      for (const headers of [{}, key, secret, ...tokens])
        expect((await ask(path, undefined, { headers })).status, path).toBe(401)
    // A page of another site could send a cookie, but no token.
    const cookie = { cookie: `bankside-session=${await tokenOf(tom)}` }
    expect((await ask('level.jpg', undefined, { headers: cookie })).status).toBe(401)
  })

  it('another member gets what an unknown catch gets, an admin too', async () => {
    const id = await logged(tom, await blue())
    const admin = await signUp(engine, { admin: true })
    const unknown = await refused(await ask(`best/${randomUUID()}.jpg`, other))
    expect(unknown).toEqual({ status: 404, code: 'no_picture' })
    for (const who of [other, admin]) expect(await refused(await ask(`best/${id}.jpg`, who))).toEqual(unknown)
    expect((await ask(`best/${id}.jpg`, tom)).status).toBe(200)
  })

  it('an ended session and a suspended member get none', async () => {
    const leaver = await signUp(engine)
    const headers = { authorization: `Bearer ${await tokenOf(leaver)}` }
    expect((await ask('level.jpg', undefined, { headers })).status).toBe(200)
    await engine.owner.query('update public.profiles set is_suspended = true where id = $1', [leaver.user.id])
    expect((await ask('level.jpg', undefined, { headers })).status).toBe(404)
    await engine.owner.query('update public.profiles set is_suspended = false where id = $1', [leaver.user.id])
    await leaver.auth.signOut()
    expect((await ask('level.jpg', undefined, { headers })).status).toBe(401)
  })

  it('pages of another site cannot read one', async () => {
    const reply = await ask('level.jpg', tom, { headers: { origin: 'https://evil.example' } })
    expect(reply.headers.get('access-control-allow-origin')).toBeNull()
    const own = await ask('level.jpg', tom, { headers: { origin: engine.url } })
    expect(own.headers.get('access-control-allow-origin')).toBe(engine.url)
    const preflight = await fetch(`${engine.url}/share/own/level.jpg`, {
      method: 'OPTIONS',
      headers: { origin: engine.url, 'access-control-request-method': 'GET' },
    })
    expect(preflight.status).toBe(204)
    expect(preflight.headers.get('access-control-allow-headers')).toContain('authorization')
  })
})

it('is found by its exact address and by GET only', async () => {
  const id = await logged(tom)
  for (const path of [
    `best/${id}`,
    `best/${id}.png`,
    `best/${id}/x.jpg`,
    'best/x.jpg',
    'best.jpg',
    'photo.jpg',
    'BEST.jpg',
    `best/${id}%2f.jpg`,
    `${'x'.repeat(300)}.jpg`,
    '.jpg',
    '',
  ])
    expect(await refused(await ask(path, tom)), path).toEqual({ status: 404, code: 'no_picture' })
  for (const method of ['POST', 'PUT', 'DELETE', 'PATCH'])
    expect((await ask(`best/${id}.jpg`, tom, { method })).headers.get('allow'), method).toBe('GET')
  // The files of the build beside it stay what they are.
  expect((await fetch(`${engine.url}/share/nothing.jpg`)).status).toBe(404)
})

it('is limited for each member, and not for others', async () => {
  const strict = await startEngine({ rateLimitScale: 0.1 })
  try {
    const [first, second] = [await signUp(strict), await signUp(strict)]
    const level = async (who: Persona) => (await ask('level.jpg', who, {}, strict)).status
    const answers = [await level(first), await level(first), await level(first), await level(first)]
    expect(answers).toEqual([200, 200, 200, 429])
    expect(await level(second)).toBe(200)
  } finally {
    await strict.close()
  }
})

it('is found on no site whose database does not have the function', async () => {
  const older = await startEngine()
  try {
    const member = await signUp(older)
    await older.owner.query('drop function public.own_picture(text, uuid)')
    expect(await refused(await ask('level.jpg', member, {}, older))).toEqual({ status: 404, code: 'no_picture' })
  } finally {
    await older.close()
  }
})

it('guests and the operator do not ask the function', async () => {
  for (const who of [guest(engine), service(engine)])
    expect((await who.rpc('own_picture', { kind: 'level' })).error?.code).toBe('42501')
})

/** A stored file that is no picture. @returns its name. */
async function textFile(): Promise<string> {
  await engine.owner.query(
    `insert into storage.buckets (id, name, public) values ('texts', 'texts', false) on conflict do nothing`,
  )
  const name = `${randomUUID()}.txt`
  const { error } = await service(engine)
    .storage.from('texts')
    .upload(name, 'no picture', { contentType: 'text/plain' })
  expect(error).toBeNull()
  return name
}
