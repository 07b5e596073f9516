import { z } from 'zod'
import { callerContext, resolveCaller } from '../caller-context.ts'
import { jsonReply, readBodyAs } from '../json-reply.ts'
import { decodeCursor, encodeCursor } from '../list-cursor.ts'
import { decodeBucket } from '../object-key.ts'
import type { Route, RouteCall } from '../router.ts'
import { listPage, type PageEntry } from '../sql/list-pages.ts'

/** Entries of one page; upstream returns this number when more are requested. */
const MAX_ENTRIES = 1000

const body = z.object({
  prefix: z.string().max(1024).default(''),
  limit: z.number().int().min(1).default(MAX_ENTRIES),
  cursor: z.string().max(8192).optional(),
  with_delimiter: z.boolean().default(false),
  sortBy: z
    .object({
      column: z.enum(['name', 'updated_at', 'created_at']),
      order: z.enum(['asc', 'desc']).default('asc'),
    })
    .nullish(),
})

/** Lists the objects with a prefix that the caller may see, page by page; a cursor keeps the order it was made for. */
async function list({ deps, request, bucket }: RouteCall) {
  const bucketId = decodeBucket(bucket)
  const { prefix, limit, cursor, with_delimiter: withFolders, sortBy } = await readBodyAs(request, body)
  const caller = await resolveCaller(deps, request)
  const after = cursor === undefined || cursor === '' ? undefined : decodeCursor(cursor)
  const { column, order } = after ?? { column: sortBy?.column ?? 'name', order: sortBy?.order ?? 'asc' }
  const context = callerContext(caller, request, 'storage.object.list_v2', { readOnly: true })
  const size = Math.min(limit, MAX_ENTRIES)
  const options = { prefix, withFolders, column, order, after, limit: size + 1 }
  const found = await deps.db.transactionAs(context, (tx) => listPage(tx, bucketId, options))
  const entries = found.slice(0, size)
  const last = entries.at(-1)
  const hasNext = found.length > size && last !== undefined
  return jsonReply({
    hasNext,
    folders: entries.filter(({ id }) => id === null).map(({ name }) => ({ name, key: name.slice(0, -1) })),
    objects: entries.filter(({ id }) => id !== null).map(describeObject),
    ...(hasNext ? { nextCursor: encodeCursor({ column, order, name: last.name, at: last.at }) } : {}),
  })
}

function describeObject({ at: _at, ...object }: PageEntry) {
  return { ...object, key: object.name }
}

export const listV2Routes: readonly Route[] = [
  { methods: ['POST'], path: 'object/list-v2', tail: 'bucket', handle: list },
]
