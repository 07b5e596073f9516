import { randomUUID } from 'node:crypto'
import type { TestEngine } from './start-engine.ts'

/**
 * Creates the row of a stored file, without its bytes: enough for a row that names it.
 * @param folder the first part of the name; in members' buckets the ID of the member.
 * @param file the rest of the name; an existing row stays as it is.
 * @returns the name of the file inside its bucket.
 */
export async function storedFile(
  { owner }: TestEngine,
  bucket: string,
  folder: string,
  file = `${randomUUID()}.jpg`,
): Promise<string> {
  const name = `${folder}/${file}`
  await owner.query('insert into storage.objects (bucket_id, name) values ($1, $2) on conflict do nothing', [
    bucket,
    name,
  ])
  return name
}
