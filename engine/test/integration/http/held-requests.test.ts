import { once } from 'node:events'
import { connect } from 'node:net'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { guest, type Persona, signUp } from '../../../../test-support/personas.ts'
import { startEngine, type TestEngine } from '../../../../test-support/start-engine.ts'

// A client may send the headers of a request while its session lives, and the body after the session has ended.

let engine: TestEngine
let picture: Buffer
beforeAll(async () => {
  engine = await startEngine()
  const create = { width: 40, height: 30, channels: 3, background: '#345' } as const
  picture = await sharp({ create }).png().toBuffer()
})
afterAll(async () => await engine.close())

interface Held {
  method: string
  path: string
  type?: string
  body: string | Buffer
}

/** Sends everything but the last byte. @returns a function that sends it and resolves with the answer's status. */
async function hold(member: Persona, { method, path, type = 'application/json', body }: Held) {
  const { data } = await member.auth.getSession()
  const url = new URL(engine.url)
  const socket = connect(Number(url.port), url.hostname)
  await once(socket, 'connect')
  const bytes = Buffer.from(body)
  const head = [
    `${method} ${path} HTTP/1.1`,
    `Host: ${url.host}`,
    `apikey: ${engine.publishableKey}`,
    `Authorization: Bearer ${data.session?.access_token}`,
    `Content-Type: ${type}`,
    `Content-Length: ${bytes.length}`,
    'Connection: close',
  ]
  socket.write(`${head.join('\r\n')}\r\n\r\n`)
  socket.write(bytes.subarray(0, -1))
  // A later request of the same member has been answered, so the headers of this one have been read.
  await member.from('profiles').select('id').limit(1).throwOnError()
  return async () => {
    socket.write(bytes.subarray(-1))
    let answer = ''
    for await (const chunk of socket) answer += String(chunk)
    return Number(answer.split(' ')[1])
  }
}

const posts = async (member: Persona) =>
  await engine.owner.query('select content from public.newsfeed_posts where user_id = $1', [member.user.id])
const files = async (member: Persona) =>
  await engine.owner.query('select name from storage.objects where owner_id = $1', [member.user.id])

const filesNamed = async (member: Persona, end: string) =>
  (await files(member)).filter(({ name }) => String(name).endsWith(end))
/** A member with one stored picture. */
async function photographer() {
  const member = await signUp(engine)
  const options = { contentType: 'image/png' }
  const { error } = await member.storage.from('fishing-photos').upload(`${member.user.id}/mine.png`, picture, options)
  if (error) throw error
  return member
}

const requests: [string, (member: Persona) => Held, number, (member: Persona) => Promise<unknown[]>][] = [
  ['a post', () => ({ method: 'POST', path: '/rest/v1/newsfeed_posts', body: '{"content":"Held"}' }), 401, posts],
  [
    'an upload',
    (member) => ({
      method: 'POST',
      path: `/storage/v1/object/fishing-photos/${member.user.id}/held.png`,
      type: 'image/png',
      body: picture,
    }),
    // Upstream's status for most refusals; the body names 403.
    400,
    (member) => filesNamed(member, 'held.png'),
  ],
  [
    'a copy',
    (member) => ({
      method: 'POST',
      path: '/storage/v1/object/copy',
      body: JSON.stringify({
        bucketId: 'fishing-photos',
        sourceKey: `${member.user.id}/mine.png`,
        destinationKey: `${member.user.id}/copy.png`,
      }),
    }),
    400,
    (member) => filesNamed(member, 'copy.png'),
  ],
  [
    'a change of the account',
    () => ({ method: 'PUT', path: '/auth/v1/user', body: '{"data":{"held":true}}' }),
    403,
    async (member) =>
      await engine.owner.query(`select id from auth.users where id = $1 and raw_user_meta_data ? 'held'`, [
        member.user.id,
      ]),
  ],
]

describe.each(requests)('%s whose body arrives late', (_name, request, refusal, outcome) => {
  it('is carried out while the session lives', async () => {
    const member = await photographer()
    const finish = await hold(member, request(member))
    expect(await finish()).toBeLessThan(300)
    expect(await outcome(member)).toHaveLength(1)
  })

  it('is refused after the session has ended', async () => {
    const member = await photographer()
    const finish = await hold(member, request(member))
    expect((await member.auth.signOut({ scope: 'global' })).error).toBeNull()
    expect(await finish()).toBe(refusal)
    expect(await outcome(member)).toEqual([])
  })
})

it('an address signed for an upload ends with the session that asked for it', async () => {
  const member = await signUp(engine)
  const photos = member.storage.from('fishing-photos')
  const options = { contentType: 'image/png' }
  const signed = async (name: string) => {
    const { data } = await photos.createSignedUploadUrl(`${member.user.id}/${name}.png`)
    return data ?? { path: '', token: '' }
  }
  const [before, after] = [await signed('before'), await signed('after')]
  expect((await photos.uploadToSignedUrl(before.path, before.token, picture, options)).error).toBeNull()
  await member.auth.signOut({ scope: 'global' })
  const { error } = await guest(engine)
    .storage.from('fishing-photos')
    .uploadToSignedUrl(after.path, after.token, picture, options)
  expect(error).toMatchObject({ message: 'Invalid signature' })
  expect(await files(member)).toEqual([{ name: before.path }])
})

it('a signed address is refused to a request whose body arrives after the session has ended', async () => {
  const member = await signUp(engine)
  const key = `${member.user.id}/mine.png`
  await member.storage.from('fishing-photos').upload(key, picture, { contentType: 'image/png' })
  const request = { method: 'POST', path: `/storage/v1/object/sign/fishing-photos/${key}`, body: '{"expiresIn":60}' }
  expect(await (await hold(member, request))()).toBe(200)
  const finish = await hold(member, request)
  await member.auth.signOut({ scope: 'global' })
  expect(await finish()).toBe(400)
})
