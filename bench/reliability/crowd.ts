import { setTimeout as delay } from 'node:timers/promises'
import { callerOf } from '../support/call.ts'
import type { BenchEngine } from '../support/engine.ts'
import { percentile, Statuses } from '../support/figures.ts'
import type { BenchMember } from '../support/members.ts'

/** One account sends two slow reads in this time, so that each alone stays below every limit of an account. */
const PAUSE_MS = 22_000
const WORDS = 58

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

/** Searches for words in the text of every post, from which PostgreSQL has to make a document for each of them. */
function slowRead(n: number): string {
  const words = Array.from({ length: WORDS }, (_, i) => `content.wfts.xq${n * WORDS + i}`)
  return `/rest/v1/newsfeed_posts?select=id&or=(${words.join(',')})`
}
