import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import type { HttpReply, HttpRequest, Service } from '../http/types.ts'
import { createBackend } from './backend/create-backend.ts'
import { callerPicture } from './caller-picture.ts'
import type { StorageDeps, StorageServiceDeps } from './deps.ts'
import { renderStorageError, storageErrors } from './errors.ts'
import { IMAGE_LIMITS } from './image/image-limits.ts'
import { RenditionCache } from './image/rendition-cache.ts'
import { WorkQueue } from './image/work-queue.ts'
import { keepPicture } from './keep-picture.ts'
import { dropLeftFiles } from './left-files.ts'
import { publicPicture } from './public-picture.ts'
import { watchPurges } from './purge-cache.ts'
import { ByteMemory } from './read/byte-memory.ts'
import { PublicObjects } from './read/public-objects.ts'
import { isResumablePath, OFFER } from './resumable/protocol.ts'
import { Turns } from './resumable/turns.ts'
import { createStorageRouter, type Route } from './router.ts'
import { bucketRoutes } from './routes/buckets.ts'
import { downloadRoutes } from './routes/download.ts'
import { listRoutes } from './routes/list.ts'
import { listV2Routes } from './routes/list-v2.ts'
import { moveRoutes } from './routes/move.ts'
import { purgeRoutes } from './routes/purge.ts'
import { removeRoutes } from './routes/remove.ts'
import { renderRoutes } from './routes/render.ts'
import { resumableRoutes } from './routes/resumable.ts'
import { signRoutes } from './routes/sign.ts'
import { uploadRoutes } from './routes/upload.ts'
import { createUrlSigner } from './signed-url.ts'
import { databaseRefusal } from './sql/database-refusal.ts'
import { startSweeping } from './sweep-turns.ts'
import { sweep } from './sweeper.ts'
import { createUploadAllowance } from './upload/allowance.ts'
import { discardBody } from './upload/discard-body.ts'

const PREFIX = '/storage/v1'
const RENDITION_BYTES = 256 * 1024 * 1024

export const ROUTES: readonly Route[] = [
  ...listRoutes,
  ...listV2Routes,
  ...signRoutes,
  ...moveRoutes,
  ...removeRoutes,
  ...downloadRoutes,
  ...uploadRoutes,
  ...resumableRoutes,
  ...renderRoutes,
  ...purgeRoutes,
  ...bucketRoutes,
]
const findRoute = createStorageRouter(ROUTES)

export interface StorageService extends Service {
  /** {@link keepPicture} of this store, for pictures that another service has fetched. */
  keepPicture(
    request: HttpRequest,
    bucketId: string,
    open: () => Promise<{ body: Readable; declaredType: string }>,
  ): Promise<string>
  /** {@link publicPicture} of this store. */
  publicPicture(address: string, edge: number): Promise<Buffer | undefined>
  /** {@link callerPicture} of this store. */
  callerPicture(
    request: HttpRequest,
    wanted: { bucketId: string; name: string; width: number; height: number },
  ): Promise<Buffer | undefined>
}

/**
 * The storage service: rows in `storage.*`, bytes in a directory under the data directory or in an S3-compatible
 * store, rights by row-level security. Sweeps at the start, hourly, and when the database announces files left behind.
 */
export async function createStorageService(given: StorageServiceDeps): Promise<StorageService> {
  const { config, db, log } = given
  const root = join(config.dataDir, 'storage')
  const tempDir = join(root, 'tmp')
  await mkdir(tempDir, { recursive: true, mode: 0o700 })
  const backend = createBackend(config)
  await backend.open().catch((error) => log.error({ error }, 'the file store does not answer'))
  const memory = new ByteMemory()
  const renditions = new RenditionCache(join(root, 'renditions'), RENDITION_BYTES, memory)
  await renditions.open()
  const publicObjects = new PublicObjects(db)
  const deps: StorageDeps = {
    ...given,
    backend,
    publicObjects,
    memory,
    renditions,
    tempDir,
    images: new WorkQueue({
      workers: IMAGE_LIMITS.workers,
      places: IMAGE_LIMITS.waiting,
      perAccount: IMAGE_LIMITS.waitingPerAccount,
    }),
    signer: createUrlSigner(config.jwtSecret),
    allowance: createUploadAllowance(db, config.rateLimitScale),
    turns: new Turns(db, log),
  }

  const stops = [
    await publicObjects.watch(db),
    await watchPurges(deps),
    await deps.turns.watch(),
    await startSweeping({ db, log, all: () => sweep(deps), left: () => dropLeftFiles(deps) }),
  ]

  return {
    prefix: PREFIX,
    optionsHeaders: (path) => (isResumablePath(path.slice(PREFIX.length)) ? OFFER : {}),
    handle: (request) => handle(deps, request),
    keepPicture: (request, bucketId, open) => keepPicture(deps, request, bucketId, open),
    publicPicture: (address, edge) => publicPicture(deps, address, edge),
    callerPicture: (request, wanted) => callerPicture(deps, request, wanted),
    close: async () => {
      for (const stop of stops) await stop()
    },
  }
}

async function handle(deps: StorageDeps, request: HttpRequest): Promise<HttpReply> {
  let render: Route['render'] = renderStorageError
  try {
    const { route, bucket, rest } = findRoute(request.method, request.path.slice(PREFIX.length))
    render = route.render ?? render
    return await route.handle({ deps, request, bucket, rest, query: new URLSearchParams(request.query) })
  } catch (error) {
    const refusal = databaseRefusal(error)
    if (!request.signal.aborted && (!refusal || refusal.statusCode >= 500))
      deps.log.error({ error, id: request.id }, 'a storage call failed')
    await discardBody(request.raw)
    return render(refusal ?? storageErrors.internal())
  }
}
