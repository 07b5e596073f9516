// R10: sockets that join and never read while changes arrive, and HTTP clients that request a large answer and read one
// byte per second, beside members who use the site; for comparison first as many that do read. SLOW_READERS sets how
// many, SLOW_SECONDS how long each half takes; SLOW_READERS=2000 SLOW_SECONDS=60 is the long form.
import { connect, type Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import WebSocket from 'ws'
import { type BenchEngine, startEngine } from '../support/engine.ts'
import { round } from '../support/figures.ts'
import { type BenchMember, makeMembers } from '../support/members.ts'
import { residentMb } from '../support/processes.ts'
import { keepResult } from '../support/report.ts'
import { fillFeed, visitSite } from './beside.ts'

const READERS = Number(process.env.SLOW_READERS ?? 200)
const MS = Number(process.env.SLOW_SECONDS ?? 12) * 1000
const MEMBERS = 20
/** Accounts of the readers: many sockets of few accounts, as an attacker would have. */
const ACCOUNTS = 4
const STALLED_SECONDS = 5
const MOST_MB = 100
const SAMPLE_MS = 100
const LONG = `update public.newsfeed_posts set content = repeat('long tale ', 480)`
/** About half a megabyte to each socket, twice a second. */
const CHANGE = `${LONG} where id in (select id from public.newsfeed_posts order by id limit 100)`

interface Reader {
  end(): void
}

const engine = await startEngine({ STALLED_SECONDS: String(STALLED_SECONDS) })
const pid = engine.child.pid ?? 0
try {
  const members = await makeMembers(engine, MEMBERS + ACCOUNTS)
  const [accounts, people] = [members.slice(0, ACCOUNTS), members.slice(ACCOUNTS)]
  const [post = ''] = await fillFeed(engine, members)
  await engine.ask(LONG)
  await visitSite(engine, people, post, 2000)
  const idleMb = residentMb(pid)
  const half = async (reads: boolean) => {
    const readers = await Promise.all(
      Array.from({ length: READERS }, async (_, n) => {
        const account = accounts[n % ACCOUNTS] as BenchMember
        await delay((n / READERS) * (MS / 4))
        return n % 2 === 0 ? await openFollower(engine, account, n, reads) : askMuch(engine, account, n, reads)
      }),
    )
    const samples = [residentMb(pid)]
    let going = true
    const sampler = (async () => {
      for (; going; await delay(SAMPLE_MS)) samples.push(residentMb(pid))
    })()
    const writer = (async () => {
      for (; going; await delay(500)) await engine.ask(CHANGE)
    })()
    const felt = await visitSite(engine, people, post, MS)
    going = false
    await Promise.all([sampler, writer])
    const left = await openSockets(engine)
    const { broken } = await figures(engine)
    for (const reader of readers) reader.end()
    return { felt, peakMb: Math.max(...samples), left, broken }
  }
  const reading = await half(true)
  await delay(1000)
  const slow = await half(false)
  const more = Math.max(0, slow.peakMb - reading.peakMb)
  keepResult(
    'reliability-slow-readers',
    [
      {
        name: `memory with ${READERS} clients that do not read`,
        figure: `+${more} MB (${reading.peakMb} MB with as many that read, ${idleMb} MB with neither)`,
        goal: `at most +${MOST_MB} MB`,
        met: more <= MOST_MB,
      },
      {
        name: `${people.length} members during it, p99`,
        figure: `${slow.felt.p99} ms (with reading clients ${reading.felt.p99})`,
        ratio: round(slow.felt.p99 / reading.felt.p99, 2),
        goal: 'ratio under 2, none failed',
        met: slow.felt.p99 < 2 * reading.felt.p99 && slow.felt.failed === 0,
      },
      {
        name: 'disconnected: sockets that never read, answers that are not read',
        figure: `${READERS / 2 - slow.left} of ${READERS / 2}, ${slow.broken - reading.broken} of ${READERS / 2}`,
        goal: 'every socket',
        met: slow.left === 0 && reading.left === READERS / 2,
      },
    ],
    { seconds: MS / 1000, stalledSeconds: STALLED_SECONDS, reading: short(reading), slow: short(slow) },
  )
} finally {
  await engine.end()
}

function short({ felt, ...rest }: { felt: Awaited<ReturnType<typeof visitSite>>; peakMb: number; left: number }) {
  return { ...rest, felt: { ...felt, acknowledged: felt.acknowledged.length } }
}

/** Different addresses, like clients from everywhere. */
function addressOf(n: number): string {
  return `127.0.${2 + Math.floor(n / 200)}.${1 + (n % 200)}`
}

/** Subscribes to the feed on a separate topic, so that no frame is shared. */
async function openFollower(target: BenchEngine, { token }: BenchMember, n: number, reads: boolean): Promise<Reader> {
  const address = `${target.url.replace('http', 'ws')}/realtime/v1/websocket?apikey=${target.publishableKey}&vsn=1.0.0`
  const socket = new WebSocket(address, { localAddress: addressOf(n) })
  const send = (topic: string, event: string, payload: object) =>
    socket.readyState === WebSocket.OPEN &&
    socket.send(JSON.stringify({ topic, event, payload, ref: '1', join_ref: '1' }))
  socket.on('error', () => {})
  // These clients send heartbeats: silence alone would also disconnect them.
  const beat = setInterval(() => send('phoenix', 'heartbeat', {}), 5_000)
  await new Promise<void>((resolve) => {
    socket.once('open', () =>
      send(`realtime:slow-${n}`, 'phx_join', {
        access_token: token,
        config: { postgres_changes: [{ event: '*', schema: 'public', table: 'newsfeed_posts' }] },
      }),
    )
    socket.on('message', (data: Buffer) => {
      if (data.includes('"event":"system"')) resolve()
    })
    socket.once('close', () => resolve())
  })
  if (!reads) socket.pause()
  return {
    end() {
      clearInterval(beat)
      socket.terminate()
    },
  }
}

/** Requests a thousand posts with their comments. */
function askMuch(target: BenchEngine, { token }: BenchMember, n: number, reads: boolean): Reader {
  const { port, hostname, host } = new URL(target.url)
  const socket: Socket = connect({ port: Number(port), host: hostname, localAddress: addressOf(n) })
  socket.on('error', () => {})
  const head = [`Host: ${host}`, `apikey: ${target.publishableKey}`, `Authorization: Bearer ${token}`]
  const path = '/rest/v1/newsfeed_posts?select=*,newsfeed_comments(*)&limit=1000'
  socket.write(`GET ${path} HTTP/1.1\r\n${head.join('\r\n')}\r\nConnection: close\r\n\r\n`)
  if (reads) socket.resume()
  const sip = setInterval(() => {
    if (!reads) socket.read(1)
  }, 1_000)
  return {
    end() {
      clearInterval(sip)
      socket.destroy()
    },
  }
}

async function openSockets(target: BenchEngine): Promise<number> {
  return (await figures(target)).sockets
}

async function figures({ url, metricsToken }: BenchEngine): Promise<{ sockets: number; broken: number }> {
  const text = await (await fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${metricsToken}` } })).text()
  const sum = (pattern: RegExp) => [...text.matchAll(pattern)].reduce((total, [, value]) => total + Number(value), 0)
  return {
    sockets: sum(/^bankside_realtime_open\{kind="sockets"\} (\S+)/gm),
    broken: sum(/^bankside_http_requests_total\{service="rest"[^}]*status="499"\} (\S+)/gm),
  }
}
