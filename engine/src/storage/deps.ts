import type { ResolvedConfig } from '../config.ts'
import type { Database } from '../db/port.ts'
import type { CallerResolver } from '../http/caller.ts'
import type { Logger } from '../kernel/logger.ts'
import type { StorageBackend } from './backend/port.ts'
import type { RenditionCache } from './image/rendition-cache.ts'
import type { WorkQueue } from './image/work-queue.ts'
import type { ByteMemory } from './read/byte-memory.ts'
import type { PublicObjects } from './read/public-objects.ts'
import type { Turns } from './resumable/turns.ts'
import type { UrlSigner } from './signed-url.ts'
import type { UploadAllowance } from './upload/allowance.ts'

/** What the service receives from the engine. */
export interface StorageServiceDeps {
  config: ResolvedConfig
  db: Database
  callers: CallerResolver
  log: Logger
}

/** What the routes work with. */
export interface StorageDeps extends StorageServiceDeps {
  backend: StorageBackend
  renditions: RenditionCache
  /** Recently read small files, by blob key. */
  memory: ByteMemory
  publicObjects: PublicObjects
  /** Queue for decoding and encoding images. */
  images: WorkQueue
  signer: UrlSigner
  allowance: UploadAllowance
  /** Whose turn it is to write an upload in parts. */
  turns: Turns
  /** Absolute folder for temporary files, on the file system of the directory backend. */
  tempDir: string
}
