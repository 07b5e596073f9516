// What each request of the app costs the engine and PostgreSQL: one kind after the other, by 40 members of a filled club,
// without any other load. BENCH_ROUNDS (200) requests of each kind.
import { randomUUID } from 'node:crypto'
import { startEngine } from '../support/engine.ts'
import { round } from '../support/figures.ts'
import { makeMembers } from '../support/members.ts'
import { cpuSeconds, ownCpuSeconds } from '../support/processes.ts'
import { keepResult } from '../support/report.ts'
import { fillClub } from './club.ts'
import { HttpClient } from './http-client.ts'
import { fill, requestsOf } from './requests.ts'

const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 200)
const STEPS = [
  'newsfeed, arrival',
  'newsfeed, next page',
  'newsfeed, new posts',
  'reaction',
  'thread',
  'comment',
  'post',
  'leaderboard',
  'leaderboard, week',
  'games',
  'profile',
  'network',
  'dashboard',
]

const engine = await startEngine()
try {
  const members = await makeMembers(engine, 40)
  const games = await fillClub(
    engine,
    members.map(({ id }) => id),
  )
  const posts = (await engine.ask(
    'select id, created_at from public.newsfeed_posts order by created_at desc limit 40',
  )) as {
    id: string
    created_at: Date
  }[]
  const [pidFile] = await engine.ask(`select pg_read_file('postmaster.pid') as text`)
  const postmaster = Number.parseInt(String(pidFile?.text), 10)
  const client = new HttpClient(engine.url, '127.0.0.2')
  const requests = new Map(STEPS.flatMap((step) => requestsOf(step)).map((request) => [request.kind, request]))
  const rows = []
  for (const [kind, { method, path, headers, body }] of requests) {
    const send = (n: number) => {
      const member = members[n % members.length]
      const values = {
        member: member?.id ?? '',
        game: games[0] ?? '',
        square: '7',
        text: `A fine morning: ${n}`,
        request: randomUUID(),
        post: posts[n % posts.length]?.id ?? '',
        last: posts.at(-1)?.id ?? '',
        last_date: encodeURIComponent(posts.at(-1)?.created_at.toISOString() ?? ''),
        loaded: posts
          .slice(0, 20)
          .map(({ id }) => id)
          .join('%2C'),
        topics: JSON.stringify(['feed', 'cards', 'live']),
        since: new Date(Date.now() - 7 * 86_400_000).toISOString(),
        claimed_since: encodeURIComponent(new Date(Date.now() - 90 * 86_400_000).toISOString()),
      }
      return client.send(
        {
          method,
          path: fill(path, values),
          headers: { ...headers, apikey: engine.publishableKey, authorization: `Bearer ${member?.token}` },
          body: body === undefined ? undefined : fill(body, values),
        },
        false,
      )
    }
    for (let n = 0; n < members.length; n += 1) await send(n)
    const before = [ownCpuSeconds(engine.child.pid ?? 0), cpuSeconds(postmaster)] as const
    let failed = 0
    for (let n = 0; n < ROUNDS; n += 4) {
      const answers = await Promise.all([0, 1, 2, 3].map((more) => send(n + more)))
      failed += answers.filter(({ status }) => status < 200 || status >= 300).length
    }
    const ms = (used: number) => round((used * 1000) / ROUNDS, 2)
    rows.push({
      kind,
      engine: ms(ownCpuSeconds(engine.child.pid ?? 0) - before[0]),
      database: ms(cpuSeconds(postmaster) - before[1]),
      failed,
    })
  }
  client.close()
  const dearest = rows.toSorted((a, b) => b.database - a.database)
  for (const row of dearest) console.error(row.kind.padEnd(60), row.engine, row.database, row.failed || '')
  keepResult(
    'simulation-requests',
    dearest.map(({ kind, engine, database, failed }) => ({
      name: kind,
      figure: `engine ${engine} ms, PostgreSQL ${database} ms${failed > 0 ? `, ${failed} failed` : ''}`,
      met: failed === 0,
    })),
    { rounds: ROUNDS },
  )
} finally {
  await engine.end()
}
