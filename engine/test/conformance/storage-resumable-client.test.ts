import { randomBytes } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { type DetailedError, Upload, type UploadOptions } from 'tus-js-client'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Persona, signUp } from '../../../test-support/personas.ts'
import { startEngine, type TestEngine } from '../../../test-support/start-engine.ts'
import { contentOf, createBuckets, ownName, pictureBytes, tokenOf } from './storage-fixture.ts'

// As Supabase's documentation has it for uploads of large files.
const CHUNK = 6 * 1024 * 1024

let engine: TestEngine
let member: Persona
let token: string

beforeAll(async () => {
  engine = await startEngine()
  await createBuckets(engine)
  await engine.owner.query(`update storage.buckets set file_size_limit = 30000000 where id = 'conf_files'`)
  member = await signUp(engine)
  token = await tokenOf(member)
})
afterAll(() => engine.close())

const metadata = (objectName: string, bucketName = 'conf_files') => ({
  bucketName,
  objectName,
  contentType: 'application/octet-stream',
  cacheControl: '3600',
  metadata: JSON.stringify({ swim: 'North bank' }),
})

/** Runs an upload to its end. @returns the offsets that were acknowledged. */
async function upload(content: Buffer, options: Partial<UploadOptions>, abortAt?: number): Promise<number[]> {
  const offsets: number[] = []
  await new Promise<void>((resolve, reject) => {
    const running: Upload = new Upload(content, {
      endpoint: `${engine.url}/storage/v1/upload/resumable`,
      retryDelays: [0, 100, 300, 500],
      headers: { authorization: `Bearer ${token}`, 'x-upsert': 'true' },
      uploadDataDuringCreation: true,
      removeFingerprintOnSuccess: true,
      chunkSize: CHUNK,
      onError: reject,
      onSuccess: () => resolve(),
      ...options,
      onChunkComplete: (_size, offset) => {
        offsets.push(offset)
        if (abortAt !== undefined && offset >= abortAt) void running.abort().then(resolve, reject)
        options.onChunkComplete?.(_size, offset, content.length)
      },
    })
    running.start()
  })
  return offsets
}

const stored = (name: string) => contentOf(member, 'conf_files', name)

const statusOf = async (sent: Promise<unknown>) =>
  await sent.then(
    () => undefined,
    (error: DetailedError) => error.originalResponse?.getStatus(),
  )

it('sends a file in chunks, as the documentation shows it', async () => {
  const name = ownName(member, 'bin')
  const content = randomBytes(2 * CHUNK + 1_000)
  expect(await upload(content, { metadata: metadata(name) })).toEqual([CHUNK, 2 * CHUNK, content.length])
  expect((await stored(name)).equals(content)).toBe(true)
  const { data } = await member.storage.from('conf_files').info(name)
  expect(data).toMatchObject({ cacheControl: 'max-age=3600', metadata: { swim: 'North bank' } })
})

it('goes on where it was interrupted, with a new client that has the address', async () => {
  const name = ownName(member, 'bin')
  const content = randomBytes(2 * CHUNK + 1_000)
  let uploadUrl: string | null = null
  const options: Partial<UploadOptions> = {
    metadata: metadata(name),
    onAfterResponse: (_request, response) => {
      uploadUrl = response.getHeader('Location') ?? uploadUrl
    },
  }
  expect(await upload(content, options, CHUNK)).toEqual([CHUNK])
  expect(await stored(name)).toHaveLength(0)
  const rest = await upload(content, { uploadUrl: new URL(uploadUrl ?? '', engine.url).href })
  expect(rest).toEqual([2 * CHUNK, content.length])
  expect((await stored(name)).equals(content)).toBe(true)
})

it('goes on by itself when the connection breaks in the middle of a chunk', async () => {
  const name = ownName(member, 'bin')
  const content = randomBytes(4_000_000)
  const network = await breakingNetwork(1_500_000)
  try {
    const endpoint = `${network.url}/storage/v1/upload/resumable`
    await upload(content, { endpoint, metadata: metadata(name), uploadDataDuringCreation: false })
    expect(network.broken()).toBe(1)
    expect((await stored(name)).equals(content)).toBe(true)
  } finally {
    await network.close()
  }
})

it('sends a picture by a signed address, without a session', async () => {
  const name = ownName(member)
  const png = await pictureBytes('png', 300, 200)
  const { data } = await member.storage.from('conf_images').createSignedUploadUrl(name)
  const endpoint = `${engine.url}/storage/v1/upload/resumable/sign`
  const headers = { 'x-signature': data?.token ?? '' }
  // Its declared type is refused at the start: the bucket takes pictures only.
  const wrong = { endpoint, headers, metadata: metadata(name, 'conf_images') }
  expect(await statusOf(upload(png, wrong))).toBe(415)
  const given = { ...metadata(name, 'conf_images'), contentType: 'image/png' }
  await upload(png, { endpoint, headers, metadata: given, chunkSize: 300 })
  expect((await member.storage.from('conf_images').download(name)).data?.type).toBe('image/png')
})

it('learns of a refusal from its status and its text', async () => {
  const failed = await upload(Buffer.from('x'), { metadata: metadata('somebody/else.bin') }).catch((error) => error)
  const { originalResponse } = failed as DetailedError
  expect(originalResponse?.getStatus()).toBe(403)
  expect(JSON.parse(originalResponse?.getBody() ?? '')).toMatchObject({ statusCode: '403', code: 'AccessDenied' })
})

it('ends an upload that its user has given up', async () => {
  const name = ownName(member, 'bin')
  const endpoint = `${engine.url}/storage/v1/upload/resumable`
  const headers = { authorization: `Bearer ${token}` }
  let uploadUrl = ''
  const onAfterResponse: UploadOptions['onAfterResponse'] = (_request, response) => {
    uploadUrl ||= new URL(response.getHeader('Location') ?? '', engine.url).href
  }
  await upload(randomBytes(CHUNK + 1), { metadata: metadata(name), onAfterResponse }, CHUNK)
  await Upload.terminate(uploadUrl, { endpoint, headers })
  const gone = await fetch(uploadUrl, { method: 'HEAD', headers: { ...headers, 'tus-resumable': '1.0.0' } })
  expect(gone.status).toBe(404)
})

/** A way to the engine on which the first connection that has carried so many bytes breaks. */
async function breakingNetwork(afterBytes: number) {
  let broken = 0
  const target = new URL(engine.url)
  const server: Server = createServer()
  server.removeAllListeners('connection')
  server.on('connection', (socket) => {
    const onward = connect(Number(target.port), target.hostname)
    let bytes = 0
    socket.on('data', (chunk: Buffer) => {
      bytes += chunk.length
      if (broken === 0 && bytes > afterBytes) {
        broken += 1
        socket.destroy()
        // The engine's side stays open, as that of a phone that has lost its network.
        return
      }
      if (!socket.destroyed) onward.write(chunk)
    })
    onward.on('data', (chunk: Buffer) => socket.write(chunk))
    onward.on('close', () => socket.destroy())
    socket.on('error', () => {})
    onward.on('error', () => {})
    socket.on('end', () => onward.end())
    connections.add(onward)
  })
  const connections = new Set<ReturnType<typeof connect>>()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    broken: () => broken,
    close: async () => {
      for (const one of connections) one.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
