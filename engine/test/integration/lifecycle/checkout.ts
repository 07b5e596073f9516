import { execFile } from 'node:child_process'
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { onceARun } from '../../../../test-support/once-a-run.ts'

const root = fileURLToPath(new URL('../../../..', import.meta.url))

/** A built copy of the checkout that a test may change. */
export interface Checkout {
  folder: string
  /** The program that `npm start` runs. */
  main: string
  remove(): void
}

/**
 * A temporary folder with the built engine and its own copy of the migrations.
 * @param access `private` folders, like a clone in root's home, can be entered only by their owner, and contain
 *   everything that production needs; otherwise every account can read them.
 */
export async function makeCheckout(access: 'shared' | 'private' = 'shared'): Promise<Checkout> {
  const folder = mkdtempSync(join(tmpdir(), 'bankside-checkout-'))
  chmodSync(folder, access === 'private' ? 0o700 : 0o755)
  const outDir = join(folder, 'dist')
  cpSync(await builtEngine(), outDir, { recursive: true })
  for (const part of ['engine/migrations', 'supabase/migrations', 'package.json'])
    cpSync(join(root, part), join(folder, part), { recursive: true })
  placeModules(folder, access)
  return {
    folder,
    main: join(outDir, 'engine/main.js'),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}

/** The engine of the sources, which do not change during a run. */
async function builtEngine(): Promise<string> {
  return await onceARun('built-engine', async (outDir) => {
    const vite = join(root, 'node_modules/vite/bin/vite.js')
    const config = join(root, 'engine/vite.config.ts')
    const options = ['build', '--config', config, '--outDir', outDir, '--logLevel', 'error']
    await promisify(execFile)(process.execPath, [vite, ...options], { cwd: root })
  })
}

/** A link is enough unless other accounts cannot reach the original: then the production dependencies are copied. */
function placeModules(folder: string, access: 'shared' | 'private'): void {
  const modules = join(root, 'node_modules')
  if (access === 'shared' && reachableByAll(modules)) {
    symlinkSync(modules, join(folder, 'node_modules'))
    return
  }
  const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, { dev?: boolean }>
  }
  for (const [path, { dev }] of Object.entries(lock.packages)) {
    const from = join(root, path)
    if (dev || !path.startsWith('node_modules/') || !exists(from)) continue
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    cpSync(from, join(folder, path), { recursive: true })
  }
}

function reachableByAll(path: string): boolean {
  for (let folder = path; folder !== dirname(folder); folder = dirname(folder))
    if ((statSync(folder).mode & 0o001) === 0) return false
  return true
}

function exists(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false }) !== undefined
}
