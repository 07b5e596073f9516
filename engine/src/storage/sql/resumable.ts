import type { Database, Transaction } from '../../db/port.ts'

/** An upload that arrives in parts. */
export interface ResumableUpload extends Record<string, unknown> {
  id: string
  bucket_id: string
  name: string
  /** Database role of who started it. */
  role: string
  owner_id: string | null
  /** Started with the token of a signed address. */
  is_signed: boolean
  is_upsert: boolean
  /** Bytes of the whole file. */
  length: number
  /** Bytes that are stored in parts. */
  received: number
  /** The header as it was sent. */
  upload_metadata: string
  /** Of the object that was being stored last. */
  version: string | null
  is_finished: boolean
  /** Milliseconds since the epoch. */
  expires: number
}

/** A stored part of an upload. */
export interface ResumablePart extends Record<string, unknown> {
  /** Its first byte in the file. */
  begins: number
  /** Bytes. */
  size: number
  /** Key of its blob. */
  version: string
}

export type NewUpload = Pick<
  ResumableUpload,
  'bucket_id' | 'name' | 'role' | 'owner_id' | 'is_signed' | 'is_upsert' | 'length' | 'upload_metadata'
>

type Runner = Pick<Transaction, 'query'>

const COLUMNS = `u.id, u.bucket_id, u.name, u.role, u.owner_id, u.is_signed, u.is_upsert, u.length::float8 as length,
  u.received::float8 as received, u.upload_metadata, u.version, u.is_finished,
  (extract(epoch from u.expires_at) * 1000)::float8 as expires`

/** Bytes that a part counts as at least towards its account's space: a file takes a block of the disk. */
export const PART_BYTES = 4_096
/** How long an upload lasts of which nothing is stored: the answer to its creation may have been lost. */
const UNTOUCHED_FOR = "interval '15 minutes'"
/** How long one lasts from its creation when something of it is. */
const LASTS_FOR = "interval '24 hours'"

/** Begins an upload, which ends in 15 minutes unless something of it is stored by then. */
export async function insertUpload(runner: Runner, upload: NewUpload): Promise<ResumableUpload> {
  const [row] = await runner.query<ResumableUpload>(
    `insert into engine.resumable_uploads as u
       (bucket_id, name, role, owner_id, is_signed, is_upsert, length, upload_metadata, expires_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, now() + ${UNTOUCHED_FOR}) returning ${COLUMNS}`,
    [
      upload.bucket_id,
      upload.name,
      upload.role,
      upload.owner_id,
      upload.is_signed,
      upload.is_upsert,
      upload.length,
      upload.upload_metadata,
    ],
  )
  return row as ResumableUpload
}

/** An upload that has not expired. */
export async function findUpload(runner: Runner, id: string): Promise<ResumableUpload | undefined> {
  const [row] = await runner.query<ResumableUpload>(
    `select ${COLUMNS} from engine.resumable_uploads as u where u.id = $1 and u.expires_at > now()`,
    [id],
  )
  return row
}

/**
 * Takes the turn to write if nobody has it, or its time is over.
 * @returns undefined when somebody else has the turn, or there is no such upload.
 */
export async function takeTurn(
  runner: Runner,
  id: string,
  writer: string,
  seconds: number,
): Promise<ResumableUpload | undefined> {
  const [row] = await runner.query<ResumableUpload>(
    `update engine.resumable_uploads as u
     set writer = $2, writer_until = clock_timestamp() + make_interval(secs => $3)
     where u.id = $1 and u.expires_at > now() and (u.writer is null or u.writer_until < clock_timestamp())
     returning ${COLUMNS}`,
    [id, writer, seconds],
  )
  return row
}

/** Asks the request that has the turn, at any engine, to give it up. */
export async function askForTurn(runner: Runner, channel: string, id: string): Promise<void> {
  await runner.query('select pg_catalog.pg_notify($1, $2)', [channel, id])
}

/** @returns false when the turn has been lost. */
export async function renewTurn(runner: Runner, id: string, writer: string, seconds: number): Promise<boolean> {
  const rows = await runner.query(
    `update engine.resumable_uploads as u set writer_until = clock_timestamp() + make_interval(secs => $3)
     where u.id = $1 and u.writer = $2 returning u.id`,
    [id, writer, seconds],
  )
  return rows.length > 0
}

export async function endTurn(runner: Runner, id: string, writer: string): Promise<void> {
  await runner.query(
    'update engine.resumable_uploads as u set writer = null, writer_until = null where u.id = $1 and u.writer = $2',
    [id, writer],
  )
}

/**
 * Adds a part to the end of an upload, which then lasts for a day from its creation.
 * @returns when the upload expires (milliseconds since the epoch); undefined when the turn has been lost, or the upload
 *   has ended.
 */
export async function addPart(
  db: Pick<Database, 'transaction'>,
  id: string,
  writer: string,
  { begins, size, version }: ResumablePart,
): Promise<number | undefined> {
  return await db.transaction(async (tx) => {
    const [grown] = await tx.query<{ expires: number }>(
      `update engine.resumable_uploads as u set received = u.received + $4, expires_at = u.created_at + ${LASTS_FOR}
       where u.id = $1 and u.writer = $2 and u.received = $3 and not u.is_finished and u.expires_at > now()
       returning (extract(epoch from u.expires_at) * 1000)::float8 as expires`,
      [id, writer, begins, size],
    )
    if (!grown) return undefined
    await tx.query('insert into engine.resumable_parts (upload_id, begins, size, version) values ($1, $2, $3, $4)', [
      id,
      begins,
      size,
      version,
    ])
    return grown.expires
  })
}

/** The parts of an upload, from its first byte on. */
export async function partsOf(runner: Runner, id: string): Promise<ResumablePart[]> {
  return await runner.query<ResumablePart>(
    `select p.begins::float8 as begins, p.size::float8 as size, p.version
     from engine.resumable_parts as p where p.upload_id = $1 order by p.begins`,
    [id],
  )
}

export async function countParts(runner: Runner, id: string): Promise<number> {
  const [row] = await runner.query<{ parts: number }>(
    'select count(*)::integer as parts from engine.resumable_parts as p where p.upload_id = $1',
    [id],
  )
  return row?.parts ?? 0
}

/**
 * Notes the version under which the object is about to be stored.
 * @returns false when the turn has been lost, or the upload has ended.
 */
export async function noteVersion(runner: Runner, id: string, writer: string, version: string): Promise<boolean> {
  const rows = await runner.query(
    `update engine.resumable_uploads as u set version = $3
     where u.id = $1 and u.writer = $2 and not u.is_finished returning u.id`,
    [id, writer, version],
  )
  return rows.length > 0
}

/** Whether an object has the version. */
export async function isStored(runner: Runner, version: string): Promise<boolean> {
  return (await runner.query('select from storage.objects as o where o.version = $1', [version])).length > 0
}

/**
 * Marks an upload as finished and forgets its parts.
 * @returns the keys of their blobs.
 */
export async function finishUpload(db: Pick<Database, 'transaction'>, id: string): Promise<string[]> {
  return await db.transaction(async (tx) => {
    await tx.query('update engine.resumable_uploads as u set is_finished = true, received = u.length where u.id = $1', [
      id,
    ])
    const parts = await tx.query<{ version: string }>(
      'delete from engine.resumable_parts as p where p.upload_id = $1 returning p.version',
      [id],
    )
    return parts.map(({ version }) => version)
  })
}

/**
 * Ends an upload.
 * @returns the keys of its parts' blobs.
 */
export async function deleteUpload(db: Pick<Database, 'transaction'>, id: string): Promise<string[]> {
  return await db.transaction(async (tx) => await deleteUploads(tx, [id]))
}

/**
 * Ends up to the given number of uploads that have expired or whose account was deleted. Of the latter none in a database
 * without any account, which is more likely half restored than deserted.
 * @returns the keys of their parts' blobs, and whether there may be more.
 */
export async function deleteEndedUploads(
  db: Pick<Database, 'transaction'>,
  limit: number,
): Promise<{ versions: string[]; more: boolean }> {
  return await db.transaction(async (tx) => {
    const ended = await tx.query<{ id: string }>(
      `select u.id from engine.resumable_uploads as u
       where u.expires_at <= now()
         or (u.owner_id is not null
           and not exists (select from auth.users as a where a.id::text = u.owner_id)
           and exists (select from auth.users))
       limit $1 for update skip locked`,
      [limit],
    )
    const versions = await deleteUploads(
      tx,
      ended.map(({ id }) => id),
    )
    return { versions, more: ended.length === limit }
  })
}

async function deleteUploads(tx: Transaction, ids: readonly string[]): Promise<string[]> {
  // Locks the uploads first, so that no part is added meanwhile.
  await tx.query('select from engine.resumable_uploads as u where u.id = any($1::uuid[]) for update', [ids])
  const parts = await tx.query<{ version: string }>(
    'delete from engine.resumable_parts as p where p.upload_id = any($1::uuid[]) returning p.version',
    [ids],
  )
  await tx.query('delete from engine.resumable_uploads as u where u.id = any($1::uuid[])', [ids])
  return parts.map(({ version }) => version)
}
