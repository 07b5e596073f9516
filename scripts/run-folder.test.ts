import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { afterEach, describe, expect, test, vi } from 'vitest'

const MODULE = fileURLToPath(new URL('../test-support/run-folder.mjs', import.meta.url))

const started: ChildProcess[] = []
afterEach(() => {
  for (const child of started.splice(0)) child.kill('SIGKILL')
})

type Tie = 'environment' | 'command' | 'working folder'

/** A run that starts a process, which `tie` connects with the run's folder, and then ends as `end` says. */
async function startRun(tie: Tie, end = '') {
  const program = `
    import { spawn } from 'node:child_process'
    import { tmpdir } from 'node:os'
    import { runFolder } from ${JSON.stringify(MODULE)}
    const folder = runFolder()
    if (runFolder() !== folder || tmpdir() !== folder) throw new Error('not entered')
    const [args, options] = {
      environment: [[], { env: { DATA_DIR: folder + '/data' } }],
      command: [[folder + '/data'], { env: {} }],
      'working folder': [[], { env: {}, cwd: folder }],
    }[${JSON.stringify(tie)}]
    // In a session of its own, like an engine's database.
    const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)', '--', ...args], {
      ...options, detached: true, stdio: ['ignore', 'inherit', 'ignore'],
    })
    child.unref()
    console.log(folder)
    ${end}
    setInterval(() => {}, 1000)
  `
  const { PATH = '', TMPDIR } = process.env
  const run = spawn(process.execPath, ['--input-type=module', '-e', program], {
    env: { PATH, ...(TMPDIR === undefined ? {} : { TMPDIR }) },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  started.push(run)
  const ended = new Promise<void>((resolve) => run.once('exit', () => resolve()))
  // The process that it started holds the same output.
  const allEnded = new Promise<void>((resolve) => run.once('close', () => resolve()))
  const folder = await new Promise<string>((resolve) => run.stdout.once('data', (chunk) => resolve(`${chunk}`.trim())))
  return { run, ended, allEnded, folder }
}

describe('the folder of a run', () => {
  test.each(['environment', 'command', 'working folder'] as const)(
    'a killed run leaves neither its folder nor a process whose %s names it',
    async (tie) => {
      const { run, allEnded, folder } = await startRun(tie)
      expect(existsSync(folder)).toBe(true)
      run.kill('SIGKILL')
      await allEnded
      await vi.waitFor(() => expect(existsSync(folder)).toBe(false), 15_000)
    },
  )

  test('a run that fails has removed its folder when it ends', async () => {
    const { ended, allEnded, folder } = await startRun('environment', 'process.exit(1)')
    await ended
    expect(existsSync(folder)).toBe(false)
    await allEnded
  })
})
