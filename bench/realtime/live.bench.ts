import { randomUUID } from 'node:crypto'
import WebSocket from 'ws'
import { callerOf } from '../support/call.ts'
import { type BenchEngine, startEngine } from '../support/engine.ts'
import { percentile, round } from '../support/figures.ts'
import { type BenchMember, makeMembers } from '../support/members.ts'
import { keepResult } from '../support/report.ts'

// How long a comment that one member posts takes to another member's open thread: from sending the request to the message
// on the socket, compared with the answer of the same request. Each comment is posted when the one before has arrived:
// first on many threads in turn, then on one, whose messages are at least 100 ms apart.

const COMMENTS = Number(process.env.BENCH_ROUNDS ?? 300)
const THREADS = 60

const heard = new Map<string, number>()
const engine = await startEngine()
try {
  const [writer, reader] = (await makeMembers(engine, 2)) as [BenchMember, BenchMember]
  const posts = await engine.ask(
    `insert into public.newsfeed_posts (user_id, content) select $1, 'Anything moving?' from generate_series(1, $2::int)
     returning id`,
    [writer.id, THREADS],
  )
  const ids = posts.map(({ id }) => String(id))
  const socket = await openThreads(engine, reader, ids)
  await measure(engine, writer, socket, ids, THREADS)
  const many = await measure(engine, writer, socket, ids, COMMENTS)
  const one = await measure(engine, writer, socket, ids.slice(0, 1), COMMENTS / 10)
  const figure = ({ delays, answer }: Measured) =>
    `p50 ${round(percentile(delays, 0.5), 1)} ms, p99 ${round(percentile(delays, 0.99), 1)} ms (answer ${round(answer, 1)} ms)`
  const ratio = ({ delays, answer }: Measured) => round(percentile(delays, 0.5) / answer, 2)
  keepResult(
    'realtime-live',
    [
      {
        name: 'a comment on another open page, to the answer of its request',
        figure: figure(many),
        ratio: ratio(many),
        goal: 'p50 at most 100 ms',
        met: percentile(many.delays, 0.5) <= 100,
      },
      { name: 'the same, one comment after the other on one thread', figure: figure(one), ratio: ratio(one) },
    ],
    { comments: COMMENTS, threads: THREADS },
  )
  socket.close()
} finally {
  await engine.end()
}

/** Milliseconds to each message, and to the answer (median). */
interface Measured {
  delays: number[]
  answer: number
}

async function measure(
  at: BenchEngine,
  { token }: BenchMember,
  socket: WebSocket,
  posts: string[],
  count: number,
): Promise<Measured> {
  const call = callerOf(at)
  const answers: number[] = []
  const delays: number[] = []
  for (let number = 0; number < count; number += 1) {
    const content = randomUUID()
    const body = JSON.stringify({ post_id: posts[number % posts.length], content })
    const sentAt = performance.now()
    const { status, text, ms } = await call({ method: 'POST', path: '/rest/v1/newsfeed_comments', token, body })
    if (status !== 201) throw new Error(`a comment was refused: ${status} ${text}`)
    answers.push(ms)
    while (!heard.has(content)) await new Promise((resolve) => socket.once('message', resolve))
    delays.push((heard.get(content) ?? Number.POSITIVE_INFINITY) - sentAt)
  }
  return { delays, answer: percentile(answers, 0.5) }
}

/** Joins the topics of posts and notes when each comment arrives. */
async function openThreads(at: BenchEngine, { token }: BenchMember, posts: string[]): Promise<WebSocket> {
  const address = `${at.url.replace('http', 'ws')}/realtime/v1/websocket?apikey=${at.publishableKey}&vsn=1.0.0`
  const socket = new WebSocket(address)
  await new Promise<void>((resolve, reject) => {
    let left = posts.length
    socket.once('error', reject)
    socket.once('open', () => {
      const config = { private: true, broadcast: { ack: false, self: false }, presence: { key: '' } }
      const payload = { access_token: token, config }
      for (const post of posts)
        socket.send(
          JSON.stringify({ topic: `realtime:post:${post}`, event: 'phx_join', payload, ref: '1', join_ref: '1' }),
        )
    })
    socket.on('message', (data) => {
      const { event, payload } = JSON.parse(String(data))
      if (event === 'phx_reply' && payload.status === 'error') reject(new Error(JSON.stringify(payload.response)))
      if (event === 'phx_reply' && payload.status === 'ok' && --left === 0) resolve()
      if (event !== 'broadcast') return
      for (const { content } of payload.payload.comments ?? []) heard.set(content, performance.now())
    })
  })
  return socket
}
