import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { root } from './engine.ts'
import { peakMb } from './processes.ts'

const SAMPLE_MS = 50

/**
 * Runs a command of the built engine to its end, as `npm run backup` does.
 * @returns its duration in seconds, and the peak memory of its process (Linux).
 * @throws {Error} with its output when it fails.
 */
export async function runCommand(
  command: 'backup' | 'restore',
  file: string,
  env: Record<string, string>,
): Promise<{ seconds: number; peakMb: number }> {
  const started = performance.now()
  const child = spawn(process.execPath, ['--enable-source-maps', join(root, 'dist/engine/main.js'), command, file], {
    cwd: '/',
    env: { PATH: process.env.PATH ?? '', LOG_LEVEL: 'silent', ...env },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let printed = ''
  child.stderr.on('data', (chunk) => {
    printed += chunk
  })
  let most = 0
  const sampler = setInterval(() => {
    most = Math.max(most, peakMb(child.pid ?? 0))
  }, SAMPLE_MS)
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve))
  clearInterval(sampler)
  if (code !== 0) throw new Error(`${command} ended with ${code}: ${printed}`)
  return { seconds: (performance.now() - started) / 1000, peakMb: most }
}
