// R1: the engine is killed at any moment while members post, give points and upload, and is started again. Everything
// acknowledged must exist once, and every balance must be the sum of its ledger. KILLS sets how often (500 is the long
// form), KILL_MINUTES the time after which fewer are enough; KILL_SEED repeats a run.
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import sharp from 'sharp'
import { type Call, callerOf } from '../support/call.ts'
import { type BenchEngine, benchFolder, newSecrets, startEngine } from '../support/engine.ts'
import { percentile, randomNumbers, round } from '../support/figures.ts'
import { type BenchMember, makeMembers } from '../support/members.ts'
import { keepResult } from '../support/report.ts'

const KILLS = Number(process.env.KILLS ?? 12)
const LONGEST_MS = Number(process.env.KILL_MINUTES ?? 60) * 60_000
const SEED = Number(process.env.KILL_SEED ?? Date.now() % 1_000_000)
const MEMBERS = 8
const READY_SECONDS = 3
const START_POINTS = 100_000

const random = randomNumbers(SEED)
const folder = benchFolder('kills')
const env = { ...newSecrets(), DATA_DIR: join(folder, 'data') }
const photo = await sharp({ create: { width: 200, height: 150, channels: 3, background: '#345678' } })
  .jpeg()
  .toBuffer()
/** What clients got acknowledged: marks of posts, IDs of gifts, names of files. */
const accepted = { posts: [] as string[], gifts: [] as string[], files: [] as string[] }
const ready: number[] = []
const wrong: Record<string, number> = {}
let engine: BenchEngine | undefined
try {
  engine = await startEngine(env)
  const members = await makeMembers(engine, MEMBERS)
  await engine.ask(
    `insert into public.points_log (user_id, points_change, reason) select id, ${START_POINTS}, 'Start' from public.profiles`,
  )
  for (let kill = 0; ; kill += 1) {
    await check(engine)
    if (kill === KILLS || performance.now() > LONGEST_MS) break
    const running = engine
    let going = true
    const lanes = members.map((member, lane) => work(running, members, member, `${kill}-${lane}`, () => going))
    await delay(50 + random() * 1450)
    const gone = new Promise((resolve) => running.child.once('exit', resolve))
    running.child.kill('SIGKILL')
    await gone
    going = false
    await Promise.all(lanes)
    await running.end()
    const started = performance.now()
    engine = await startEngine(env)
    ready.push((performance.now() - started) / 1000)
  }
  const p95 = round(percentile(ready, 0.95), 1)
  const faults = Object.values(wrong).reduce((sum, count) => sum + count, 0)
  const acknowledged = accepted.posts.length + accepted.gifts.length + accepted.files.length
  keepResult(
    'reliability-kills',
    [
      {
        name: `${ready.length} kills of the engine while ${MEMBERS} members post, give and upload`,
        figure: `${faults} of ${acknowledged} lost, duplicated or miscounted; ready after ${p95} s (p95)`,
        goal: `none; at most ${READY_SECONDS} s`,
        met: faults === 0 && p95 <= READY_SECONDS,
      },
    ],
    {
      seed: SEED,
      acknowledged: { posts: accepted.posts.length, gifts: accepted.gifts.length, files: accepted.files.length },
      wrong,
    },
  )
} finally {
  await engine?.end()
  rmSync(folder, { recursive: true, force: true })
}

/** One member's calls, one after the other, until the engine is killed. */
async function work(
  running: BenchEngine,
  members: readonly BenchMember[],
  { id, token }: BenchMember,
  mark: string,
  going: () => boolean,
): Promise<void> {
  const call = callerOf(running)
  for (let n = 0; going(); n += 1) {
    const other = members[(members.findIndex((member) => member.id === id) + 1 + (n % (MEMBERS - 1))) % MEMBERS]
    const name = `${id}/${mark}-${n}.jpg`
    const content = `${mark}-${n}`
    const insert = (table: string, row: object): Call => ({
      method: 'POST',
      path: `/rest/v1/${table}?select=id`,
      token,
      body: JSON.stringify(row),
      headers: { prefer: 'return=representation' },
    })
    if (n % 3 === 0) {
      if ((await call(insert('newsfeed_posts', { user_id: id, content }))).status === 201) accepted.posts.push(content)
    } else if (n % 3 === 1) {
      const { status, text } = await call(
        insert('point_gifts', { from_user_id: id, to_user_id: other?.id, points: 1 + (n % 5) }),
      )
      if (status === 201) accepted.gifts.push(String(JSON.parse(text)[0].id))
    } else {
      const upload: Call = { method: 'POST', path: `/storage/v1/object/newsfeed-images/${name}`, token, body: photo }
      const { status } = await call({ ...upload, headers: { 'content-type': 'image/jpeg' } })
      if (status === 200) accepted.files.push(name)
    }
  }
}

/** Counts deviations from what was acknowledged. */
async function check(running: BenchEngine): Promise<void> {
  const note = (what: string, count: unknown) => {
    if (Number(count) > 0) wrong[what] = (wrong[what] ?? 0) + Number(count)
  }
  const one = async (text: string, values: unknown[] = []) => (await running.ask(text, values))[0]?.n
  note(
    'posts that are not there once',
    await one(
      `select count(*) as n from (
         select from unnest($1::text[]) as accepted left join public.newsfeed_posts as p on p.content = accepted
          group by accepted having count(p.id) <> 1) as wrong`,
      [accepted.posts],
    ),
  )
  note(
    'gifts lost',
    await one(
      `select count(*) as n from unnest($1::uuid[]) as accepted
        where not exists (select from public.point_gifts where id = accepted)`,
      [accepted.gifts],
    ),
  )
  note(
    'balances that are not their ledger',
    await one(
      `select count(*) as n from public.profiles as p where p.points < 0 or p.points <>
        (select coalesce(sum(points_change), 0) from public.points_log where user_id = p.id)`,
    ),
  )
  note(
    'gifts that are not two rows of the ledger',
    await one(
      `select count(*) as n from (
         select from public.point_gifts as g left join public.points_log as l on l.metadata ->> 'gift_id' = g.id::text
          group by g.id having count(l.id) <> 2) as wrong`,
    ),
  )
  const call = callerOf(running)
  for (const name of accepted.files.slice(-40)) {
    const { status } = await call({ path: `/storage/v1/object/public/newsfeed-images/${name}` })
    note('files lost', status === 200 ? 0 : 1)
  }
}
