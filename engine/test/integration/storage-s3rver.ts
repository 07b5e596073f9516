import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { EngineConfig } from '../../src/index.ts'

type S3Config = NonNullable<EngineConfig['s3']>

/** The package has no types. */
interface S3rver {
  run(): Promise<AddressInfo>
  close(): Promise<void>
}
const S3rver = createRequire(import.meta.url)('s3rver') as new (options: object) => S3rver

/** A complete S3 server with its objects on disk. It knows its one key, but does not check signatures of version 4. */
export async function startS3rver(): Promise<{ config: S3Config; close(): Promise<void> }> {
  const directory = mkdtempSync(join(tmpdir(), 'bankside-s3-'))
  chmodSync(directory, 0o755)
  const server = new S3rver({
    port: 0,
    address: '127.0.0.1',
    silent: true,
    directory,
    configureBuckets: [{ name: 'photos', configs: [] }],
  })
  const { port } = await server.run()
  return {
    config: {
      endpoint: `http://127.0.0.1:${port}`,
      bucket: 'photos',
      region: 'us-east-1',
      accessKeyId: 'S3RVER',
      secretAccessKey: 'S3RVER',
    },
    close: async () => {
      await server.close()
      rmSync(directory, { recursive: true, force: true })
    },
  }
}
