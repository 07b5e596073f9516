import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { createLogger } from '../../kernel/logger.ts'
import { lockDataDir } from './data-dir-lock.ts'

const log = createLogger('silent')
const folders: string[] = []

function folder(name = ''): string {
  const top = mkdtempSync(join(tmpdir(), 'bankside-lock-'))
  folders.push(top)
  const path = join(top, name)
  mkdirSync(path, { recursive: true })
  return path
}

/** A process that listens on the folder's socket and answers nonsense, as one in another container might. */
async function otherProcess(path: string, answer: string) {
  const program = `require('net').createServer((s) => s.write(${JSON.stringify(answer)})).listen(${JSON.stringify(join(path, 'engine-00000000.sock'))}, () => console.log('listening'))`
  const child = spawn(process.execPath, ['-e', program], { stdio: ['ignore', 'pipe', 'inherit'] })
  await new Promise((resolve) => child.stdout.once('data', resolve))
  return async () => {
    const ended = new Promise((resolve) => child.once('exit', resolve))
    child.kill('SIGKILL')
    await ended
  }
}

afterEach(() => {
  for (const path of folders.splice(0)) rmSync(path, { recursive: true, force: true })
})

it('refuses a second engine, naming the first, until that one releases the folder', async () => {
  const path = folder()
  const unlock = await lockDataDir(path, log)
  await expect(lockDataDir(path, log)).rejects.toThrow(`Another engine (PID ${process.pid}) is already running`)
  await unlock()
  await unlock()
  expect(readdirSync(path)).toEqual([])
  await (await lockDataDir(path, log))()
})

it('names the container of a holder elsewhere', async () => {
  const path = folder()
  const kill = await otherProcess(path, 'holder 1 f00d5eed\n')
  await expect(lockDataDir(path, log)).rejects.toThrow('Another engine (PID 1 on f00d5eed) is already running')
  expect(existsSync(join(path, 'engine-00000000.sock'))).toBe(true)
  await kill()
})

it('treats a holder that does not answer as a running engine', async () => {
  const path = folder()
  const kill = await otherProcess(path, '')
  await expect(lockDataDir(path, log)).rejects.toThrow('Another engine (PID unknown) is already running')
  await kill()
})

it('takes over from a process that was killed', async () => {
  const path = folder()
  const kill = await otherProcess(path, `holder 1 ${hostname()}\n`)
  await kill()
  expect(existsSync(join(path, 'engine-00000000.sock'))).toBe(true)
  const unlock = await lockDataDir(path, log)
  expect(readdirSync(path)).toHaveLength(1)
  await unlock()
})

it('gives the folder to one of several engines that start at once, despite a stale mark', async () => {
  const path = folder()
  await (await otherProcess(path, ''))()
  const outcomes = await Promise.allSettled(Array.from({ length: 8 }, () => lockDataDir(path, log)))
  const won = outcomes.filter((outcome) => outcome.status === 'fulfilled')
  expect(won).toHaveLength(1)
  expect(readdirSync(path)).toHaveLength(1)
  await won[0]?.value()
})

it.runIf(process.platform === 'linux')('locks a folder whose path is too long for a socket', async () => {
  const path = folder('a'.repeat(150))
  const unlock = await lockDataDir(path, log)
  await expect(lockDataDir(path, log)).rejects.toThrow('Another engine')
  await unlock()
  expect(readdirSync(path)).toEqual([])
})
