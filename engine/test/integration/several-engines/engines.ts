import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import pg from 'pg'
import { inject } from 'vitest'
import { cloneTemplate, databaseTarget, databaseUrl } from '../../../../test-support/database.ts'
import type { TestEngine } from '../../../../test-support/start-engine.ts'
import { type Checkout, makeCheckout } from '../lifecycle/checkout.ts'
import { cleanUp, type EngineProcess, startProcess, temporaryFolder } from '../lifecycle/engine-process.ts'
import { startS3rver } from '../storage-s3rver.ts'

/** An engine as a separate process, with the properties that personas need. */
export interface OneOfSeveral extends TestEngine {
  process: EngineProcess
}

export interface SeveralEngines {
  engines: OneOfSeveral[]
  /** Starts one more on the same database and files. */
  start(): Promise<OneOfSeveral>
  close(): Promise<void>
}

/** Several engines as processes, which share only one PostgreSQL, one S3 and their secrets. */
export async function startSeveral(count: number, env: Record<string, string> = {}): Promise<SeveralEngines> {
  const socketDirectory = inject('socketDirectory')
  const { database, drop } = await cloneTemplate(socketDirectory)
  const s3 = await startS3rver()
  const checkout: Checkout = await makeCheckout()
  const pool = new pg.Pool({ ...databaseTarget(socketDirectory, database).owner, max: 2 })
  pool.on('error', () => {})
  const keys = {
    jwtSecret: randomBytes(32).toString('base64url'),
    publishableKey: `sb_publishable_${randomBytes(12).toString('hex')}`,
    secretKey: `sb_secret_${randomBytes(12).toString('hex')}`,
  }
  const address = databaseUrl(socketDirectory, database)
  const start = async (): Promise<OneOfSeveral> => {
    const dataDir = join(temporaryFolder(), 'data')
    const process = await startProcess(checkout.main, {
      DATA_DIR: dataDir,
      DATABASE_URL: address,
      JWT_SECRET: keys.jwtSecret,
      SUPABASE_PUBLISHABLE_KEY: keys.publishableKey,
      SUPABASE_SECRET_KEY: keys.secretKey,
      S3_ENDPOINT: s3.config.endpoint,
      S3_BUCKET: s3.config.bucket,
      S3_REGION: s3.config.region,
      S3_ACCESS_KEY_ID: s3.config.accessKeyId,
      S3_SECRET_ACCESS_KEY: s3.config.secretAccessKey,
      ...env,
    })
    return {
      process,
      url: process.url,
      dataDir,
      databaseUrl: address,
      ...keys,
      owner: { query: async (text, values) => (await pool.query(text, values)).rows },
      close: async () => void (await process.end('SIGTERM')),
    }
  }
  const engines: OneOfSeveral[] = []
  for (let n = 0; n < count; n += 1) engines.push(await start())
  return {
    engines,
    start,
    async close() {
      await cleanUp()
      await pool.end()
      await s3.close()
      await drop()
      checkout.remove()
    },
  }
}
