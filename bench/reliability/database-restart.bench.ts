// R8: an external PostgreSQL is restarted without warning and its connections are cut, repeatedly, while members write
// and guests call. RESTARTS sets how often (50 is the long form).
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { databaseTarget, databaseUrl, TEMPLATE } from '../../test-support/database.ts'
import { startThrowAwayPostgres } from '../../test-support/throw-away-postgres.ts'
import { callerOf } from '../support/call.ts'
import { newSecrets, startEngine } from '../support/engine.ts'
import { percentile, round, Statuses } from '../support/figures.ts'
import { makeMembers } from '../support/members.ts'
import { keepResult } from '../support/report.ts'
import { fillFeed, lostComments } from './beside.ts'

const RESTARTS = Number(process.env.RESTARTS ?? 8)
const MEMBERS = 8
const STORM_MS = 4_000
const BACK_MS = 30_000
const READY_SECONDS = 5

const postgres = await startThrowAwayPostgres(['fsync=on', 'synchronous_commit=on', 'full_page_writes=on'])
const target = databaseTarget(postgres.socketDirectory, TEMPLATE).owner
const engine = await startEngine({ ...newSecrets(), DATABASE_URL: databaseUrl(postgres.socketDirectory, TEMPLATE) })
try {
  const members = await makeMembers(engine, MEMBERS)
  const [post = ''] = await fillFeed(engine, members, 50)
  const [written, guests] = [new Statuses(), new Statuses()]
  const acknowledged: string[] = []
  let wrongRole = 0
  let lastAt = performance.now()
  let going = true
  const writers = members.map(async ({ id, token }, lane) => {
    const call = callerOf(engine)
    for (let n = 0; going; n += 1) {
      const { status, text } = await call({
        method: 'POST',
        path: '/rest/v1/newsfeed_comments?select=id,user_id',
        token,
        // The comment's owner is taken from the caller: a connection that kept another role would show here.
        body: JSON.stringify({ post_id: post, content: `${lane} ${n}` }),
        headers: { prefer: 'return=representation' },
      })
      written.add(status)
      if (status === 201) {
        const [row] = JSON.parse(text)
        acknowledged.push(row.id)
        if (row.user_id !== id) wrongRole += 1
        lastAt = performance.now()
      } else await delay(20)
    }
  })
  const guest = (async () => {
    const call = callerOf(engine)
    while (going) {
      guests.add((await call({ path: '/rest/v1/shipping_addresses?select=id' })).status)
      await delay(20)
    }
  })()

  const back: number[] = []
  for (let n = 0; n < RESTARTS; n += 1) {
    await delay(500)
    const killed = performance.now()
    // An immediate shutdown: no checkpoint, recovery at the next start.
    process.kill(postmasterOf(await settings()), 'SIGQUIT')
    while (lastAt <= killed + 5 || !(await isUp())) {
      if (performance.now() - killed > BACK_MS) throw new Error('writes did not recover')
      await delay(20)
    }
    back.push((lastAt - killed) / 1000)
  }
  const beforeStorm = { ...written.counts }
  const stormEnd = performance.now() + STORM_MS
  let cut = 0
  while (performance.now() < stormEnd) {
    cut += (
      await asOwner(`select pg_terminate_backend(pid) from pg_stat_activity
      where pid <> pg_backend_pid() and datname = current_database() and usename = 'authenticator'`)
    ).length
    await delay(100)
  }
  await delay(1000)
  going = false
  await Promise.all([...writers, guest])
  const lost = await lostComments(engine, acknowledged)
  const odd = written.outside([201, 503, 504]) + guests.outside([401, 503, 504])
  const p95 = round(percentile(back, 0.95), 1)
  keepResult(
    'reliability-database-restart',
    [
      {
        name: `${RESTARTS} immediate restarts of the database and ${cut} cut connections`,
        figure: `${lost} lost, ${wrongRole} as another caller, ${odd} unexpected answers; writes again after ${p95} s (p95)`,
        goal: `none; at most ${READY_SECONDS} s`,
        met: lost + wrongRole + odd === 0 && p95 <= READY_SECONDS,
      },
    ],
    { acknowledged: acknowledged.length, beforeStorm, written: written.counts, guests: guests.counts, cut },
  )
} finally {
  await engine.end()
  await postgres.stop()
}

async function asOwner(text: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client(target)
  // The connection may be cut during the query; the statement itself reports that.
  client.on('error', () => {})
  await client.connect()
  try {
    return (await client.query(text)).rows
  } finally {
    await client.end().catch(() => {})
  }
}

async function settings(): Promise<string> {
  const [row] = await asOwner(`select pg_read_file('postmaster.pid') as text`)
  return String(row?.text)
}

function postmasterOf(pidFile: string): number {
  return Number(pidFile.split('\n')[0])
}

async function isUp(): Promise<boolean> {
  return asOwner('select 1').then(
    () => true,
    () => false,
  )
}
