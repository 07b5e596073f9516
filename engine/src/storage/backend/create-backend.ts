import { join } from 'node:path'
import type { EngineConfig } from '../../config.ts'
import { DirectoryBackend } from './directory.ts'
import type { StorageBackend } from './port.ts'
import { S3Backend } from './s3.ts'

/** The file store from the settings: S3-compatible, or a folder of the data directory. */
export function createBackend(config: Pick<EngineConfig, 's3' | 'dataDir'>): StorageBackend {
  return config.s3 ? new S3Backend(config.s3) : new DirectoryBackend(join(config.dataDir, 'storage', 'objects'))
}
