import { z } from 'zod'
import type { Transaction } from '../../db/port.ts'
import { codeOf } from '../../kernel/errors.ts'
import { callerContext, resolveCaller } from '../caller-context.ts'
import { storageErrors } from '../errors.ts'
import { jsonReply, readBodyAs } from '../json-reply.ts'
import { decodeBucket, isBucketName } from '../object-key.ts'
import { dropBlobs } from '../remove-blobs.ts'
import type { Route, RouteCall } from '../router.ts'
import { bytesOf } from '../size-text.ts'
import { deleteBucket, findBucket, insertBucket, listBuckets, updateBucket } from '../sql/buckets.ts'
import { deleteObjects } from '../sql/objects.ts'

const listQuery = z.object({
  limit: z.coerce.number().int().min(1).max(1000).default(1000),
  offset: z.coerce.number().int().min(0).default(0),
  sortColumn: z.enum(['id', 'name', 'created_at', 'updated_at']).default('id'),
  sortOrder: z.enum(['asc', 'desc']).default('asc'),
  search: z.string().max(100).default(''),
})
const settings = z.object({
  public: z.boolean().optional(),
  file_size_limit: z
    .union([z.number(), z.string().max(32).transform(bytesOf)])
    .pipe(
      z
        .number()
        .int()
        .min(0)
        .max(5 * 1024 ** 3),
    )
    .nullish(),
  allowed_mime_types: z
    .array(z.string().regex(/^(\*|[\w.+-]+\/(\*|[\w.+-]+))$/))
    .max(100)
    .nullish(),
})
const creation = settings.extend({
  id: z.string().optional(),
  name: z.string(),
  type: z.literal('STANDARD').optional(),
})

const EMPTY_BATCH = 1000

async function contextOf({ deps, request }: RouteCall, operation: string, options = {}) {
  const caller = await resolveCaller(deps, request)
  return { caller, context: callerContext(caller, request, operation, options) }
}

async function list(call: RouteCall) {
  const { context } = await contextOf(call, 'storage.bucket.list', { readOnly: true })
  const parsed = listQuery.safeParse(Object.fromEntries(call.query))
  if (!parsed.success) throw storageErrors.invalidRequest(parsed.error.issues[0]?.message ?? 'querystring')
  return jsonReply(await call.deps.db.transactionAs(context, (tx) => listBuckets(tx, parsed.data)))
}

async function get(call: RouteCall) {
  const id = decodeBucket(call.bucket)
  const { context } = await contextOf(call, 'storage.bucket.get', { readOnly: true })
  const bucket = await call.deps.db.transactionAs(context, (tx) => findBucket(tx, id))
  if (!bucket) throw storageErrors.noSuchBucket()
  // As upstream, where only the list of buckets tells their type.
  const { type: _type, ...shown } = bucket
  return jsonReply(shown)
}

async function create(call: RouteCall) {
  const { id, ...rest } = await readBodyAs(call.request, creation)
  const { caller, context } = await contextOf(call, 'storage.bucket.create')
  if (!isBucketName(rest.name) || (id !== undefined && !isBucketName(id))) throw storageErrors.invalidBucketName()
  const bucket = { ...rest, id: id ?? rest.name, ownerId: caller.userId ?? null }
  try {
    await call.deps.db.transactionAs(context, (tx) => insertBucket(tx, bucket))
  } catch (error) {
    if (codeOf(error) === '23505') throw storageErrors.bucketExists()
    throw error
  }
  return jsonReply({ name: bucket.id })
}

async function update(call: RouteCall) {
  const id = decodeBucket(call.bucket)
  const changes = await readBodyAs(call.request, settings)
  const { context } = await contextOf(call, 'storage.bucket.update')
  const { db, publicObjects } = call.deps
  const known = await publicObjects.changing('all', () =>
    db.transactionAs(context, (tx) => updateBucket(tx, id, changes)),
  )
  if (!known) throw storageErrors.noSuchBucket()
  return jsonReply({ message: 'Successfully updated' })
}

async function remove(call: RouteCall) {
  const id = decodeBucket(call.bucket)
  const { context } = await contextOf(call, 'storage.bucket.delete', { deletes: true })
  try {
    const { db, publicObjects } = call.deps
    const known = await publicObjects.changing('all', () => db.transactionAs(context, (tx) => deleteBucket(tx, id)))
    if (!known) throw storageErrors.noSuchBucket()
  } catch (error) {
    if (codeOf(error) === '23503') throw storageErrors.bucketNotEmpty()
    throw error
  }
  return jsonReply({ message: 'Successfully deleted' })
}

/** Removes the objects that the caller may delete, in steps that each fit into the statement timeout. */
async function empty(call: RouteCall) {
  const { deps } = call
  const id = decodeBucket(call.bucket)
  const { context } = await contextOf(call, 'storage.bucket.empty', { deletes: true })
  if (!(await deps.db.transactionAs(context, (tx) => findBucket(tx, id)))) throw storageErrors.noSuchBucket()
  for (;;) {
    const deleteSome = async (tx: Transaction) => {
      const names = await tx.query<{ name: string }>(
        'select o.name from storage.objects as o where o.bucket_id = $1 order by o.name limit $2',
        [id, EMPTY_BATCH],
      )
      return await deleteObjects(
        tx,
        id,
        names.map(({ name }) => name),
      )
    }
    const rows = await deps.publicObjects.changing('all', () => deps.db.transactionAs(context, deleteSome))
    if (rows.length === 0) break
    await dropBlobs(
      deps,
      rows.map(({ version }) => version),
    )
  }
  return jsonReply({ message: 'Empty bucket has been queued. Completion may take up to an hour.' })
}

export const bucketRoutes: readonly Route[] = [
  { methods: ['GET'], path: 'bucket', tail: 'none', handle: list },
  { methods: ['POST'], path: 'bucket', tail: 'none', handle: create },
  { methods: ['POST'], path: 'bucket', tail: 'key', handle: (call) => onlyEmpty(call) },
  { methods: ['GET'], path: 'bucket', tail: 'bucket', handle: get },
  { methods: ['PUT'], path: 'bucket', tail: 'bucket', handle: update },
  { methods: ['DELETE'], path: 'bucket', tail: 'bucket', handle: remove },
]

async function onlyEmpty(call: RouteCall) {
  if (call.rest !== 'empty') throw storageErrors.noSuchRoute('POST', call.request.path)
  return await empty(call)
}
