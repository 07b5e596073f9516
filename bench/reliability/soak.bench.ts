// R15: an ordinary load for a while, with sockets that connect and disconnect; memory and open files must not grow.
// SOAK_MINUTES (2 is the short form, 120 and more the long one), SOAK_SOCKETS.
import { setTimeout as delay } from 'node:timers/promises'
import { postmasterPid, startEngine } from '../support/engine.ts'
import { percentile, round, slope } from '../support/figures.ts'
import { makeMembers } from '../support/members.ts'
import { databaseMb, loopDelayMs, openFiles, residentMb } from '../support/processes.ts'
import { keepResult } from '../support/report.ts'
import { openSocket } from '../support/sockets.ts'
import { fillFeed, lostComments, visitSite } from './beside.ts'

const MINUTES = Number(process.env.SOAK_MINUTES ?? 2)
const SOCKETS = Number(process.env.SOAK_SOCKETS ?? 100)
const MEMBERS = 25
/** Each member calls twice a second, which makes fifty calls a second together. */
const PAUSE_MS = 500
const SAMPLE_MS = 1_000
/** The caches fill in the first part; growth shows in the rest. */
const WARM_SHARE = 0.5
const GOAL_MB_PER_HOUR = 1
const LOOP_MS = 50

const engine = await startEngine()
const pid = engine.child.pid ?? 0
try {
  const members = await makeMembers(engine, MEMBERS)
  const [post = ''] = await fillFeed(engine, members)
  const ms = MINUTES * 60_000
  const memory: [hour: number, mb: number][] = []
  const files: number[] = []
  const loops: number[] = []
  const started = performance.now()
  let going = true
  let opened = 0
  const churn = Array.from({ length: SOCKETS }, async (_, n) => {
    const token = members[n % MEMBERS]?.token ?? ''
    while (going) {
      const socket = openSocket(engine, token, ['newsfeed_posts', 'newsfeed_comments'], () => {})
      await socket.joined
      opened += 1
      await delay(2_000 + ((n * 37) % 100) * 80)
      socket.close()
    }
  })
  const sampler = (async () => {
    await loopDelayMs(engine)
    while (going) {
      await delay(SAMPLE_MS)
      memory.push([(performance.now() - started) / 3_600_000, residentMb(pid)])
      files.push(openFiles(pid))
      loops.push(await loopDelayMs(engine))
    }
  })()
  const felt = await visitSite(engine, members, post, ms, PAUSE_MS)
  going = false
  await Promise.all([...churn, sampler])
  const warm = Math.floor(memory.length * WARM_SHARE)
  const creep = round(slope(memory.slice(warm)), 1)
  const quarter = Math.ceil(files.length / 4)
  const mean = (values: number[]) => Math.round(values.reduce((sum, n) => sum + n, 0) / Math.max(1, values.length))
  const [filesBefore, filesAfter] = [mean(files.slice(quarter, 2 * quarter)), mean(files.slice(-quarter))]
  const lost = await lostComments(engine, felt.acknowledged)
  const loop = percentile(loops, 0.5)
  // In a run of minutes one garbage collection outweighs any growth; the slope is meaningful from an hour on.
  const long = MINUTES >= 60
  keepResult(
    'reliability-soak',
    [
      {
        name: `memory over ${MINUTES} minutes at ${round(felt.requests / (MINUTES * 60))} calls a second`,
        figure: `${creep} MB an hour in the second half (${memory[warm]?.[1]} to ${memory.at(-1)?.[1]} MB)`,
        goal: `at most ${GOAL_MB_PER_HOUR} MB an hour, for runs of an hour or more`,
        ...(long ? { met: creep <= GOAL_MB_PER_HOUR } : {}),
      },
      {
        name: `open files, ${opened} sockets opened`,
        figure: `${filesBefore} early, ${filesAfter} late`,
        goal: 'the same, apart from sockets open at the time',
        met: filesAfter - filesBefore <= SOCKETS / 5,
      },
      {
        name: 'event loop, p99 of each second, median',
        figure: `${loop} ms`,
        goal: `${LOOP_MS} ms`,
        met: loop <= LOOP_MS,
      },
      {
        name: 'calls during the run',
        figure: `p99 ${felt.p99} ms, ${felt.failed} failed, ${lost} lost`,
        goal: '0 failed, 0 lost',
        met: felt.failed + lost === 0,
      },
    ],
    { databaseMb: databaseMb(postmasterPid(engine.dataDir)) },
  )
} finally {
  await engine.end()
}
