import { setMaxListeners } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import { steadyNow } from '../realtime/crowd.ts'
import { randomNumbers } from '../support/figures.ts'
import type { BenchMember } from '../support/members.ts'
import { type Habits, live } from './behaviour.ts'
import { HttpClient } from './http-client.ts'
import { type Seen, Tally } from './tally.ts'

/** A part of the crowd, for one process. */
export interface CrowdOrder {
  members: readonly BenchMember[]
  /** Number of the first member among all, which decides what each of them does. */
  first: number
  engines: readonly { url: string; publishableKey: string }[]
  games: readonly string[]
  localAddress: string
  habits: Habits
  /** The arrival of messages is noted for one member in so many. */
  observedOneIn: number
  /** By the clock that all processes share, in milliseconds. */
  startsAt: number
  rampMs: number
  measuredMs: number
}

/** How long answers that are under way at the end are waited for. */
const LAST_ANSWERS_MS = 30_000

/** Runs members in this process as its parent orders, and sends what they have seen. */
export function runCrowd(): void {
  process.on('disconnect', () => process.exit())
  process.once('message', (order: CrowdOrder) => {
    run(order).then(
      (seen) => process.send?.(seen, () => process.disconnect()),
      (error: unknown) => {
        console.error(error)
        process.exit(1)
      },
    )
  })
}

async function run(order: CrowdOrder): Promise<Seen> {
  const { members, engines, startsAt, rampMs, measuredMs, localAddress } = order
  const tally = new Tally()
  const end = new AbortController()
  setMaxListeners(0, end.signal)
  const clients = engines.map(({ url }) => new HttpClient(url, localAddress))
  await delay(startsAt - steadyNow())
  const visits = members.map((member, n) => {
    const number = order.first + n
    const random = randomNumbers(number)
    const engine = engines[number % engines.length] as (typeof engines)[number]
    const client = clients[number % engines.length] as HttpClient
    const observed = number % order.observedOneIn === 0
    const settings = { ...engine, member, games: order.games, client, localAddress, tally, observed, random }
    return live(settings, order.habits, random() * rampMs, end.signal)
  })
  await delay(startsAt + rampMs - steadyNow())
  tally.measure()
  await delay(startsAt + rampMs + measuredMs - steadyNow())
  tally.stop()
  end.abort()
  await Promise.race([Promise.all(visits), delay(LAST_ANSWERS_MS, undefined, { ref: false })])
  // Whatever has no answer by now fails, and is counted with the time that it has waited.
  for (const client of clients) client.close()
  await Promise.all(visits)
  return tally.result()
}
