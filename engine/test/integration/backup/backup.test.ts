import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import {
  copyFileSync,
  existsSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, inject, it, vi } from 'vitest'
import { databaseTarget, databaseUrl, TEMPLATE } from '../../../../test-support/database.ts'
import { type Persona, signIn, signUp } from '../../../../test-support/personas.ts'
import { startEngine, type TestEngine } from '../../../../test-support/start-engine.ts'
import { type Checkout, makeCheckout } from '../lifecycle/checkout.ts'
import { cleanUp, launch, runToEnd, startProcess, temporaryFolder } from '../lifecycle/engine-process.ts'

// Each test starts whole engines, which compete with everything else that runs.
vi.setConfig({ testTimeout: 240_000, hookTimeout: 240_000 })

const socketDirectory = inject('socketDirectory')
const databases: string[] = []
let checkout: Checkout
let engine: TestEngine
let tom: Persona
let finn: Persona

beforeAll(async () => {
  checkout = await makeCheckout()
  engine = await startEngine()
  const admin = await signUp(engine, { username: 'gatekeeper', admin: true })
  tom = await signUp(engine, { username: "tom 'the quill' N" })
  finn = await signUp(engine, { username: 'فيصل', data: { referrer_id: tom.user.id } })
  await admin
    .from('points_log')
    .insert({ user_id: tom.user.id, points_change: 500, reason: 'a\nb\\.', created_by: admin.user.id })
    .throwOnError()
  await tom.from('referrals').update({ status: 'completed' }).eq('referrer_id', tom.user.id).throwOnError()
  await tom
    .from('point_gifts')
    .insert({ from_user_id: tom.user.id, to_user_id: finn.user.id, points: 20 })
    .throwOnError()
  await upload(tom)
})

afterAll(async () => {
  await cleanUp()
  await engine.close()
  for (const name of databases) await onServer(`drop database ${name} with (force)`)
  checkout.remove()
})

describe('a backup made while members use the site', () => {
  let file: string
  let embedded: string
  let first: Database
  let firstFiles: string

  beforeAll(async () => {
    file = join(temporaryFolder(), 'club.tar')
    const going = keepBusy()
    const outcome = await backup(file, external(engine.databaseUrl, engine.dataDir))
    await going.stop()
    expect(outcome).toMatchObject({ code: 0, stderr: '' })
    embedded = join(temporaryFolder(), 'data')
    first = await newDatabase()
    firstFiles = temporaryFolder()
    expect(await restore(file, external(first.url, firstFiles))).toMatchObject({ code: 0, stderr: '' })
  })

  it('is complete: it contains every file that a row names, and the points add up', async () => {
    const versions = await first.query('select version from storage.objects')
    expect(versions.length).toBeGreaterThan(0)
    expect(blobsOf(firstFiles)).toEqual(expect.arrayContaining(versions.map(({ version }) => version)))
    const wrong = await first.query(
      `select p.username from profiles as p
        where p.points <> (select coalesce(sum(l.points_change), 0) from points_log as l where l.user_id = p.id)`,
    )
    expect(wrong).toEqual([])
  })

  it('is restored into an embedded database and from there into another one, with the same rows and bytes', async () => {
    expect(await restore(file, { DATA_DIR: embedded })).toMatchObject({ code: 0, stderr: '' })

    const again = join(temporaryFolder(), 'again.tar')
    expect(await backup(again, { DATA_DIR: embedded })).toMatchObject({ code: 0, stderr: '' })
    const second = await newDatabase()
    const secondFiles = temporaryFolder()
    expect(await restore(again, external(second.url, secondFiles))).toMatchObject({ code: 0, stderr: '' })

    expect(await hashes(second)).toEqual(await hashes(first))
    // A file whose row was removed during the first backup is in that one only.
    expect(fileHashes(firstFiles)).toMatchObject(fileHashes(secondFiles))
    const versions = await second.query('select version from storage.objects where version is not null')
    expect(Object.keys(fileHashes(secondFiles)).sort()).toEqual(versions.map(({ version }) => version).sort())
  })

  it('lets members sign in with their password, and accepts no earlier session', async () => {
    const before = await tom.auth.getSession()
    const process = await startProcess(checkout.main, { DATA_DIR: embedded })
    const { publishableKey } = (await (await fetch(`${process.url}/config.json`)).json()) as { publishableKey: string }
    const restored = { ...engine, url: process.url, publishableKey }
    const refreshed = await fetch(`${process.url}/auth/v1/token?grant_type=refresh_token`, {
      method: 'POST',
      headers: { apikey: publishableKey, 'content-type': 'application/json' },
      body: JSON.stringify({ refresh_token: before.data.session?.refresh_token }),
    })
    expect(refreshed.status).toBe(400)
    const again = await signIn(restored, tom.user)
    const profile = await again.from('profiles').select('username, points').eq('id', tom.user.id).single()
    expect(profile.data?.username).toBe(tom.user.username)
    const photo = await again.storage.from('fishing-photos').list(tom.user.id)
    const download = await again.storage.from('fishing-photos').download(`${tom.user.id}/${photo.data?.[0]?.name}`)
    expect(download.data?.size).toBeGreaterThan(0)
    const next = await signUp(restored, { username: 'came after the flood' })
    expect(next.user.id).toMatch(/-/)
    expect(await process.end('SIGTERM')).toBe(0)
  })

  it('is refused by an instance that has members, and changes nothing there', async () => {
    const before = await hashes(engineDatabase())
    const outcome = await restore(file, external(engine.databaseUrl, engine.dataDir))
    expect(outcome.code).toBe(1)
    expect(outcome.stderr).toBe('The database already has members: restore into a new DATA_DIR or an empty database\n')
    expect(await hashes(engineDatabase())).toEqual(before)
  })

  it.each([
    ['with a byte changed', (path: string) => flipByte(path), /is damaged|is not a backup/],
    ['cut short', (path: string) => truncateSync(path, 20_000), /damaged|cut short/],
    ['of something else', (path: string) => writeFileSync(path, 'not a tar file'), /is not a backup|damaged/],
  ])('%s is refused before anything is touched', async (_, spoil, message) => {
    const spoilt = join(temporaryFolder(), 'spoilt.tar')
    copyFileSync(file, spoilt)
    spoil(spoilt)
    const target = await newDatabase()
    const outcome = await restore(spoilt, external(target.url, temporaryFolder()))
    expect(outcome.code).toBe(1)
    expect(outcome.stderr).toMatch(message)
    expect(outcome.stderr.trim().split('\n')).toHaveLength(1)
    expect(await target.query(`select to_regclass('engine.migrations') as found`)).toEqual([{ found: null }])
  })

  it('never overwrites a file', async () => {
    const outcome = await backup(file, external(engine.databaseUrl, engine.dataDir))
    expect(outcome).toMatchObject({ code: 1, stderr: `${file} already exists: choose another name\n` })
  })

  it('is readable by its owner only, and leaves no other files', () => {
    expect(readdirSync(join(file, '..'))).toEqual(['club.tar'])
  })
})

describe('a backup of a database with objects that no migration created', () => {
  let odd: Database
  let dataDir: string
  beforeAll(async () => {
    odd = await newDatabase(TEMPLATE)
    dataDir = temporaryFolder()
    const env = { ADMIN_EMAIL: 'odd@example.com', ADMIN_PASSWORD: 'odd enough' }
    const process = await startProcess(checkout.main, { ...external(odd.url, dataDir), ...env })
    await process.end('SIGTERM')
    await odd.query(`
      create table public.catch_diary (note text);
      insert into public.catch_diary values ('A mirror of 20 lb');
      alter table public.profiles add column nick_of_old text`)
  })

  it('is refused, and names each of them', async () => {
    const file = join(temporaryFolder(), 'odd.tar')
    const outcome = await backup(file, external(odd.url, dataDir))
    expect(outcome).toMatchObject({
      code: 1,
      stdout: '',
      stderr:
        'The backup was not made: no migration made column public.profiles.nick_of_old, table public.catch_diary, so a ' +
        'restore could not bring it back. Make it by a migration, or save it by other means and run the command with ' +
        '--without-foreign\n',
    })
    expect(existsSync(file)).toBe(false)
  })

  it('leaves them out on request, reports that, and can be restored into an empty database', async () => {
    const file = join(temporaryFolder(), 'odd.tar')
    const made = await runToEnd(checkout.main, ['backup', file, '--without-foreign'], external(odd.url, dataDir))
    expect(made).toMatchObject({ code: 0, stderr: '' })
    expect(made.stdout).toContain(
      'Changes that are not in the backup, because no migration made them: made column public.profiles.nick_of_old, table public.catch_diary\n',
    )
    const target = await newDatabase()
    const restored = await restore(file, external(target.url, temporaryFolder()))
    expect(restored).toMatchObject({ code: 0, stderr: '' })
    expect(restored.stdout).toContain('All members are signed out: they sign in again with their password\n')
    expect(await target.query(`select email, to_regclass('public.catch_diary') as diary from auth.users`)).toEqual([
      { email: 'odd@example.com', diary: null },
    ])
  })

  it('is refused, also when they are to be left out, while rows may break a rule that an operator removed or changed', async () => {
    const [constraint] = await odd.query(
      `select conname as name, pg_get_constraintdef(oid) as rule from pg_constraint
        where conrelid = 'public.profiles'::regclass and contype = 'c' order by conname limit 1`,
    )
    await odd.query(`
      drop index public.live_videos_one_active;
      alter table public.games alter column title drop not null;
      alter table private.left_counters alter column used type bigint;
      alter table public.profiles drop constraint ${constraint?.name}`)
    try {
      const file = join(temporaryFolder(), 'odd.tar')
      const outcome = await runToEnd(checkout.main, ['backup', file, '--without-foreign'], external(odd.url, dataDir))
      expect(outcome).toMatchObject({
        code: 1,
        stderr:
          'The backup was not made: an operator has changed column private.left_counters.used, column public.games.title; ' +
          `removed constraint ${constraint?.name} on public.profiles, unique index public.live_videos_one_active, ` +
          'and a restore would refuse the backup. Put it back first\n',
      })
      expect(existsSync(file)).toBe(false)
    } finally {
      await odd.query(`
        create unique index live_videos_one_active on public.live_videos (is_active) where is_active;
        alter table public.games alter column title set not null;
        alter table private.left_counters alter column used type integer;
        alter table public.profiles add constraint ${constraint?.name} ${constraint?.rule}`)
    }
  })

  it('is made without the check on request, and its restore names a table and a column that do not exist', async () => {
    const file = join(temporaryFolder(), 'odd.tar')
    const env = { ...external(odd.url, dataDir), TMPDIR: join(dataDir, 'not-there') }
    const refused = await runToEnd(checkout.main, ['backup', file], env)
    expect(refused).toMatchObject({ code: 1, stdout: '' })
    expect(refused.stderr).toMatch(/could not be compared with its migrations: --unchecked does without\n$/)
    expect(await runToEnd(checkout.main, ['backup', file, '--unchecked'], env)).toMatchObject({ code: 0, stderr: '' })
    const target = await newDatabase()
    const restored = await restore(file, external(target.url, temporaryFolder()))
    expect(restored).toMatchObject({
      code: 1,
      stderr:
        'The backup has rows for what is in no backup of this version: public.catch_diary, public.profiles.nick_of_old\n',
    })
  })
})

it('refuses a backup with rows that refer to missing ones', async () => {
  const broken = await newDatabase(TEMPLATE)
  await broken.query(`
    alter table public.newsfeed_comments drop constraint newsfeed_comments_post_id_fkey;
    set session_replication_role = replica;
    insert into public.newsfeed_comments (post_id, user_id, content)
      values (gen_random_uuid(), gen_random_uuid(), 'A comment without a post')`)
  const file = join(temporaryFolder(), 'broken.tar')
  const env = external(broken.url, temporaryFolder())
  expect(await runToEnd(checkout.main, ['backup', file, '--unchecked'], env)).toMatchObject({ code: 0, stderr: '' })
  const target = await newDatabase()
  expect(await restore(file, external(target.url, temporaryFolder()))).toMatchObject({
    code: 1,
    stderr:
      'The backup has rows that refer to missing ones: newsfeed_comments_post_id_fkey, newsfeed_comments_user_id_fkey\n',
  })
  expect(await target.query('select id from public.newsfeed_comments')).toEqual([])
})

let large: Database | undefined

/** With so many rows that a signal comes while they are written. */
async function largeDatabase(): Promise<Database> {
  if (large !== undefined) return large
  const made = await newDatabase(TEMPLATE)
  await made.query(`
    create table public.catch_diary (note text);
    insert into public.catch_diary select md5(n::text) from generate_series(1, 1000000) as n`)
  large = made
  return made
}

it.each(['SIGINT', 'SIGTERM'] as const)('leaves nothing behind when it is ended by %s', async (signal) => {
  const { url } = await largeDatabase()
  const folder = temporaryFolder()
  const args = ['backup', join(folder, 'large.tar'), '--unchecked']
  const child = launch(checkout.main, args, external(url, temporaryFolder()))
  let printed = ''
  child.stderr?.on('data', (chunk) => {
    printed += chunk
  })
  const closed = once(child, 'close')
  const written = () =>
    readdirSync(folder, { recursive: true }).map((name) => statSync(join(folder, String(name))).size)
  await vi.waitUntil(() => written().some((size) => size > 500_000), { timeout: 60_000, interval: 5 })
  child.kill(signal)
  expect(await closed).toEqual([1, null])
  expect(printed).toBe(`Ending; this may take some seconds.\nThe backup was not made: ended by ${signal}\n`)
  expect(readdirSync(folder)).toEqual([])
})

it('brings a backup made under an older schema up to date', async () => {
  const old = await makeCheckout()
  const newest = readdirSync(join(checkout.folder, 'supabase/migrations')).sort().at(-1) ?? ''
  const older = await newDatabase()
  const file = join(temporaryFolder(), 'older.tar')
  try {
    rmSync(join(old.folder, 'supabase/migrations', newest))
    const env = external(older.url, temporaryFolder())
    const process = await startProcess(old.main, {
      ...env,
      ADMIN_EMAIL: 'old@example.com',
      ADMIN_PASSWORD: 'older days',
    })
    await process.end('SIGTERM')
    expect(await runToEnd(old.main, ['backup', file], env)).toMatchObject({ code: 0 })
  } finally {
    old.remove()
  }
  const target = await newDatabase()
  const dataDir = temporaryFolder()
  expect(await restore(file, external(target.url, dataDir))).toMatchObject({ code: 0, stderr: '' })
  expect(
    await target.query('select version from supabase_migrations.schema_migrations order by version desc limit 1'),
  ).toEqual([{ version: newest.split('_')[0] }])
  expect(await target.query('select email from auth.users')).toEqual([{ email: 'old@example.com' }])
  const next = join(temporaryFolder(), 'next.tar')
  expect(await backup(next, external(target.url, dataDir))).toMatchObject({ code: 0, stderr: '' })
})

interface Database {
  url: string
  query(text: string): Promise<Record<string, unknown>[]>
}

function external(url: string, dataDir: string): Record<string, string> {
  return { DATABASE_URL: url, DATA_DIR: dataDir }
}

const backup = (file: string, env: Record<string, string>) => runToEnd(checkout.main, ['backup', file], env)
const restore = (file: string, env: Record<string, string>) => runToEnd(checkout.main, ['restore', file], env)

/** An empty database, or a copy of another one. */
async function newDatabase(template = 'template0'): Promise<Database> {
  const name = `restore_${randomUUID().replaceAll('-', '')}`
  await onServer(`create database ${name} template ${template} strategy file_copy`)
  databases.push(name)
  return { url: databaseUrl(socketDirectory, name), query: (text) => ask(name, text) }
}

function engineDatabase(): Database {
  return { url: engine.databaseUrl, query: (text) => engine.owner.query(text) }
}

async function ask(database: string, text: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client(databaseTarget(socketDirectory, database).owner)
  await client.connect()
  try {
    return (await client.query(text)).rows
  } finally {
    await client.end()
  }
}

const onServer = (command: string) => ask('postgres', command)

/** One hash for each table's rows, independent of their order. */
async function hashes(database: Database): Promise<Record<string, unknown>> {
  const tables = await database.query(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables
      where schemaname in ('auth', 'storage', 'public', 'private') order by 1`,
  )
  const found: Record<string, unknown> = {}
  for (const { name } of tables) {
    const [row] = await database.query(
      `select count(*)::int as rows, md5(string_agg(md5(t::text), '' order by md5(t::text))) as hash from ${name} as t`,
    )
    found[String(name)] = row
  }
  return found
}

function blobsOf(dataDir: string): string[] {
  const folder = join(dataDir, 'storage/objects')
  if (!existsSync(folder)) return []
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).flatMap((path) => path.split('/')[1] ?? [])
}

function fileHashes(dataDir: string): Record<string, string> {
  const hash = (key: string) =>
    createHash('sha256')
      .update(readFileSync(join(dataDir, 'storage/objects', key.slice(0, 2), key)))
      .digest('hex')
  return Object.fromEntries(
    blobsOf(dataDir)
      .sort()
      .map((key) => [key, hash(key)]),
  )
}

function flipByte(path: string): void {
  const bytes = readFileSync(path)
  // In a photo, in compressed rows or between them: the reader checks every byte, as its own test shows.
  const place = Math.floor(bytes.length / 2)
  bytes.writeUInt8(bytes.readUInt8(place) ^ 0xff, place)
  writeFileSync(path, bytes)
}

async function upload(member: Persona): Promise<string> {
  const pixels = { width: 64, height: 48, channels: 3 as const }
  const photo = await sharp(randomBytes(64 * 48 * 3), { raw: pixels })
    .png()
    .toBuffer()
  const path = `${member.user.id}/${randomUUID()}.png`
  const { error } = await member.storage.from('fishing-photos').upload(path, photo, { contentType: 'image/png' })
  if (error) throw error
  return path
}

/** Members who post, give, upload and delete until they are stopped. */
function keepBusy(): { stop(): Promise<void> } {
  let going = true
  const giving = (async () => {
    while (going)
      await tom.from('point_gifts').insert({ from_user_id: tom.user.id, to_user_id: finn.user.id, points: 1 })
  })()
  const changing = (async () => {
    while (going) await finn.storage.from('fishing-photos').remove([await upload(finn)])
  })()
  return {
    async stop() {
      going = false
      await Promise.all([giving, changing])
    },
  }
}
