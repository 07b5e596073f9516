import { z } from 'zod'

/** First entry of a backup: what is in it and what it fits. */
export const MANIFEST = 'bankside.json'
/** Last entry of a backup: the checksum of every other entry, in the form that `sha256sum --check` reads. */
export const CHECKSUMS = 'SHA256SUMS'

const table = z.object({ schema: z.string(), name: z.string(), columns: z.array(z.string()).min(1) })

const manifest = z.object({
  format: z.literal(1),
  /** ISO 8601 moment of the snapshot. */
  madeAt: z.string(),
  /** Versions of the migrations that the data fits, the platform's and the domain's. */
  migrations: z.array(z.string()),
  tables: z.array(table),
})

export type BackupTable = z.infer<typeof table>
export type Manifest = z.infer<typeof manifest>

/**
 * Reads the first entry of a backup.
 * @throws {Error} when it is not one of ours or of a format made later.
 */
export function parseManifest(text: string): Manifest {
  return manifest.parse(JSON.parse(text))
}

/** Name of a table's entry: its rows as COPY writes them, compressed. */
export function tableEntry({ schema, name }: BackupTable): string {
  return `tables/${schema}.${name}.copy.gz`
}

/** Name of a stored file's entry. */
export function fileEntry(key: string): string {
  return `files/${key}`
}
