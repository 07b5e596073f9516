import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Persona, signUp } from '../../../test-support/personas.ts'
import { startEngine, type TestEngine } from '../../../test-support/start-engine.ts'
import { asBlob, createBuckets, ownName, raw, tokenOf } from './storage-fixture.ts'

let engine: TestEngine
let member: Persona
let token: string

beforeAll(async () => {
  engine = await startEngine()
  await createBuckets(engine)
  member = await signUp(engine)
  token = await tokenOf(member)
})
afterAll(() => engine.close())

/** All non-empty files of the storage folder. */
const files = () =>
  readdirSync(join(engine.dataDir, 'storage'), { recursive: true, withFileTypes: true }).filter(
    (entry) => entry.isFile() && statSync(join(entry.parentPath, entry.name)).size > 0,
  )

describe('names', () => {
  it.each([
    '../x.txt',
    'a/../x.txt',
    'a/..',
    '%2e%2e/x.txt',
    '%2e%2e%2fx.txt',
    'a/%2E%2E/%2E%2E/etc/passwd',
    '%252e%252e/x.txt',
    '..%5cx.txt',
    'a%5c..%5cx.txt',
    'a%00.txt',
    'a/%00/x',
    '%2fetc/passwd',
    '/etc/passwd',
    'a//b.txt',
    './x.txt',
    'a/./x.txt',
    'a/',
    'x%0a.txt',
    'caf%C3%A9.txt',
    '%ff.txt',
    'x%',
    'x%E2%80%AE.txt',
    `${'a'.repeat(256)}.txt`,
    `${'a/'.repeat(520)}x`,
  ])('%s is refused', async (name) => {
    const path = `${member.user.id}/${name}`
    const before = files().length
    const reply = await raw(engine, 'POST', `/object/conf_files/${path}`, { token, body: ['x'] })
    expect(reply.status).toBe(400)
    expect(reply.json()).toMatchObject({ statusCode: '400', error: 'InvalidKey', code: 'InvalidKey' })
    expect(files().length).toBe(before)
    for (const method of ['GET', 'DELETE'])
      expect((await raw(engine, method, `/object/conf_files/${path}`, { token })).json()).toMatchObject({
        code: 'InvalidKey',
      })
  })

  it('are also refused in the bodies of move and copy', async () => {
    for (const destinationKey of ['../x', 'a//b', 'a\\b', '%2e%2e/x', ''])
      for (const action of ['move', 'copy']) {
        const body = [JSON.stringify({ bucketId: 'conf_files', sourceKey: `${member.user.id}/a`, destinationKey })]
        expect((await raw(engine, 'POST', `/object/${action}`, { token, body })).json()).toMatchObject({
          code: 'InvalidKey',
        })
      }
  })

  it('of ordinary characters are accepted after one decoding', async () => {
    for (const name of ["a b (1) & c's!.txt", 'x+y=z;@$,?:.txt', '...', `${'a'.repeat(251)}.txt`]) {
      const path = `${member.user.id}/${name}`
      const reply = await raw(
        engine,
        'POST',
        `/object/conf_files/${path.split('/').map(encodeURIComponent).join('/')}`,
        { token, body: ['x'] },
      )
      expect(reply.json()).toMatchObject({ Key: `conf_files/${path}` })
      expect(await (await member.storage.from('conf_files').download(encodeURIComponent(path))).data?.text()).toBe('x')
    }
  })
})

describe('size', () => {
  const LIMIT = 65_536

  it('is counted: one byte more is refused, in a form, raw, and in chunks without a length', async () => {
    const bucket = member.storage.from('conf_files')
    expect((await bucket.upload(ownName(member, 'bin'), asBlob(Buffer.alloc(LIMIT), 'image/x'))).error).toBeNull()
    const before = files().length
    const tooMuch = Buffer.alloc(LIMIT + 1, 1)
    const refusal = { status: 400, statusCode: '413', message: 'The object exceeded the maximum allowed size' }
    const names = [ownName(member, 'bin'), ownName(member, 'bin'), ownName(member, 'bin')]
    expect((await bucket.upload(names[0] ?? '', asBlob(tooMuch, 'image/x'))).error).toMatchObject(refusal)
    expect((await bucket.upload(names[1] ?? '', tooMuch)).error).toMatchObject(refusal)
    const headers = { 'transfer-encoding': 'chunked', 'content-type': 'application/octet-stream' }
    const chunks = Array.from({ length: 64 }, () => Buffer.alloc(LIMIT, 1))
    const reply = await raw(engine, 'POST', `/object/conf_files/${names[2]}`, { token, headers, body: chunks })
    expect(reply.status).toBe(400)
    expect(reply.json()).toEqual({
      statusCode: '413',
      error: 'Payload too large',
      message: 'The object exceeded the maximum allowed size',
      code: 'EntityTooLarge',
    })
    expect(await engine.owner.query('select from storage.objects where name = any($1)', [names])).toEqual([])
    expect(files().length).toBe(before)
  })

  it('is 5 MiB by default', async () => {
    const bucket = member.storage.from('conf_private')
    const { error } = await bucket.upload(ownName(member), Buffer.alloc(5 * 1024 * 1024 + 1))
    expect(error).toMatchObject({ statusCode: '413' })
    // Not too large, but no picture.
    expect((await bucket.upload(ownName(member), Buffer.alloc(5 * 1024 * 1024))).error).toMatchObject({
      statusCode: '415',
    })
  })

  it('does not depend on Content-Length: an upload that ends early leaves nothing', async () => {
    const before = files().length
    const headers = { 'content-length': '5000' }
    const name = ownName(member, 'bin')
    const controller = new AbortController()
    const started = raw(engine, 'POST', `/object/conf_files/${name}`, {
      token,
      headers,
      body: ['x'],
      signal: controller.signal,
    })
    controller.abort()
    await expect(started).rejects.toThrow()
    await expect.poll(() => files().length).toBe(before)
    expect(await engine.owner.query('select from storage.objects where name = $1', [name])).toEqual([])
  })
})
