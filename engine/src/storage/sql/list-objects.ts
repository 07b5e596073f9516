import type { Transaction } from '../../db/port.ts'

export interface ListOptions {
  /** Folder without a trailing slash; empty for the top. */
  folder: string
  /** Prefix of the entries' names, ignoring case. */
  search: string
  limit: number
  offset: number
  sortColumn: 'name' | 'updated_at' | 'created_at' | 'last_accessed_at'
  sortOrder: 'asc' | 'desc'
}

/** One entry of a folder; a subfolder has only a name. */
export interface ListEntry extends Record<string, unknown> {
  name: string
  id: string | null
  updated_at: string | null
  created_at: string | null
  last_accessed_at: string | null
  metadata: Record<string, unknown> | null
}

const iso = (column: string) => `to_char(e.${column} at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as ${column}`

/** The entries directly below a folder that the runner may see, folders first. */
export async function listFolder(
  runner: Pick<Transaction, 'query'>,
  bucketId: string,
  options: ListOptions,
): Promise<ListEntry[]> {
  const prefix = options.folder === '' ? '' : `${options.folder}/`
  const level = prefix.split('/').length
  const order = options.sortOrder
  const sort = options.sortColumn === 'name' ? '' : `e.${options.sortColumn} ${order} nulls last,`
  return await runner.query<ListEntry>(
    `with visible as (
       select o.*, o.path_tokens[$3::int] as segment, cardinality(o.path_tokens) = $3::int as is_file
       from storage.objects as o
       where o.bucket_id = $1 and o.name collate "C" like $2::text
         and starts_with(lower(o.path_tokens[$3::int]), lower($4::text))
     ), entries as (
       select distinct v.segment as name, null::uuid as id, null::timestamptz as updated_at,
         null::timestamptz as created_at, null::timestamptz as last_accessed_at, null::jsonb as metadata
       from visible as v where not v.is_file
       union all
       select v.segment, v.id, v.updated_at, v.created_at, v.last_accessed_at, v.metadata
       from visible as v where v.is_file
     )
     select e.name, e.id, ${iso('updated_at')}, ${iso('created_at')}, ${iso('last_accessed_at')}, e.metadata
     from entries as e order by e.id is not null, ${sort} e.name collate "C" ${order} limit $5 offset $6`,
    [bucketId, `${escapeLike(prefix)}%`, level, options.search, options.limit, options.offset],
  )
}

export function escapeLike(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&')
}
