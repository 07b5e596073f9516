import { spawn } from 'node:child_process'
import { chownSync, existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { codeOf, StartError } from '../../kernel/errors.ts'
import type { ClusterLocation } from './cluster-location.ts'

/**
 * Creates a new cluster unless there is one. It is created beside its final place and renamed when it is complete and
 * on disk, so that a kill at any moment leaves either none or a whole one.
 * @throws {StartError} with initdb's own message.
 */
export async function initialiseCluster(binaries: string, { cluster, user }: ClusterLocation): Promise<void> {
  const parent = dirname(cluster)
  mkdirSync(parent, { recursive: true, mode: 0o755 })
  const prefix = `${basename(cluster)}.new-`
  for (const name of readdirSync(parent)) if (name.startsWith(prefix)) removeDraft(join(parent, name))
  if (existsSync(join(cluster, 'PG_VERSION'))) return
  const draft = mkdtempSync(join(parent, prefix))
  if (user !== undefined) chownSync(draft, user.uid, user.gid)
  const options = ['-D', draft, '-U', 'supabase_admin', '-A', 'peer', '-E', 'UTF8', '--locale=C']
  // Unicode case rules that do not depend on the machine; dates and numbers stay in C.
  options.push('--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--no-instructions')
  try {
    await run(join(binaries, 'bin', 'initdb'), options, user)
    renameSync(draft, cluster)
  } catch (error) {
    rmSync(draft, { recursive: true, force: true })
    // Another engine on the same directory was faster; the lock decides between the two.
    if (!existsSync(join(cluster, 'PG_VERSION'))) throw error
  }
}

/** Removes what a killed start left. Its initdb may still write there for a moment; the next start removes the rest. */
function removeDraft(draft: string): void {
  try {
    rmSync(draft, { recursive: true, force: true })
  } catch (error) {
    if (codeOf(error) !== 'ENOTEMPTY') throw error
  }
}

function run(program: string, options: string[], user: ClusterLocation['user']): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, options, {
      ...user,
      cwd: '/',
      env: { LC_ALL: 'C', TZ: 'UTC', PATH: '/usr/bin:/bin' },
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    let output = ''
    child.stderr.on('data', (chunk: Buffer) => {
      output += chunk
    })
    child.once('error', (error) => reject(new StartError(`PostgreSQL's initdb does not run: ${error.message}`)))
    child.once('close', (code) => {
      if (code === 0) return resolve()
      reject(
        new StartError(`PostgreSQL could not make its data directory: ${output.trim().split('\n').at(-1) ?? code}`),
      )
    })
  })
}
