import type { Transaction } from '../../db/port.ts'
import { UUID_PATTERN } from '../../kernel/uuid.ts'

/** A bucket as the API shows it. */
export interface BucketRow extends Record<string, unknown> {
  id: string
  name: string
  owner: string
  public: boolean
  type: string
  /** Bytes; null for the service's default. */
  file_size_limit: number | null
  allowed_mime_types: string[] | null
  created_at: string
  updated_at: string
}

export interface BucketSettings {
  public?: boolean | undefined
  file_size_limit?: number | null | undefined
  allowed_mime_types?: string[] | null | undefined
}

const ISO = `'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'`
const COLUMNS = `id, name, coalesce(owner_id, owner::text, '') as owner, coalesce(public, false) as public,
  type::text, file_size_limit::float8, allowed_mime_types,
  to_char(created_at at time zone 'utc', ${ISO}) as created_at,
  to_char(updated_at at time zone 'utc', ${ISO}) as updated_at`

type Runner = Pick<Transaction, 'query'>

/** One bucket, if the runner may see it. */
export async function findBucket(runner: Runner, id: string): Promise<BucketRow | undefined> {
  const [row] = await runner.query<BucketRow>(`select ${COLUMNS} from storage.buckets where id = $1`, [id])
  return row
}

export interface BucketListOptions {
  limit: number
  offset: number
  sortColumn: 'id' | 'name' | 'created_at' | 'updated_at'
  sortOrder: 'asc' | 'desc'
  search: string
}

/** The buckets that the runner may see. */
export async function listBuckets(runner: Runner, options: BucketListOptions): Promise<BucketRow[]> {
  const { limit, offset, sortColumn, sortOrder, search } = options
  return await runner.query<BucketRow>(
    `select ${COLUMNS} from storage.buckets as b
     where $3::text = '' or strpos(lower(b.name), lower($3::text)) > 0
     order by b.${sortColumn} ${sortOrder}, b.id limit $1 offset $2`,
    [limit, offset, search],
  )
}

export async function insertBucket(
  runner: Runner,
  bucket: { id: string; name: string; ownerId: string | null } & BucketSettings,
): Promise<void> {
  await runner.query(
    `insert into storage.buckets (id, name, owner, owner_id, public, file_size_limit, allowed_mime_types)
     values ($1, $2, case when $3::text ~ '^${UUID_PATTERN}$' then ($3::text)::uuid end,
       $3::text, $4, $5, $6)`,
    [
      bucket.id,
      bucket.name,
      bucket.ownerId,
      bucket.public ?? false,
      bucket.file_size_limit ?? null,
      bucket.allowed_mime_types ?? null,
    ],
  )
}

/** @returns false when the runner sees no such bucket or may not change it. */
export async function updateBucket(runner: Runner, id: string, settings: BucketSettings): Promise<boolean> {
  const rows = await runner.query(
    `update storage.buckets set
       public = coalesce($2::boolean, public),
       file_size_limit = case when $3::boolean then $4::bigint else file_size_limit end,
       allowed_mime_types = case when $5::boolean then $6::text[] else allowed_mime_types end,
       updated_at = now()
     where id = $1 returning id`,
    [
      id,
      settings.public ?? null,
      settings.file_size_limit !== undefined,
      settings.file_size_limit ?? null,
      settings.allowed_mime_types !== undefined,
      settings.allowed_mime_types ?? null,
    ],
  )
  return rows.length > 0
}

/** @returns false when the runner sees no such bucket or may not delete it. */
export async function deleteBucket(runner: Runner, id: string): Promise<boolean> {
  return (await runner.query('delete from storage.buckets where id = $1 returning id', [id])).length > 0
}
