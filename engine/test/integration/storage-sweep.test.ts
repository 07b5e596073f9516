import { randomUUID } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { guest, type Persona, service, signUp } from '../../../test-support/personas.ts'
import { startEngine, type TestEngine } from '../../../test-support/start-engine.ts'
import { createBuckets, ownName } from '../conformance/storage-fixture.ts'

// Files left by a killed engine: the second engine runs on the first one's folder and database.
const dataDir = mkdtempSync(join(tmpdir(), 'bankside-sweep-'))
let engine: TestEngine

beforeAll(async () => {
  engine = await startEngine({ dataDir })
  await createBuckets(engine)
})
afterAll(async () => {
  await engine.close()
  rmSync(dataDir, { recursive: true, force: true })
})

const twoHoursAgo = () => new Date(Date.now() - 2 * 3_600_000)
const fileOf = (version: string) => join(dataDir, 'storage/objects', version.slice(0, 2), version)

/** Leaves a file like an upload that dies before its row. */
function leave(path: string, changed: Date): string {
  mkdirSync(join(path, '..'), { recursive: true })
  writeFileSync(path, 'left behind')
  utimesSync(path, changed, changed)
  return path
}

it('removes old files without a row at the start, and none that has one or may get one', async () => {
  const member = await signUp(engine)
  const [kept, deleted] = [ownName(member, 'txt'), ownName(member, 'txt')]
  for (const name of [kept, deleted])
    expect((await member.storage.from('conf_files').upload(name, 'text')).error).toBeNull()
  const versions = await engine.owner.query('select name, version from storage.objects where owner_id = $1', [
    member.user.id,
  ])
  const pathOf = (name: string) => fileOf(versions.find((row) => row.name === name)?.version)
  for (const name of [kept, deleted]) utimesSync(pathOf(name), twoHoursAgo(), twoHoursAgo())
  // A row that is deleted by SQL, as when an account is deleted.
  await engine.owner.query(
    `do $$
     begin
       perform set_config('storage.allow_delete_query', 'true', true);
       delete from storage.objects where name = '${deleted}';
     end
     $$`,
  )
  const orphan = leave(fileOf(randomUUID()), twoHoursAgo())
  const fresh = leave(fileOf(randomUUID()), new Date())
  const temporary = leave(join(dataDir, 'storage/tmp', randomUUID()), twoHoursAgo())
  const rendition = leave(join(dataDir, 'storage/renditions', randomUUID(), 'a'.repeat(32)), twoHoursAgo())

  const second = await startEngine({ dataDir, databaseUrl: engine.databaseUrl, jwtSecret: engine.jwtSecret })
  try {
    for (const gone of [orphan, temporary, rendition, pathOf(deleted)])
      await expect.poll(() => existsSync(gone), { message: gone }).toBe(false)
    expect(existsSync(fresh)).toBe(true)
    expect(existsSync(pathOf(kept))).toBe(true)
    const { data } = await service(engine).storage.from('conf_files').download(kept)
    expect(await data?.text()).toBe('text')
    expect((await guest(engine).storage.from('conf_files').download(kept)).error).not.toBeNull()
  } finally {
    await second.close()
  }
})

it('removes the files of a deleted account, and keeps its shared files and those of others', async () => {
  const admin = await signUp(engine, { admin: true })
  const [leaver, member] = [await signUp(engine), await signUp(engine)]
  const put = async (who: Persona, name: string) => {
    const { error } = await who.storage.from('conf_files').upload(name, 'text')
    expect(error).toBeNull()
    return (await versionOf(name)) ?? ''
  }
  const versionOf = async (name: string) =>
    (await engine.owner.query('select version from storage.objects where name = $1', [name]))[0]?.version as
      | string
      | undefined
  const [own, others] = [ownName(leaver, 'txt'), ownName(member, 'txt')]
  const files = { own: await put(leaver, own), others: await put(member, others) }
  // Like an admin's picture of a game: not in their own folder, and used by all members.
  await engine.owner.query(
    `insert into storage.objects (bucket_id, name, owner_id, version) values ('conf_files', 'shared.txt', $1, $2)`,
    [leaver.user.id, randomUUID()],
  )
  expect((await member.rpc('delete_user', { user_id: leaver.user.id })).error).not.toBeNull()
  expect((await admin.rpc('delete_user', { user_id: leaver.user.id })).error).toBeNull()

  const second = await startEngine({ dataDir, databaseUrl: engine.databaseUrl, jwtSecret: engine.jwtSecret })
  try {
    await expect.poll(() => existsSync(fileOf(files.own))).toBe(false)
    expect(await versionOf(own)).toBeUndefined()
    expect(await versionOf(others)).toBe(files.others)
    expect(await versionOf('shared.txt')).toBeDefined()
    expect(existsSync(fileOf(files.others))).toBe(true)
  } finally {
    await second.close()
  }
})
