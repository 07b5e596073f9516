import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Persona, service, signUp } from '../../../test-support/personas.ts'
import { startEngine, type TestEngine } from '../../../test-support/start-engine.ts'
import { createBuckets, ownName, raw, tokenOf } from '../conformance/storage-fixture.ts'

const MIB = 1024 * 1024

let engine: TestEngine
let member: Persona
let other: Persona

beforeAll(async () => {
  engine = await startEngine({ rateLimitScale: 1 })
  await createBuckets(engine)
  member = await signUp(engine)
  other = await signUp(engine)
})
afterAll(() => engine.close())

const note = (client: Persona) => client.storage.from('conf_files').upload(ownName(client, 'txt'), 'x')

it('lets a member upload thirty files an hour, and refuses the thirty-first', async () => {
  for (let i = 0; i < 30; i += 1) expect((await note(member)).error).toBeNull()
  const path = `/object/conf_files/${ownName(member, 'txt')}`
  const reply = await raw(engine, 'POST', path, { token: await tokenOf(member), body: ['x'] })
  expect(reply.status).toBe(429)
  expect(reply.headers['retry-after']).toBe('60')
  expect(reply.json()).toMatchObject({ statusCode: '429', code: 'SlowDown' })
  const names = await engine.owner.query('select from storage.objects where owner_id = $1', [member.user.id])
  expect(names.length).toBe(30)
})

it('counts each member separately, and the secret key not at all', async () => {
  expect((await note(other)).error).toBeNull()
  for (let i = 0; i < 31; i += 1)
    expect((await service(engine).storage.from('conf_files').upload(`svc/${i}.txt`, 'x')).error).toBeNull()
})

it('refuses more than 200 MiB per account', async () => {
  const rich = await signUp(engine)
  const occupy = (bytes: number) =>
    engine.owner.query(
      `insert into storage.objects (bucket_id, name, owner_id, version, metadata)
       values ('conf_files', $1, $2, gen_random_uuid(), jsonb_build_object('size', $3::bigint))`,
      [ownName(rich, 'bin'), rich.user.id, bytes],
    )
  await occupy(150 * MIB)
  expect((await note(rich)).error).toBeNull()
  await occupy(50 * MIB - 2)
  expect((await note(rich)).error).toBeNull()
  const blobs = () => readdirSync(join(engine.dataDir, 'storage'), { recursive: true }).length
  const before = blobs()
  expect((await note(rich)).error).toMatchObject({ status: 400, statusCode: '413' })
  expect(blobs()).toBe(before)
})
