// R5: the disk of the database's tables, of its log and of the uploads becomes full, one at a time, while members write
// and read; then there is space again. Needs root on Linux: each place becomes a small disk in memory.
import { spawnSync } from 'node:child_process'
import { closeSync, openSync, readdirSync, rmSync, statSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import sharp from 'sharp'
import { callerOf } from '../support/call.ts'
import { type BenchEngine, benchFolder, newSecrets, startEngine } from '../support/engine.ts'
import { round, Statuses } from '../support/figures.ts'
import { type BenchMember, makeMembers } from '../support/members.ts'
import { type Figure, keepResult } from '../support/report.ts'

const PLACES = { database: 'postgres/base', log: 'postgres/pg_wal', uploads: 'storage' } as const
type Place = keyof typeof PLACES

const GOAL: Record<Place, string> = {
  database: '0 lost, writes 503, reads continue, recovers by itself',
  log: '0 lost, all 503 until then, recovers by itself',
  uploads: '0 lost, uploads 503, reads continue, recovers by itself',
}

/** Space beyond the existing files, in MB. */
const ROOM_MB = 24
const REFUSALS = 20
const FULL_MS = 20_000
const RECOVERY_MS = 60_000
const WRITERS = 4
const REFUSED_WELL = [503, 504]

if (process.platform !== 'linux' || process.getuid?.() !== 0) {
  console.log('disk-full: not measured, it takes root on Linux to mount a small disk')
} else {
  const results: Record<string, Awaited<ReturnType<typeof fillAndFree>>> = {}
  for (const place of Object.keys(PLACES) as Place[]) results[place] = await fillAndFree(place)
  const table = Object.entries(results).map(([place, { lost, recoverySeconds, badWrites, badReads }]): Figure => {
    const met = lost === 0 && badWrites === 0 && badReads === 0 && recoverySeconds < RECOVERY_MS / 1000
    const figure = `${lost} lost, recovered after ${recoverySeconds} s, ${badWrites} unexpected refusals, ${badReads} failed reads`
    return { name: `disk of the ${place} full`, figure, goal: GOAL[place as Place], met }
  })
  keepResult('reliability-disk-full', table, { results })
}

async function fillAndFree(place: Place) {
  const folder = benchFolder('full')
  const env = { ...newSecrets(), DATA_DIR: join(folder, 'data') }
  const disk = join(env.DATA_DIR, PLACES[place])
  await (await startEngine(env)).end()
  mountOver(disk)
  let engine: BenchEngine | undefined
  try {
    engine = await startEngine(env)
    return await measure(engine, place, disk)
  } finally {
    await engine?.end()
    run('umount', '--lazy', disk)
    rmSync(folder, { recursive: true, force: true })
  }
}

async function measure(engine: BenchEngine, place: Place, disk: string) {
  const members = await makeMembers(engine, WRITERS + 1)
  const call = callerOf(engine)
  const acknowledged: string[] = []
  const [writes, reads] = [new Statuses(), new Statuses()]
  const stages: Record<string, { writes: Record<string, number>; reads: Record<string, number> }> = {}
  let writing = true
  const write = place === 'uploads' ? upload : post
  const writers = members.slice(1).map(async (member, lane) => {
    for (let n = 0; writing; n += 1) {
      const { status, name } = await write(engine, member, `${lane}-${n}`)
      writes.add(status)
      if (name !== undefined) acknowledged.push(name)
      else await delay(50)
    }
  })
  const reader = (async () => {
    while (writing) {
      const path = '/rest/v1/newsfeed_posts?select=id,content&order=created_at.desc&limit=20'
      reads.add((await call({ path, token: members[0]?.token })).status)
      await delay(50)
    }
  })()
  const take = (stage: string) => {
    stages[stage] = { writes: { ...writes.counts }, reads: { ...reads.counts } }
    for (const { counts } of [writes, reads]) for (const key of Object.keys(counts)) delete counts[key]
  }

  await until(() => acknowledged.length >= 40, RECOVERY_MS)
  take('before')
  const ballast = fill(disk)
  const refusals = () => Object.entries(writes.counts).reduce((sum, [status, n]) => sum + (status < '3' ? 0 : n), 0)
  await until(() => {
    // The log has space in existing files; this uses it up.
    if (place === 'log') engine.ask('select pg_switch_wal()').catch(() => {})
    return refusals() >= REFUSALS
  }, FULL_MS)
  await delay(1000)
  const badWrites = writes.outside([200, 201, ...REFUSED_WELL])
  // PostgreSQL ends when its log has no space, and is restarted until it has.
  const badReads = reads.outside(place === 'log' ? [200, ...REFUSED_WELL] : [200])
  take('full')
  rmSync(ballast)
  const freed = performance.now()
  const before = acknowledged.length
  await until(() => acknowledged.length > before, RECOVERY_MS)
  const recoverySeconds = round((performance.now() - freed) / 1000, 1)
  await delay(1000)
  writing = false
  await Promise.all([...writers, reader])
  take('after')
  const lost = await missing(engine, place, acknowledged)
  return {
    acknowledged: acknowledged.length,
    lost,
    recoverySeconds,
    badWrites,
    badReads,
    stages,
    ...leftovers(place, disk),
  }
}

async function post(engine: BenchEngine, member: BenchMember, mark: string) {
  const words = Array.from({ length: 100 }, () => Math.random().toString(36)).join(' ')
  const { status, text } = await callerOf(engine)({
    method: 'POST',
    path: '/rest/v1/newsfeed_posts?select=id',
    token: member.token,
    body: JSON.stringify({ user_id: member.id, content: `${mark} ${words}` }),
    headers: { prefer: 'return=representation' },
  })
  return { status, name: status === 201 ? String(JSON.parse(text)[0].id) : undefined }
}

async function upload(engine: BenchEngine, member: BenchMember, mark: string) {
  const noise = { type: 'gaussian' as const, mean: 128, sigma: 60 }
  const picture = { width: 300, height: 300, channels: 3 as const, background: '#345678', noise }
  const name = `${member.id}/${mark}.jpg`
  const { status, text } = await callerOf(engine)({
    method: 'POST',
    path: `/storage/v1/object/newsfeed-images/${name}`,
    token: member.token,
    body: await sharp({ create: picture }).jpeg({ quality: 95 }).toBuffer(),
    headers: { 'content-type': 'image/jpeg' },
  })
  // Storage answers 400 with the true status in its body.
  const meant = status === 400 ? Number(JSON.parse(text).statusCode) : status
  return { status: meant, name: meant === 200 ? name : undefined }
}

/** The number of acknowledged rows and files that cannot be read again. */
async function missing(engine: BenchEngine, place: Place, acknowledged: string[]): Promise<number> {
  if (place !== 'uploads') {
    const kept = await engine.ask('select id from public.newsfeed_posts where id = any($1::uuid[])', [acknowledged])
    return acknowledged.length - kept.length
  }
  const call = callerOf(engine)
  let lost = 0
  for (const name of acknowledged) {
    const { status, text } = await call({ path: `/storage/v1/object/public/newsfeed-images/${name}` })
    if (status !== 200 || text.length === 0) lost += 1
  }
  return lost
}

/** Files that a broken upload would leave. */
function leftovers(place: Place, disk: string): { halfFiles?: number } {
  return place === 'uploads' ? { halfFiles: readdirSync(join(disk, 'tmp')).length } : {}
}

/** Replaces a folder by a small disk in memory with the same content. */
function mountOver(folder: string): void {
  const aside = `${folder}.aside`
  const { uid, gid, mode } = statSync(folder)
  run('cp', '-a', folder, aside)
  const used = Number(run('du', '-sm', folder).split('\t')[0])
  const options = `size=${used + ROOM_MB}m,uid=${uid},gid=${gid},mode=${(mode & 0o777).toString(8)}`
  run('mount', '-t', 'tmpfs', '-o', options, 'bankside', folder)
  run('cp', '-a', `${aside}/.`, folder)
  rmSync(aside, { recursive: true })
}

/** Uses up all the remaining space. */
function fill(disk: string): string {
  const ballast = join(disk, 'ballast')
  const file = openSync(ballast, 'w')
  try {
    for (const size of [1 << 20, 4096]) {
      const block = Buffer.alloc(size, 1)
      try {
        for (;;) if (writeSync(file, block) < size) break
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
      }
    }
  } finally {
    closeSync(file)
  }
  return ballast
}

function run(command: string, ...args: string[]): string {
  const { status, stdout, stderr } = spawnSync(command, args, { encoding: 'utf8' })
  if (status !== 0) throw new Error(`${command} ${args.join(' ')}: ${stderr}`)
  return stdout
}

async function until(met: () => boolean, ms: number): Promise<void> {
  const end = performance.now() + ms
  while (!met() && performance.now() < end) await delay(50)
}
