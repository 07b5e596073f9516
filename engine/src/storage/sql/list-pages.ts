import type { Transaction } from '../../db/port.ts'
import type { ListCursor } from '../list-cursor.ts'
import { escapeLike } from './list-objects.ts'

export interface PageOptions extends Pick<ListCursor, 'column' | 'order'> {
  /** Prefix of the names; need not end at a slash. */
  prefix: string
  /** Whether everything after the next slash is shown as one folder. */
  withFolders: boolean
  limit: number
  after: ListCursor | undefined
}

/** One entry of a page; a folder, whose name ends with a slash, has only its name. */
export interface PageEntry extends Record<string, unknown> {
  name: string
  id: string | null
  updated_at: string | null
  created_at: string | null
  last_accessed_at: string | null
  metadata: Record<string, unknown> | null
  /** The sort value if it is a time, in milliseconds since the epoch. */
  at: number | null
}

const iso = (column: string) => `to_char(e.${column} at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as ${column}`

const OBJECTS = `select o.name, o.id, o.updated_at, o.created_at, o.last_accessed_at, o.metadata
  from storage.objects as o
  where o.bucket_id = $1 and o.name collate "C" like $2`

// A folder is as old as its oldest object, also when objects are sorted by their last change.
const OBJECTS_AND_FOLDERS = `select o.name, o.id, o.updated_at, o.created_at, o.last_accessed_at, o.metadata
  from storage.objects as o
  where o.bucket_id = $1 and o.name collate "C" like $2 and strpos(substr(o.name, char_length($3) + 1), '/') = 0
  union all
  select $3 || split_part(substr(o.name, char_length($3) + 1), '/', 1) || '/', null, min(o.created_at),
    min(o.created_at), null, null
  from storage.objects as o
  where o.bucket_id = $1 and o.name collate "C" like $2 and strpos(substr(o.name, char_length($3) + 1), '/') > 0
  group by 1`

/**
 * The entries after the cursor that the runner may see. Times are compared in whole milliseconds, because the cursor
 * holds those, and a missing time counts as the epoch; entries with the same time are sorted by name.
 */
export async function listPage(
  runner: Pick<Transaction, 'query'>,
  bucketId: string,
  { prefix, withFolders, column, order, limit, after }: PageOptions,
): Promise<PageEntry[]> {
  const at = column === 'name' ? 'null::float8' : `coalesce(floor(extract(epoch from e.${column}) * 1000), 0)::float8`
  const name = 'e.name collate "C"'
  const beyond = order === 'asc' ? '>' : '<'
  const [values, follows] =
    after === undefined
      ? [[], 'true']
      : column === 'name'
        ? [[after.name], `${name} ${beyond} $5::text`]
        : [[after.name, after.at ?? 0], `(${at}, ${name}) ${beyond} ($6::float8, $5::text)`]
  return await runner.query<PageEntry>(
    `select e.name, e.id, ${iso('updated_at')}, ${iso('created_at')}, ${iso('last_accessed_at')}, e.metadata, ${at} as at
     from (${withFolders ? OBJECTS_AND_FOLDERS : OBJECTS}) as e
     where ${follows} and $3::text is not null -- a listing without folders has no other use for it
     order by ${column === 'name' ? '' : `${at} ${order},`} ${name} ${order} limit $4`,
    [bucketId, `${escapeLike(prefix)}%`, prefix, limit, ...values],
  )
}
