// R19: a hundred concurrent uploads of 5 MiB, a tenth of them aborted half way and a tenth not the declared picture;
// afterwards every acknowledged file must exist and nothing else. UPLOADS sets how many; UPLOADS=20 is the short form.
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import sharp from 'sharp'
import { callerOf } from '../support/call.ts'
import { startEngine } from '../support/engine.ts'
import { round, Statuses } from '../support/figures.ts'
import { makeMembers } from '../support/members.ts'
import { loopDelayMs, residentMb } from '../support/processes.ts'
import { keepResult } from '../support/report.ts'

const UPLOADS = Number(process.env.UPLOADS ?? 100)
const LIMIT = 5 * 1024 * 1024
const SAMPLE_MS = 50
const STEADY_MB = 400
const LOOP_MS = 100

const engine = await startEngine()
const pid = engine.child.pid ?? 0
try {
  const members = await makeMembers(engine, UPLOADS)
  const photo = await photoOf(LIMIT)
  const broken = Buffer.concat([photo.subarray(0, 2000), Buffer.alloc(LIMIT - 3000, 7)])
  const call = callerOf(engine)
  await delay(1000)
  const idle = residentMb(pid)
  // The first reading also resets the histogram.
  await loopDelayMs(engine)
  let peak = idle
  let sampling = true
  const sampler = (async () => {
    while (sampling) {
      peak = Math.max(peak, residentMb(pid))
      await delay(SAMPLE_MS)
    }
  })()
  const statuses = { whole: new Statuses(), broken: new Statuses(), gone: new Statuses() }
  const acknowledged: string[] = []
  const started = performance.now()
  await Promise.all(
    members.map(async ({ id, token }, index) => {
      const kind = index % 10 === 3 ? 'broken' : index % 10 === 7 ? 'gone' : 'whole'
      const name = `${id}/${index}.jpg`
      const signal = kind === 'gone' ? AbortSignal.timeout(20 + index * 3) : undefined
      const { status } = await call({
        method: 'POST',
        path: `/storage/v1/object/newsfeed-images/${name}`,
        token,
        body: kind === 'broken' ? broken : photo,
        headers: { 'content-type': 'image/jpeg' },
        ...(signal ? { signal } : {}),
      })
      statuses[kind].add(status)
      if (status === 200) acknowledged.push(name)
    }),
  )
  const seconds = (performance.now() - started) / 1000
  await delay(500)
  sampling = false
  await sampler
  const loop = await loopDelayMs(engine)
  const rows = await engine.ask('select name, version from storage.objects')
  const kept = new Set(rows.map(({ name }) => name))
  const lost = acknowledged.filter((name) => !kept.has(name)).length
  const files = readdirSync(join(engine.dataDir, 'storage/objects'), { recursive: true, withFileTypes: true })
  const blobs = files.filter((file) => file.isFile()).length
  const temporary = readdirSync(join(engine.dataDir, 'storage/tmp')).length
  const orphans = Math.abs(blobs - rows.length) + temporary
  const odd = statuses.whole.outside([200, 429]) + statuses.broken.outside([400, 429]) + statuses.gone.outside([0, 200])
  keepResult(
    'reliability-uploads',
    [
      {
        name: `${UPLOADS} uploads of 5 MiB at once, a fifth of them invalid`,
        figure: `${lost} lost, ${orphans} orphans, ${round(acknowledged.length / seconds, 1)} stored a second`,
        goal: 'nothing lost, nothing left behind',
        met: lost + orphans + odd === 0,
      },
      {
        name: 'memory during the run',
        figure: `+${peak - idle} MB`,
        goal: `at most +${STEADY_MB} MB`,
        met: peak - idle <= STEADY_MB,
      },
      {
        name: 'event loop during the run, p99',
        figure: `${loop} ms`,
        goal: `at most ${LOOP_MS} ms`,
        met: loop <= LOOP_MS,
      },
    ],
    {
      statuses: Object.fromEntries(Object.entries(statuses).map(([kind, { counts }]) => [kind, counts])),
      seconds: round(seconds, 1),
    },
  )
} finally {
  await engine.end()
}

/** A picture of almost that many bytes that a decoder accepts. */
async function photoOf(bytes: number): Promise<Buffer> {
  const noise = { type: 'gaussian' as const, mean: 128, sigma: 60 }
  const create = { width: 3000, height: 2000, channels: 3 as const, background: '#345678', noise }
  for (let quality = 90; quality > 20; quality -= 10) {
    const photo = await sharp({ create }).jpeg({ quality }).toBuffer()
    if (photo.length < bytes - 1024) return Buffer.concat([photo, Buffer.alloc(bytes - 1024 - photo.length)])
  }
  throw new Error('no picture became small enough')
}
