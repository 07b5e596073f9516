import { createClient } from '@supabase/supabase-js'
import pg from 'pg'
import WebSocket from 'ws'
import {
  createLogger,
  findRoot,
  type RunningEngine,
  readConfig,
  startEmbeddedPostgres,
  startEngine,
} from '../engine/src/index.ts'
import { castMembers, fillAccounts, fillProfiles, fillReferrals, PASSWORD } from './demo/accounts.ts'
import { fillBadges } from './demo/badges.ts'
import { fillCatches } from './demo/catches.ts'
import { type Demo, inTransaction } from './demo/demo.ts'
import { fillGames } from './demo/games.ts'
import { fillNetwork } from './demo/network.ts'
import { fillNewsfeed } from './demo/newsfeed.ts'
import { CAST } from './demo/people.ts'
import { drawPictures } from './demo/pictures.ts'
import { closeSeason, fillOldPoints, fillRecentPoints, recountDays } from './demo/points.ts'
import { fillAwards, fillPackages } from './demo/prizes.ts'
import { createRng } from './demo/rng.ts'
import { fillSite } from './demo/site.ts'
import { createUploader } from './demo/upload.ts'

const SEED = 20_261_121

/** Fills a new instance with a club that has existed for a year, then exits. */
async function main(): Promise<void> {
  const settings = readConfig(process.env)
  const log = createLogger('warn')
  const database = settings.databaseUrl === undefined ? await startEmbeddedPostgres(settings.dataDir, log) : undefined
  const databaseUrl =
    settings.databaseUrl ??
    `postgres://supabase_admin@localhost/postgres?host=${encodeURIComponent(database?.socketDirectory ?? '')}`
  let engine: RunningEngine | undefined
  const db = new pg.Client({ connectionString: databaseUrl })
  try {
    // Hundreds of uploads from one address are not an attack here.
    engine = await startEngine({ ...settings, databaseUrl, rateLimitScale: 10_000 }, log)
    await db.connect()
    if (await refuses(db)) {
      process.exitCode = 1
      return
    }
    const accounts = await fill(db, engine)
    console.log(`\n${table(accounts)}\n\nRun "npm start" and sign in.`)
  } finally {
    await db.end()
    await engine?.close()
    await database?.stop()
  }
}

async function refuses(db: pg.Client): Promise<boolean> {
  const { rows } = await db.query<{ members: number; admins: number }>(
    'select count(*)::int as members, count(*) filter (where is_admin)::int as admins from public.profiles',
  )
  const { members = 0, admins = 0 } = rows[0] ?? {}
  if (members === 0 || (members === 1 && admins === 1)) return false
  console.error(`The demo needs a fresh instance, and this one has ${members} members: set DATA_DIR to a new folder.`)
  return true
}

async function fill(db: pg.Client, engine: RunningEngine): Promise<string[][]> {
  const rng = createRng(SEED)
  const now = Date.now()
  const started = performance.now()
  const tell = (what: string) =>
    console.log(`${((performance.now() - started) / 1000).toFixed(1).padStart(5)} s  ${what}`)

  tell('drawing the pictures')
  const pictures = await drawPictures(findRoot(), rng)
  const client = createClient(engine.url, engine.config.secretKey, {
    auth: { persistSession: false, autoRefreshToken: false },
    realtime: { transport: WebSocket as never },
  })
  const demo: Demo = { db, rng, now, ...castMembers(rng, now), pictures, upload: createUploader(client, now) }

  const step = async (what: string, work: () => Promise<void>) => {
    tell(what)
    await work()
  }
  // All or nothing: after a failure the instance is still empty and the demo can be run again.
  await inTransaction(db, async () => {
    await step('accounts', () => fillAccounts(demo))
    await step('profiles and their photos', () => fillProfiles(demo))
    await step('badges', () => fillBadges(demo))
    await step('prizes and games', async () => {
      await fillOldPoints(demo)
      const { packages, items } = await fillPackages(demo)
      await fillGames(demo, packages)
      await fillAwards(demo, items)
    })
    await step('newsfeed', () => fillNewsfeed(demo))
    await step('network, referrals and points', async () => {
      await fillNetwork(demo)
      await fillReferrals(demo)
      await fillRecentPoints(demo)
      await recountDays(demo)
      await closeSeason(demo)
    })
    await step('journals', () => fillCatches(demo))
    await step('info cards, live video, landing page', () => fillSite(demo))
  })
  await db.query('analyze')
  tell('done')

  const who = [
    ['an admin', CAST.admin],
    ['a busy member', CAST.busy],
    ['a new member', CAST.fresh],
    ['a suspended member', CAST.suspended],
  ] as const
  return [
    ['Account', 'Name', 'Email', 'Password'],
    ...who.map(([role, username]) => {
      const { email } = [demo.admin, ...demo.members].find((member) => member.username === username) ?? demo.admin
      return [role, username, email, PASSWORD]
    }),
  ]
}

function table(rows: string[][]): string {
  const width = (column: number) => Math.max(...rows.map((row) => row[column]?.length ?? 0))
  return rows.map((row) => row.map((cell, column) => cell.padEnd(width(column))).join('   ')).join('\n')
}

try {
  await main()
} catch (error) {
  console.error(error instanceof Error && error.name !== 'Error' ? error.message : error)
  process.exitCode = 1
}
