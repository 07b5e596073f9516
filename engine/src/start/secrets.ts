import { randomBytes } from 'node:crypto'
import { chmodSync, existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { EngineConfig } from '../config.ts'
import { StartError } from '../kernel/errors.ts'

export interface Secrets {
  jwtSecret: string
  publishableKey: string
  secretKey: string
}

/**
 * The secrets that sessions and keys depend on: from the settings, else from `DATA_DIR/secrets.json`. The first start
 * writes that file, readable by the engine's account only.
 * @throws {StartError} when the file is damaged: new secrets would end every session and key without a warning.
 */
export function loadSecrets(config: EngineConfig): Secrets {
  const file = join(config.dataDir, 'secrets.json')
  const kept = existsSync(file) ? read(file) : undefined
  const secrets: Secrets = {
    jwtSecret: config.jwtSecret ?? kept?.jwtSecret ?? random(48),
    publishableKey: config.publishableKey ?? kept?.publishableKey ?? `sb_publishable_${random(24)}`,
    secretKey: config.secretKey ?? kept?.secretKey ?? `sb_secret_${random(24)}`,
  }
  if (kept === undefined) write(file, secrets)
  return secrets
}

function read(file: string): Secrets {
  chmodSync(file, 0o600)
  try {
    const { jwtSecret, publishableKey, secretKey } = JSON.parse(readFileSync(file, 'utf8')) as Partial<Secrets>
    if (jwtSecret && publishableKey && secretKey) return { jwtSecret, publishableKey, secretKey }
  } catch {
    // Reported below.
  }
  throw new StartError(`${file} is damaged: restore it from a backup, or remove it to sign all members out`)
}

function write(file: string, secrets: Secrets): void {
  const draft = `${file}.new`
  writeFileSync(draft, `${JSON.stringify(secrets, null, 2)}\n`, { mode: 0o600, flush: true })
  renameSync(draft, file)
}

function random(bytes: number): string {
  return randomBytes(bytes).toString('base64url')
}
