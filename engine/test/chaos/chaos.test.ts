import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, expect, inject, it, vi } from 'vitest'
import { cloneTemplate, databaseTarget, databaseUrl } from '../../../test-support/database.ts'
import { faultsIn } from '../../../test-support/faults.ts'
import { type Checkout, makeCheckout } from '../integration/lifecycle/checkout.ts'
import {
  cleanUp,
  type EngineProcess,
  publishableKeyOf,
  startProcess,
  temporaryFolder,
} from '../integration/lifecycle/engine-process.ts'
import { type LiveMember, startLiveMember } from './live-member.ts'
import { type Echo, echoOf, type Member, makeMember, makeMembers, type Target } from './members.ts'
import { sendPipelined } from './pipelined.ts'

// CHAOS_SECONDS=600 runs for ten minutes.
const SECONDS = Number(process.env.CHAOS_SECONDS ?? 20)
const BACKENDS = 4
const EVERY_MS = 120
const MEMBERS = 8
const CONNECTIONS = 10
const ROW = 20
/** Answers without which the storm would have shown nothing. */
const EXPECTED = ['read 200', 'write 201', 'write 503', 'user 200', 'download 200', 'upload 200']

vi.setConfig({ testTimeout: (SECONDS * 4 + 240) * 1_000, hookTimeout: 180_000 })

let checkout: Checkout
let engine: Target & { process: EngineProcess }
let owner: pg.Pool
let members: Member[]
let live: LiveMember[] = []
let drop: () => Promise<void>
/** Each try has marks, file names and a late member of its own: what the one before it wrote stays. */
let tries = 0

beforeAll(async () => {
  const socketDirectory = inject('socketDirectory')
  checkout = await makeCheckout()
  const clone = await cloneTemplate(socketDirectory)
  drop = clone.drop
  owner = new pg.Pool({ ...databaseTarget(socketDirectory, clone.database).owner, max: 2, application_name: 'storm' })
  await owner.query(`
    create table public.storm_marks (
      mark text primary key,
      user_id uuid not null default auth.uid()
    );
    alter table public.storm_marks enable row level security;
    create policy own on public.storm_marks to authenticated using (user_id = auth.uid());
    grant select, insert on public.storm_marks to authenticated;
    create function public.storm_echo(mark text) returns jsonb
      language sql stable set search_path = ''
      as $$ select jsonb_build_object('mark', mark, 'id', auth.uid()) $$;
    grant execute on function public.storm_echo(text) to authenticated;
    insert into storage.buckets (id, name, public) values ('storm-files', 'storm-files', false);
    create policy storm_files on storage.objects to authenticated
      using (bucket_id = 'storm-files' and (storage.foldername(name))[1] = auth.uid()::text);
    create policy storm_words on realtime.messages to authenticated
      using (realtime.topic() = 'storm-' || auth.uid())`)
  const process = await startProcess(checkout.main, {
    DATA_DIR: temporaryFolder(),
    DATABASE_URL: databaseUrl(socketDirectory, clone.database),
    LOG_LEVEL: 'error',
    RATE_LIMIT_SCALE: '10000',
  })
  engine = { process, url: process.url, publishableKey: await publishableKeyOf(process.url) }
  members = await makeMembers(engine, MEMBERS)
})

afterAll(async () => {
  await Promise.all(live.map((one) => one.stop()))
  await cleanUp()
  await owner.end()
  await drop()
  checkout.remove()
})

/** Ends a few random connections of the engine. */
async function endBackends(): Promise<number> {
  const { rowCount } = await owner.query(
    `select pg_terminate_backend(a.pid) from (
       select pid from pg_stat_activity
        where datname = current_database() and application_name like 'bankside:%'
        order by random() limit $1
     ) as a`,
    [BACKENDS],
  )
  return rowCount ?? 0
}

/** Pipelines requests on one connection after another; every third connection is closed in the middle. */
async function pipelineWhile(storms: () => boolean, lane: number, seen: Seen): Promise<void> {
  for (let round = 0; storms(); round += 1) {
    const echoes = Array.from({ length: ROW }, (_, place) => {
      const member = members[(lane + place) % members.length] as Member
      return echoOf(engine, member, tries * 10_000_000 + (round * CONNECTIONS + lane) * ROW + place)
    })
    const leaves = (lane + round) % 3 === 0
    const read = leaves ? round % ROW : ROW
    const answers = await sendPipelined(
      engine.url,
      echoes.map(({ request }) => request),
      read,
    )
    if (answers.length < read && !answers.at(-1)?.last) seen.torn += 1
    if (leaves) seen.left += 1
    for (const [place, { status, body }] of answers.entries()) judge(echoes[place] as Echo, status, body, seen)
  }
}

interface Seen {
  answers: Record<string, number>
  acknowledged: string[]
  strange: unknown[]
  /** Pipelines whose answers ended without an announcement. */
  torn: number
  left: number
}

function nothingSeen(): Seen {
  return { answers: {}, acknowledged: [], strange: [], torn: 0, left: 0 }
}

function judge({ kind, mark, isOwn }: Echo, status: number, body: Buffer, seen: Seen): void {
  const key = `${kind} ${status}`
  seen.answers[key] = (seen.answers[key] ?? 0) + 1
  const ok = status >= 200 && status < 300
  if (ok && kind === 'write') seen.acknowledged.push(mark)
  if (ok ? !isOwn(body) : status !== 503 && status !== 504)
    seen.strange.push({ kind, mark, status, body: body.toString().slice(0, 300) })
}

it(`keeps running for ${SECONDS} s while database connections are ended and clients disconnect in the middle`, async () => {
  tries += 1
  const seen = nothingSeen()
  await Promise.all(live.map((one) => one.stop()))
  live = members.map((member) => startLiveMember(engine, member))
  const start = performance.now()
  let ended = 0
  // On a busy machine it takes longer until enough has been tried.
  const storms = () => {
    const isEnough = ended > SECONDS * 5 && seen.left > 10 && EXPECTED.every((key) => seen.answers[key])
    return performance.now() - start < SECONDS * (isEnough ? 1 : 4) * 1_000
  }
  const storm = (async () => {
    while (storms()) {
      ended += await endBackends()
      await delay(EVERY_MS)
    }
  })()
  await Promise.all(Array.from({ length: CONNECTIONS }, (_, lane) => pipelineWhile(storms, lane, seen)))
  await storm

  expect(faultsIn(engine.process.output())).toEqual([])
  expect(engine.process.child.exitCode).toBeNull()
  expect(seen.strange).toEqual([])
  expect(seen.torn).toBe(0)
  // Without these the test would have tried nothing.
  expect(ended).toBeGreaterThan(SECONDS * 5)
  expect(seen.left).toBeGreaterThan(10)
  expect(Object.keys(seen.answers)).toEqual(expect.arrayContaining(EXPECTED))
  const { rows } = await owner.query<{ mark: string }>('select mark from public.storm_marks')
  const kept = new Set(rows.map(({ mark }) => mark))
  expect(seen.acknowledged.filter((mark) => !kept.has(mark))).toEqual([])
})

it('serves all requests afterwards, and delivers a new post to every open page', async () => {
  tries += 1
  await expect.poll(async () => (await fetch(`${engine.url}/readyz`)).status, { timeout: 30_000 }).toBe(200)
  const late = await makeMember(engine, `after-storm-${tries}`)
  const echoes = Array.from({ length: 200 }, (_, n) => echoOf(engine, late, n))
  const answers = await sendPipelined(
    engine.url,
    echoes.map(({ request }) => request),
  )
  const seen = nothingSeen()
  for (const [place, { status, body }] of answers.entries()) judge(echoes[place] as Echo, status, body, seen)
  expect(seen.strange).toEqual([])
  expect(Object.keys(seen.answers).filter((key) => / 50\d$/.test(key))).toEqual([])
  expect(answers).toHaveLength(echoes.length)

  let posts = 0
  const withoutNews = async () => {
    posts += 1
    await owner.query('insert into public.newsfeed_posts (user_id, content) values ($1, $2)', [
      late.id,
      `After the storm, number ${posts}`,
    ])
    return live.filter((one) => one.posts.size === 0).length
  }
  await expect.poll(withoutNews, { timeout: 60_000, interval: 1_000 }).toBe(0)
  await Promise.all(live.map((one) => one.stop()))
  expect(live.flatMap(({ strange }) => strange)).toEqual([])
  expect(live.every(({ received }) => received > 0)).toBe(true)
  expect(await engine.process.end('SIGTERM')).toBe(0)
})
