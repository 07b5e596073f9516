import { z } from 'zod'

/** First entry of a backup: its contents and the versions that it fits. */
export const MANIFEST = 'bankside.json'
/** Last entry of a backup: the checksum of every other entry, in the format of `sha256sum --check`. */
export const CHECKSUMS = 'SHA256SUMS'

const table = z.object({ schema: z.string(), name: z.string(), columns: z.array(z.string()).min(1) })

const manifest = z.object({
  format: z.literal(1),
  /** Time of the snapshot, ISO 8601. */
  madeAt: z.string(),
  /** Versions of the platform's and the domain's migrations that the data belongs to. */
  migrations: z.array(z.string()),
  tables: z.array(table),
})

export type BackupTable = z.infer<typeof table>
export type Manifest = z.infer<typeof manifest>

/**
 * Reads the first entry of a backup.
 * @throws {Error} when it is not one of ours or has a later format.
 */
export function parseManifest(text: string): Manifest {
  return manifest.parse(JSON.parse(text))
}

/** Name of a table's entry: its rows in COPY format, compressed. */
export function tableEntry({ schema, name }: BackupTable): string {
  return `tables/${schema}.${name}.copy.gz`
}

/** Name of a stored file's entry. */
export function fileEntry(key: string): string {
  return `files/${key}`
}
