import { z } from 'zod'
import { callerContext, resolveCaller } from '../caller-context.ts'
import type { StorageDeps } from '../deps.ts'
import { storageErrors } from '../errors.ts'
import { parseTransform, transformQuery } from '../image/transform.ts'
import { jsonReply, readBodyAs } from '../json-reply.ts'
import { checkKey, decodeBucket, decodeKey } from '../object-key.ts'
import type { Route, RouteCall } from '../router.ts'
import { visibleNames } from '../sql/objects.ts'

const TEN_YEARS = 10 * 365 * 24 * 60 * 60
const expiresIn = z.number().int().min(1).max(TEN_YEARS)
const oneBody = z.object({ expiresIn, transform: z.record(z.string(), z.unknown()).optional() })
const manyBody = z.object({ expiresIn, paths: z.array(z.string().max(2048)).min(1).max(1000) })

const NOT_SIGNED = 'Either the object does not exist or you do not have access to it'

/** Signs an address for an object that the caller may read. */
async function signOne({ deps, request, bucket, rest }: RouteCall) {
  const bucketId = decodeBucket(bucket)
  const key = decodeKey(rest)
  const { expiresIn: seconds, transform } = await readBodyAs(request, oneBody)
  const caller = await resolveCaller(deps, request)
  const context = callerContext(caller, request, 'storage.object.sign', { readOnly: true })
  const visible = await deps.db.transactionAs(context, (tx) => visibleNames(tx, bucketId, [key]))
  if (!visible.has(key)) throw storageErrors.noSuchKey()
  if (transform === undefined || Object.keys(transform).length === 0)
    return jsonReply({ signedURL: await downloadAddress(deps, bucketId, key, seconds) })
  const transformations = transformQuery(parseTransform(transform))
  const claims = { url: `${bucketId}/${key}`, scope: 'render' as const, transformations }
  const token = await deps.signer.sign(claims, seconds)
  return jsonReply({ signedURL: `/render/image/sign/${bucketId}/${key}?token=${token}` })
}

async function signMany({ deps, request, bucket }: RouteCall) {
  const bucketId = decodeBucket(bucket)
  const { expiresIn: seconds, paths } = await readBodyAs(request, manyBody)
  const caller = await resolveCaller(deps, request)
  const context = callerContext(caller, request, 'storage.object.sign_many', { readOnly: true })
  const names = paths.filter(isKey)
  const visible = await deps.db.transactionAs(context, (tx) => visibleNames(tx, bucketId, names))
  // A path that is asked for many times is signed once.
  const addresses = new Map<string, string>()
  for (const path of visible) addresses.set(path, await downloadAddress(deps, bucketId, path, seconds))
  return jsonReply(
    paths.map((path) => {
      const signedURL = addresses.get(path) ?? null
      return { error: signedURL === null ? NOT_SIGNED : null, path, signedURL }
    }),
  )
}

// Not encoded: the client encodes the whole address itself.
async function downloadAddress(deps: StorageDeps, bucketId: string, key: string, seconds: number): Promise<string> {
  const token = await deps.signer.sign({ url: `${bucketId}/${key}`, scope: 'download' }, seconds)
  return `/object/sign/${bucketId}/${key}?token=${token}`
}

function isKey(path: string): boolean {
  try {
    checkKey(path)
    return true
  } catch {
    return false
  }
}

export const signRoutes: readonly Route[] = [
  { methods: ['POST'], path: 'object/sign', tail: 'bucket', handle: signMany },
  { methods: ['POST'], path: 'object/sign', tail: 'key', handle: signOne },
]
