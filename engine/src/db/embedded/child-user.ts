import { readFileSync, statSync } from 'node:fs'
import { dirname } from 'node:path'

/** The system account that PostgreSQL runs as; undefined means the engine's own. */
export type ChildUser = { uid: number; gid: number } | undefined

/**
 * PostgreSQL refuses to run as root, so an engine run by root starts it as the owner of an existing cluster, else as
 * the account `postgres`, else as `nobody`.
 * @param cluster directory of an existing cluster, when there is one.
 */
export function chooseChildUser(cluster: string | undefined): ChildUser {
  if (process.getuid?.() !== 0) return undefined
  if (cluster !== undefined) {
    const { uid, gid } = statSync(cluster)
    if (uid !== 0) return { uid, gid }
  }
  return account('postgres') ?? account('nobody') ?? { uid: 65534, gid: 65534 }
}

/** The login name of the engine's own account, which `peer` authentication compares. */
export function ownAccountName(): string {
  const uid = process.getuid?.()
  const entry = passwd().find((fields) => Number(fields[2]) === uid)
  return entry?.[0] ?? String(uid)
}

/** Whether the account may enter every folder above `path` (and `path` itself, a folder). */
export function canReach(path: string, user: ChildUser): boolean {
  if (user === undefined) return true
  for (let folder = path; ; folder = dirname(folder)) {
    const { uid, gid, mode } = statSync(folder)
    const bit = uid === user.uid ? 0o100 : gid === user.gid ? 0o010 : 0o001
    if ((mode & bit) === 0) return false
    if (folder === dirname(folder)) return true
  }
}

function account(name: string): ChildUser {
  const entry = passwd().find((fields) => fields[0] === name)
  return entry && { uid: Number(entry[2]), gid: Number(entry[3]) }
}

function passwd(): string[][] {
  try {
    return readFileSync('/etc/passwd', 'utf8')
      .split('\n')
      .map((line) => line.split(':'))
  } catch {
    return []
  }
}
