import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import pg from 'pg'
import type { BenchEngine } from '../support/engine.ts'
import type { BenchMember } from '../support/members.ts'

type Ask = BenchEngine['ask']
type Sums = Record<string, string>

/** As large as a phone's photo after the engine has reduced it. */
const FILE_BYTES = 300_000
const FILES_AT_ONCE = 100
/** A long text: sixty words of 32 letters. */
const WORDS = 60
const BYTES_A_POST = WORDS * 33
const OBJECTS = 'storage/objects'

/** Places files in the store, with the rows that name them; a thousand real uploads would take minutes. */
export async function addFiles(engine: BenchEngine, members: readonly BenchMember[], mb: number): Promise<void> {
  for (let left = Math.ceil((mb * 2 ** 20) / FILE_BYTES); left > 0; left -= FILES_AT_ONCE) {
    const keys = Array.from({ length: Math.min(left, FILES_AT_ONCE) }, () => randomUUID())
    for (const key of keys) {
      const folder = join(engine.dataDir, OBJECTS, key.slice(0, 2))
      await mkdir(folder, { recursive: true, mode: 0o700 })
      await writeFile(join(folder, key), randomBytes(FILE_BYTES), { mode: 0o600 })
    }
    await engine.ask(
      `insert into storage.objects (bucket_id, name, owner_id, version, metadata)
       select 'newsfeed-images', owner || '/' || key || '.jpg', owner, key,
              jsonb_build_object('size', $3::int, 'mimetype', 'image/jpeg')
         from unnest($1::text[]) with ordinality as k (key, n)
         cross join lateral (select ($2::text[])[1 + n % cardinality($2::text[])] as owner) as o`,
      [keys, members.map(({ id }) => id), FILE_BYTES],
    )
  }
}

/** Posts of an earlier year, with text that compresses badly. */
export async function addText(engine: BenchEngine, members: readonly BenchMember[], mb: number): Promise<void> {
  await engine.ask(
    `insert into public.newsfeed_posts (user_id, content, created_at)
     select ($1::uuid[])[1 + n % cardinality($1::uuid[])],
            (select string_agg(md5(random()::text || n || word), ' ') from generate_series(1, $3::int) as word),
            now() - interval '400 days' - n * interval '1 minute'
       from generate_series(1, $2::int) as n`,
    [members.map(({ id }) => id), Math.ceil((mb * 2 ** 20) / BYTES_A_POST), WORDS],
  )
}

/** Runs statements on a database that no engine of this run uses. */
export function openRows(url: string): { ask: Ask; end(): Promise<void> } {
  const pool = new pg.Pool({ connectionString: url, max: 1 })
  return { ask: async (text, values) => (await pool.query(text, values)).rows, end: () => pool.end() }
}

/** One checksum per table of a backup, independent of the order of the rows. */
export async function sumsOfTables(ask: Ask): Promise<Sums> {
  const tables = await ask(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables
      where schemaname in ('auth', 'storage', 'public', 'private')
        and schemaname || '.' || tablename not in ('auth.sessions', 'auth.refresh_tokens', 'auth.mfa_amr_claims',
          'auth.one_time_tokens', 'auth.flow_state', 'private.rate_counters')
      order by 1`,
  )
  const sums: Sums = {}
  for (const { name } of tables) {
    // A sum of hashes needs no order, and so no memory for all rows at once.
    const [row] = await ask(
      `select count(*) || ' ' || coalesce(sum(hashtextextended(t::text, 0)), 0) as sum from ${name} as t`,
    )
    sums[String(name)] = String(row?.sum)
  }
  return sums
}

/** SHA-256 of every stored file. */
export async function sumsOfFiles(dataDir: string): Promise<Sums> {
  const sums: Sums = {}
  for (const folder of await readdir(join(dataDir, OBJECTS)))
    for (const key of await readdir(join(dataDir, OBJECTS, folder))) {
      const hash = createHash('sha256')
      await pipeline(createReadStream(join(dataDir, OBJECTS, folder, key)), hash)
      sums[key] = hash.digest('hex')
    }
  return sums
}

/** Names of tables and files that differ, or exist in only one of the two. */
export function differences(one: Record<string, Sums>, other: Record<string, Sums>): string[] {
  return Object.keys({ ...one, ...other }).flatMap((kind) => {
    const [before, after] = [one[kind] ?? {}, other[kind] ?? {}]
    return Object.keys({ ...before, ...after }).filter((name) => before[name] !== after[name])
  })
}
