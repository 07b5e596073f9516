import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it, vi } from 'vitest'
import { createLogger } from '../../kernel/logger.ts'
import { startPostmaster } from './postmaster.ts'
import { stopOrphan } from './previous-postmaster.ts'

const folder = mkdtempSync(join(tmpdir(), 'bankside-postmaster-'))
const cluster = join(folder, 'cluster')
mkdirSync(cluster)
mkdirSync(join(folder, 'bin'))
const program = join(folder, 'bin', 'postgres')
const left: ChildProcess[] = []
afterAll(() => {
  for (const child of left) child.kill('SIGKILL')
  rmSync(folder, { recursive: true, force: true })
})

const PATIENCE = 100

const ready = join(folder, 'ready')

/** A server that does not heed these signals, as PostgreSQL when it waits for itself. */
async function startDeaf<T>(signals: string, start: () => T): Promise<T> {
  rmSync(ready, { force: true })
  const text = `#!/bin/sh\ntrap '' ${signals}\ntouch ${ready}\nwhile :; do sleep 0.01; done\n`
  writeFileSync(program, text, { mode: 0o755 })
  const server = start()
  await vi.waitUntil(() => existsSync(ready), { timeout: 20_000 })
  return server
}

it.each([
  // On a busy machine, a server that heeds SIGQUIT needs a while to end.
  ['INT', 'signal SIGQUIT', 20 * PATIENCE],
  ['INT QUIT', 'signal SIGKILL', PATIENCE],
])('a server that does not heed SIG%s is stopped all the same', async (signals, end, patience) => {
  const options = { logFile: join(folder, 'postgres.log'), socketDirectory: cluster, patience }
  const server = await startDeaf(signals, () => startPostmaster(folder, { cluster, user: undefined }, options))
  await server.stop()
  expect(await server.ended).toBe(end)
})

it('a server that an engine left behind is stopped, whatever it does not heed', async () => {
  const orphan = await startDeaf('INT QUIT', () =>
    spawn(program, ['-D', cluster, '-c', 'port=5432'], { stdio: 'ignore' }),
  )
  left.push(orphan)
  const ended = once(orphan, 'exit')
  await stopOrphan(orphan.pid ?? 0, cluster, createLogger('silent'), PATIENCE)
  expect(await ended).toEqual([null, 'SIGKILL'])
})
