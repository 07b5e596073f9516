import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { inject } from 'vitest'
import { createLogger, type EngineConfig, readConfig, startEngine as startApp } from '../engine/src/index.ts'
import { cloneTemplate, databaseTarget, databaseUrl } from './database.ts'
import { refuseFaults, watchFaults } from './faults.ts'

export interface Owner {
  /** Runs SQL as the superuser, without any rule: to check outcomes, and for the operator's own tasks. */
  // biome-ignore lint/suspicious/noExplicitAny: rows of any statement
  query<R extends Record<string, any> = Record<string, any>>(text: string, values?: unknown[]): Promise<R[]>
}

export interface TestEngine {
  url: string
  publishableKey: string
  secretKey: string
  jwtSecret: string
  /** The folder of everything that the engine stores on disk. */
  dataDir: string
  /** Connection address of the engine's database, as superuser. */
  databaseUrl: string
  owner: Owner
  close(): Promise<void>
}

/**
 * A complete engine in this process on a free port, with its own database. Closing it fails if a request failed for an
 * unforeseen reason; uncaught exceptions end the run by themselves.
 * @param settings differences from a test's usual settings, e.g. `{ rateLimitScale: 1 }`.
 */
export async function startEngine(settings: Partial<EngineConfig> = {}): Promise<TestEngine> {
  const socketDirectory = inject('socketDirectory')
  const { database, drop } = await cloneTemplate(socketDirectory)
  const dataDir = mkdtempSync(join(tmpdir(), 'bankside-engine-'))
  const address = databaseUrl(socketDirectory, database)
  const config: EngineConfig = {
    ...readConfig({}),
    port: 0,
    dataDir,
    databaseUrl: address,
    jwtSecret: randomBytes(32).toString('base64url'),
    rateLimitScale: 10_000,
    logLevel: 'silent',
    ...settings,
  }
  const faults: string[] = []
  const engine = await startApp(config, watchFaults(createLogger(config.logLevel), faults))
  const pool = new pg.Pool({ ...databaseTarget(socketDirectory, database).owner, max: 2 })
  pool.on('error', () => {})
  const { publishableKey, secretKey, jwtSecret } = engine.config
  return {
    url: engine.url,
    publishableKey,
    secretKey,
    jwtSecret,
    dataDir,
    databaseUrl: address,
    owner: { query: async (text, values) => (await pool.query(text, values)).rows },
    async close() {
      await engine.close()
      await pool.end()
      await drop()
      rmSync(dataDir, { recursive: true, force: true })
      refuseFaults(faults)
    },
  }
}
