import type { Transaction } from '../../db/port.ts'
import { UUID_PATTERN } from '../../kernel/uuid.ts'
import { PART_BYTES } from './resumable.ts'

/** The service's metadata of the bytes, with upstream's keys. */
export interface ObjectMetadata {
  /** Quoted MD5 of the stored bytes. */
  eTag: string
  /** Bytes. */
  size: number
  mimetype: string
  cacheControl: string
  /** ISO 8601 */
  lastModified: string
  contentLength: number
  httpStatusCode: number
}

export interface ObjectRow extends Record<string, unknown> {
  id: string
  bucket_id: string
  name: string
  owner: string | null
  owner_id: string | null
  /** Key of the blob. */
  version: string
  metadata: Partial<ObjectMetadata> | null
  user_metadata: Record<string, unknown> | null
  created_at: string
  updated_at: string
  last_accessed_at: string
}

export interface NewObject {
  id: string
  bucketId: string
  name: string
  ownerId: string | null
  version: string
  metadata: ObjectMetadata | null
  userMetadata: Record<string, unknown> | null
}

type Runner = Pick<Transaction, 'query'>

const iso = (column: string) => `to_char(o.${column} at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as ${column}`

export const OBJECT_COLUMNS = `o.id, o.bucket_id, o.name, o.owner, o.owner_id, o.version, o.metadata, o.user_metadata,
  ${iso('created_at')}, ${iso('updated_at')}, ${iso('last_accessed_at')}`

/** One object, if the runner may see it. */
export async function findObject(runner: Runner, bucketId: string, name: string): Promise<ObjectRow | undefined> {
  const [row] = await runner.query<ObjectRow>(
    `select ${OBJECT_COLUMNS} from storage.objects as o where o.bucket_id = $1 and o.name = $2`,
    [bucketId, name],
  )
  return row
}

/**
 * What a public address needs, in one query.
 * @returns undefined when there is no such bucket; `object` as the engine sees it, also in a private bucket.
 */
export async function findInBucket(
  runner: Runner,
  bucketId: string,
  name: string,
): Promise<{ isPublic: boolean; object: ObjectRow | undefined } | undefined> {
  const [row] = await runner.query<ObjectRow & { is_public: boolean; id: string | null }>(
    `select coalesce(b.public, false) as is_public, ${OBJECT_COLUMNS}
     from storage.buckets as b
     left join storage.objects as o on o.bucket_id = b.id and o.name = $2
     where b.id = $1`,
    [bucketId, name],
  )
  if (!row) return undefined
  const { is_public: isPublic, ...object } = row
  return { isPublic, object: object.id === null ? undefined : object }
}

/** Those of the given names that the runner may see. */
export async function visibleNames(runner: Runner, bucketId: string, names: readonly string[]): Promise<Set<string>> {
  const rows = await runner.query<{ name: string }>(
    'select o.name from storage.objects as o where o.bucket_id = $1 and o.name = any($2::text[])',
    [bucketId, names],
  )
  return new Set(rows.map(({ name }) => name))
}

const INSERT = `insert into storage.objects as o
  (id, bucket_id, name, owner, owner_id, version, metadata, user_metadata)
  values ($1, $2, $3, case when $4::text ~ '^${UUID_PATTERN}$' then ($4::text)::uuid end,
    $4::text, $5, $6, $7)`

const insertValues = (object: NewObject) => [
  object.id,
  object.bucketId,
  object.name,
  object.ownerId,
  object.version,
  object.metadata && JSON.stringify(object.metadata),
  object.userMetadata && JSON.stringify(object.userMetadata),
]

/** Inserts without reading back: a caller may be allowed to insert rows that it may not see. */
export async function insertObject(runner: Runner, object: NewObject): Promise<void> {
  await runner.query(INSERT, insertValues(object))
}

/**
 * Inserts or replaces, as far as the policies for insert, select and update allow the runner.
 * @returns the row's ID (an existing row keeps its own) and its previous version.
 */
export async function upsertObject(
  runner: Runner,
  object: NewObject,
): Promise<{ id: string; replaced: string | undefined }> {
  // Of two concurrent uploads of a new name both would find no previous version, and the first file would be orphaned.
  await runner.query('select pg_catalog.pg_advisory_xact_lock(pg_catalog.hashtextextended($1, 0))', [
    `storage ${object.bucketId}/${object.name}`,
  ])
  const [before] = await runner.query<{ version: string | null }>(
    'select o.version from storage.objects as o where o.bucket_id = $1 and o.name = $2 for update',
    [object.bucketId, object.name],
  )
  const [row] = await runner.query<{ id: string }>(
    `${INSERT} on conflict (bucket_id, name) do update set
       owner = excluded.owner, owner_id = excluded.owner_id, version = excluded.version,
       metadata = excluded.metadata, user_metadata = excluded.user_metadata
     returning o.id`,
    insertValues(object),
  )
  return { id: row?.id ?? object.id, replaced: before?.version ?? undefined }
}

/** Deletes what the runner may see and delete; the rest is skipped silently. */
export async function deleteObjects(runner: Runner, bucketId: string, names: readonly string[]): Promise<ObjectRow[]> {
  return await runner.query<ObjectRow>(
    `delete from storage.objects as o where o.bucket_id = $1 and o.name = any($2::text[]) returning ${OBJECT_COLUMNS}`,
    [bucketId, names],
  )
}

/** Renames; @returns undefined when the runner sees no such object or may not change it. */
export async function moveObject(
  runner: Runner,
  from: { bucketId: string; name: string },
  to: { bucketId: string; name: string },
): Promise<ObjectRow | undefined> {
  const [row] = await runner.query<ObjectRow>(
    `update storage.objects as o set bucket_id = $3, name = $4 where o.bucket_id = $1 and o.name = $2
     returning ${OBJECT_COLUMNS}`,
    [from.bucketId, from.name, to.bucketId, to.name],
  )
  return row
}

/**
 * Bytes of one owner's objects in all buckets together, and of unfinished uploads in parts at their whole length, with
 * what the blocks of their small parts take in addition.
 * @param except ID of an unfinished upload that does not count.
 */
export async function usedBytes(runner: Runner, ownerId: string, except?: string): Promise<number> {
  const [row] = await runner.query<{ bytes: number }>(
    `select ((
         select coalesce(sum((o.metadata ->> 'size')::numeric), 0) from storage.objects as o where o.owner_id = $1
       ) + (
         select coalesce(sum(u.length), 0) from engine.resumable_uploads as u
         where u.owner_id = $1 and not u.is_finished and u.expires_at > now() and u.id is distinct from $2::uuid
           -- Its object counts by now.
           and not exists (select from storage.objects as o where o.version = u.version)
       ) + (
         select coalesce(sum(greatest($3 - p.size, 0)), 0)
         from engine.resumable_parts as p join engine.resumable_uploads as u on u.id = p.upload_id
         where u.owner_id = $1 and not u.is_finished and u.expires_at > now() and u.id is distinct from $2::uuid
       ))::float8 as bytes`,
    [ownerId, except ?? null, PART_BYTES],
  )
  return row?.bytes ?? 0
}

/** Those of the given versions that a row refers to: an object, or a part of an unfinished upload. */
export async function referredVersions(runner: Runner, versions: readonly string[]): Promise<Set<string>> {
  const rows = await runner.query<{ version: string }>(
    `select o.version from storage.objects as o where o.version = any($1::text[])
     union all
     select p.version from engine.resumable_parts as p where p.version = any($1::text[])`,
    [versions],
  )
  return new Set(rows.map(({ version }) => version))
}

/** Those of the given versions that belong to a bucket's objects. */
export async function versionsInBucket(
  runner: Runner,
  bucketId: string,
  versions: readonly string[],
): Promise<string[]> {
  const rows = await runner.query<{ version: string }>(
    'select o.version from storage.objects as o where o.version = any($2::text[]) and o.bucket_id = $1',
    [bucketId, versions],
  )
  return rows.map(({ version }) => version)
}

/**
 * Deletes up to the given number of objects in folders of deleted accounts. The domain's function keeps those that a row
 * still names; a database without it has no such rows.
 *
 * Does nothing in a database without any account, which is more likely half restored than deserted.
 */
export async function deleteLeftObjects(runner: Runner, limit: number): Promise<{ version: string | null }[]> {
  const listed = await deleteListed(runner, 'private.left_files', limit)
  if (listed) return listed
  await runner.query(`select pg_catalog.set_config('storage.allow_delete_query', 'true', true)`)
  return await runner.query(
    `delete from storage.objects as o
     where o.id in (
       select left_object.id from storage.objects as left_object
       where left_object.owner_id is not null
         and left_object.path_tokens[1] = left_object.owner_id
         and not exists (select from auth.users as u where u.id::text = left_object.owner_id)
         and exists (select from auth.users)
       limit $1
     )
     returning o.version`,
    [limit],
  )
}

/**
 * Deletes up to the given number of objects that the domain no longer needs, if it has a function that lists them. The
 * engine knows no table of the domain, only that function by its name.
 */
export async function deleteUnneededObjects(runner: Runner, limit: number): Promise<{ version: string | null }[]> {
  return (await deleteListed(runner, 'private.files_to_remove', limit)) ?? []
}

/** Deletes the objects that a function of the domain lists; undefined if the domain has no such function. */
async function deleteListed(
  runner: Runner,
  lister: 'private.left_files' | 'private.files_to_remove',
  limit: number,
): Promise<{ version: string | null }[] | undefined> {
  const [domain] = await runner.query<{ says: boolean }>('select to_regprocedure($1) is not null as says', [
    `${lister}(integer)`,
  ])
  if (!domain?.says) return undefined
  const files = await runner.query<{ bucket_id: string; name: string }>(
    `select f.bucket_id, f.name from ${lister}($1) as f`,
    [limit],
  )
  if (files.length === 0) return []
  await runner.query(`select pg_catalog.set_config('storage.allow_delete_query', 'true', true)`)
  return await runner.query(
    `delete from storage.objects as o
     using unnest($1::text[], $2::text[]) as f (bucket_id, name)
     where o.bucket_id = f.bucket_id and o.name = f.name
     returning o.version`,
    [files.map((file) => file.bucket_id), files.map((file) => file.name)],
  )
}
