import { setTimeout as delay } from 'node:timers/promises'
import { type Answer, callerOf } from '../support/call.ts'
import type { BenchEngine } from '../support/engine.ts'
import { percentile, round, Statuses } from '../support/figures.ts'
import type { BenchMember } from '../support/members.ts'

/** One account sends two slow reads in this time, so that each alone stays below every limit of an account. */
const PAUSE_MS = 22_000
const WORDS = 58

/** What a member felt who reads a page of the feed every quarter of a second. */
export interface Read {
  p50: number
  p99: number
  statuses: Record<string, number>
}

/**
 * Many accounts at one network address, each of which now and then searches the text of all posts without an index.
 * @param work runs after the crowd's first turn, in which the address uses what it has free.
 * @returns what the work returned, and the answers to the crowd.
 */
export async function besideOneAddress<T>(
  engine: BenchEngine,
  crowd: readonly BenchMember[],
  work: () => Promise<T>,
): Promise<{ felt: T; seen: { statuses: Record<string, number>; p50: number; longestMs: number }; odd: number }> {
  const call = callerOf(engine, '127.0.0.40')
  const statuses = new Statuses()
  const times: number[] = []
  let going = true
  const accounts = crowd.map(async ({ token }, place) => {
    await delay((place / crowd.length) * PAUSE_MS)
    for (let turn = 0; going; turn += 1) {
      const started = performance.now()
      await Promise.all(
        [0, 1].map(async (lane) => {
          const { status, ms } = await call({ path: slowRead(place * 2 + lane + turn), token })
          statuses.add(status)
          times.push(ms)
        }),
      )
      while (going && performance.now() - started < PAUSE_MS) await delay(200)
    }
  })
  await delay(PAUSE_MS)
  const felt = await work()
  going = false
  await Promise.all(accounts)
  return {
    felt,
    seen: {
      statuses: statuses.counts,
      p50: Math.round(percentile(times, 0.5)),
      longestMs: Math.round(percentile(times, 1)),
    },
    odd: statuses.outside([200, 429, 500, 503, 504]),
  }
}

const ADDRESSES = 5
/** Cheap requests of each account before the burst, and expensive ones in it. */
const CHEAP = 2
const HEAVY = 3
/** After the cheap requests, so that nothing of them is running, and nobody has forgotten them. */
const CALM_MS = 6_000
const FEED = '/rest/v1/newsfeed_posts?select=id,content,created_at&order=created_at.desc&limit=20'

/**
 * Many accounts at five network addresses that have each sent a few cheap requests, and then all send expensive ones at
 * the same moment. Beside them a member reads the feed, and new members open it for the first time, each elsewhere.
 * @param ms how long the member reads, alone and then beside the burst.
 * @returns what the member and the new members felt (ms), and the answers to the accounts.
 */
export async function besideBurst(
  engine: BenchEngine,
  {
    crowd,
    member,
    newMembers,
  }: { crowd: readonly BenchMember[]; member: BenchMember; newMembers: readonly BenchMember[] },
  ms: number,
): Promise<{ alone: Read; beside: Read; newcomers: Read; crowd: Record<string, number> }> {
  const own = callerOf(engine, '127.0.0.60')
  const read = () => own({ path: FEED, token: member.token })
  const calls = Array.from({ length: ADDRESSES }, (_, n) => callerOf(engine, `127.0.0.${41 + n}`))
  const from = (n: number) => calls[n % ADDRESSES] as ReturnType<typeof callerOf>
  const alone = await readEvery(250, ms, read)
  for (let turn = 0; turn < CHEAP; turn += 1)
    await Promise.all(crowd.map(({ token }, n) => from(n)({ path: '/rest/v1/profiles?select=id&limit=1', token })))
  await delay(CALM_MS)
  const reading = readEvery(250, ms, read)
  const arriving = readEvery(ms / (newMembers.length + 1), ms, async (n) => {
    const { token } = newMembers[n % newMembers.length] as BenchMember
    return callerOf(engine, `127.0.0.${70 + n}`)({ path: FEED, token })
  })
  await delay(1_000)
  const statuses = new Statuses()
  const burst = crowd.flatMap(({ token }, n) =>
    Array.from({ length: HEAVY }, async () => statuses.add((await from(n)({ path: longRead(), token })).status)),
  )
  const [beside, newcomers] = await Promise.all([reading, arriving])
  await Promise.all(burst)
  return { alone, beside, newcomers, crowd: statuses.counts }
}

/** Sends a request at each interval, whether the earlier ones are answered or not. */
async function readEvery(pauseMs: number, ms: number, read: (n: number) => Promise<Answer>): Promise<Read> {
  const times: number[] = []
  const statuses = new Statuses()
  const jobs: Promise<void>[] = []
  for (const started = performance.now(); performance.now() - started < ms; await delay(pauseMs))
    jobs.push(
      read(jobs.length).then((answer) => {
        times.push(answer.ms)
        statuses.add(answer.status)
      }),
    )
  await Promise.all(jobs)
  return { p50: round(percentile(times, 0.5), 1), p99: round(percentile(times, 0.99), 1), statuses: statuses.counts }
}

/** Counts the reactions to every post again for each of its conditions: seconds for a few thousand posts. */
function longRead(): string {
  return `/rest/v1/newsfeed_posts?select=id${'&reaction_counts=not.is.null'.repeat(40)}`
}

/** Searches for words in the text of every post, from which PostgreSQL has to make a document for each of them. */
function slowRead(n: number): string {
  const words = Array.from({ length: WORDS }, (_, i) => `content.wfts.xq${n * WORDS + i}`)
  return `/rest/v1/newsfeed_posts?select=id&or=(${words.join(',')})`
}
