import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { performance } from 'node:perf_hooks'
import pg from 'pg'
import { databaseTarget, TEMPLATE } from '../../test-support/database.ts'
import { startThrowAwayPostgres } from '../../test-support/throw-away-postgres.ts'
import { LISTINGS, type Listing } from './listings.ts'

// Each listing of the app on a large club: its plan, and its time with row-level security as a ratio to the same
// statement without it, alternating in one run. First seeds a database for the purpose (a few minutes).

const ROUNDS = 40
const LIMIT = 1.5
// Below this a ratio only compares the noise of two round trips.
const WORTH_MS = 0.5
const BIG = ['newsfeed_posts', 'newsfeed_comments', 'newsfeed_reactions', 'points_log', 'point_gifts', 'game_entries']
const ROOT = new URL('../../', import.meta.url)

interface Plan {
  'Node Type': string
  'Relation Name'?: string
  'Index Name'?: string
  Filter?: string
  'Subplan Name'?: string
  Plans?: Plan[]
}

interface Result {
  name: string
  as: string
  withMs: number
  withoutMs: number
  ratio: number
  limit: number
  because?: string | undefined
  seqScans: string[]
  perRowFunctions: string[]
  reads: string[]
  plan: string[]
}

/** Like a request of the engine: the role and the claims, for this transaction. */
async function become(client: pg.Client, listing: Listing, secured: boolean): Promise<void> {
  const { rows } = await client.query(`select md5($1)::uuid::text as id`, [
    listing.as === 'admin' ? 'member0' : 'member42',
  ])
  const claims = JSON.stringify({ sub: rows[0]?.id, role: 'authenticated' })
  await client.query(
    `select set_config('request.jwt.claims', $1, false), set_config('search_path', 'public, extensions', false)`,
    [claims],
  )
  await client.query(secured ? 'set role authenticated' : 'reset role')
}

async function timed(client: pg.Client, listing: Listing, secured: boolean): Promise<number> {
  const statement = { name: `${secured ? 'with' : 'without'} ${listing.name}`, text: listing.sql }
  const started = performance.now()
  await client.query(statement)
  return performance.now() - started
}

const fastest = (values: number[]) => Math.min(...values)

function* nodes(plan: Plan, path: string[] = []): Generator<{ node: Plan; path: string[] }> {
  yield { node: plan, path }
  for (const child of plan.Plans ?? []) yield* nodes(child, [...path, plan['Node Type']])
}

async function measure(secured: pg.Client, plain: pg.Client, listing: Listing): Promise<Result> {
  await become(secured, listing, true)
  await become(plain, listing, false)
  const [withMs, withoutMs]: [number[], number[]] = [[], []]
  for (let round = 0; round < ROUNDS; round += 1) {
    withMs.push(await timed(secured, listing, true))
    withoutMs.push(await timed(plain, listing, false))
  }
  const { rows } = await secured.query(`explain (format json) ${listing.sql}`)
  const plan = [...nodes(rows[0]['QUERY PLAN'][0].Plan)]
  return {
    name: listing.name,
    as: listing.as,
    withMs: Number(fastest(withMs).toFixed(2)),
    withoutMs: Number(fastest(withoutMs).toFixed(2)),
    ratio: Number((fastest(withMs) / fastest(withoutMs)).toFixed(2)),
    limit: listing.allowed?.ratio ?? LIMIT,
    because: listing.allowed?.because,
    seqScans: plan.flatMap(({ node }) =>
      node['Node Type'] === 'Seq Scan' && BIG.includes(node['Relation Name'] ?? '')
        ? [node['Relation Name'] ?? '']
        : [],
    ),
    perRowFunctions: plan.flatMap(({ node }) => node.Filter?.match(/\b(?:private|auth)\.\w+\(/g) ?? []),
    reads: [...new Set(plan.flatMap(({ node }) => node['Index Name'] ?? whole(node)))],
    plan: plan.map(({ node, path }) =>
      `${'  '.repeat(path.length)}${node['Node Type']} ${node['Relation Name'] ?? ''}`.trimEnd(),
    ),
  }
}

const whole = (node: Plan) => (node['Node Type'] === 'Seq Scan' ? [`all of ${node['Relation Name']}`] : [])

function table(results: Result[]): string {
  const line = (r: Result) =>
    `| ${r.name} | ${r.as} | ${r.withMs} | ${r.withoutMs} | ${r.withMs < WORTH_MS ? `(${r.ratio})` : r.ratio} | ${r.reads.join(', ')} |`
  return [
    '# Listings on a large club',
    '',
    'Written by `npm run bench sql`; do not edit. The database has 10,000 members, 200,000 posts, 1 million comments, 2 million',
    'reactions and 1 million ledger rows. Each statement runs as a member or an admin, with and without row-level security,',
    `alternating in one run (${ROUNDS} rounds, the fastest, milliseconds at the client). Compare only the ratio. The goal is at most`,
    `${LIMIT}, except for the listings named below the table. Ratios of statements under ${WORTH_MS} ms are in brackets: they compare two`,
    'round trips. The plans are in `bench/results/sql-listings.json`. None of them scans a big table or calls a policy function',
    'per row. The last column names what the statement itself reads. Reads inside functions are not listed, but their time',
    'counts.',
    '',
    '| listing | as | with | without | ratio | reads |',
    '|---|---|---|---|---|---|',
    ...results.map(line),
    '',
    ...results.filter((r) => r.because).map((r) => `- ${r.name}, at most ${r.limit}: ${r.because}.`),
    '',
  ].join('\n')
}

// A server that was seeded before, for work on a plan; otherwise a new one for this run.
const seeded = process.env.BENCH_SOCKET
const postgres = seeded
  ? { socketDirectory: seeded, stop: async () => {} }
  : await startThrowAwayPostgres(['shared_buffers=512MB', 'max_wal_size=4GB'])
try {
  const owner = databaseTarget(postgres.socketDirectory, TEMPLATE).owner
  const secured = new pg.Client(owner)
  const plain = new pg.Client(owner)
  await Promise.all([secured.connect(), plain.connect()])
  const started = performance.now()
  if (!seeded) {
    await secured.query(readFileSync(new URL('seed.sql', import.meta.url), 'utf8'))
    await secured.query('vacuum analyze')
  }
  const seedSeconds = seeded ? undefined : Math.round((performance.now() - started) / 1000)
  const results: Result[] = []
  for (const listing of LISTINGS) results.push(await measure(secured, plain, listing))
  await Promise.all([secured.end(), plain.end()])

  const slow = results.filter((r) => r.withMs >= WORTH_MS && r.ratio > r.limit).map((r) => r.name)
  const bad = results.filter((r) => r.seqScans.length + r.perRowFunctions.length > 0).map((r) => r.name)
  mkdirSync(new URL('bench/results/', ROOT), { recursive: true })
  writeFileSync(
    new URL('bench/results/sql-listings.json', ROOT),
    `${JSON.stringify({ bench: 'sql-listings', unit: 'ms', seedSeconds, limit: LIMIT, results }, undefined, 2)}\n`,
  )
  writeFileSync(new URL('docs/performance.md', ROOT), table(results))
  const worst = Math.max(...results.filter((r) => r.withMs >= WORTH_MS).map((r) => r.ratio))
  console.log(
    JSON.stringify({
      bench: 'sql-listings',
      unit: 'ratio with/without RLS',
      limit: LIMIT,
      worst,
      slow,
      bad,
      seedSeconds,
    }),
  )
  if (slow.length + bad.length > 0) process.exitCode = 1
} finally {
  await postgres.stop()
}
