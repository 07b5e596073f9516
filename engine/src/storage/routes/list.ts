import { z } from 'zod'
import { callerContext, resolveCaller } from '../caller-context.ts'
import { jsonReply, readBodyAs } from '../json-reply.ts'
import { decodeBucket } from '../object-key.ts'
import type { Route, RouteCall } from '../router.ts'
import { listFolder } from '../sql/list-objects.ts'

const body = z.object({
  prefix: z.string().max(1024).default(''),
  limit: z.number().int().min(1).max(1000).default(100),
  offset: z.number().int().min(0).max(1_000_000).default(0),
  search: z.string().max(255).default(''),
  sortBy: z
    .object({
      column: z.enum(['name', 'updated_at', 'created_at', 'last_accessed_at']).default('name'),
      order: z.enum(['asc', 'desc']).default('asc'),
    })
    .nullish(),
})

/** Lists a folder as the caller sees it; what the caller may not see is left out, including the bucket. */
async function list({ deps, request, bucket }: RouteCall) {
  const bucketId = decodeBucket(bucket)
  const { prefix, limit, offset, search, sortBy } = await readBodyAs(request, body)
  const caller = await resolveCaller(deps, request)
  const context = callerContext(caller, request, 'storage.object.list', { readOnly: true })
  const options = {
    folder: withoutOuterSlashes(prefix),
    search,
    limit,
    offset,
    sortColumn: sortBy?.column ?? 'name',
    sortOrder: sortBy?.order ?? 'asc',
  } as const
  return jsonReply(await deps.db.transactionAs(context, (tx) => listFolder(tx, bucketId, options)))
}

/** Not by a regular expression, whose time grows with the square of a run of slashes. */
function withoutOuterSlashes(path: string): string {
  let [start, end] = [0, path.length]
  while (path[start] === '/') start += 1
  while (end > start && path[end - 1] === '/') end -= 1
  return path.slice(start, end)
}

export const listRoutes: readonly Route[] = [{ methods: ['POST'], path: 'object/list', tail: 'bucket', handle: list }]
