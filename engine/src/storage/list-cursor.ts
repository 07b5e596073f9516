import { z } from 'zod'
import { storageErrors } from './errors.ts'

const shape = z.strictObject({
  /** Column and order of the listing that the cursor belongs to. */
  column: z.enum(['name', 'updated_at', 'created_at']),
  order: z.enum(['asc', 'desc']),
  /** Full name of the last entry; a folder's ends with a slash. */
  name: z.string().min(1).max(2048),
  /** The sort value of the last entry if it is a time, in whole milliseconds since the epoch. */
  at: z.int().nullable(),
})

/** Where a page of a listing ended: the next page starts after it, even if entries were added or removed. */
export type ListCursor = z.infer<typeof shape>

/** The cursor as the client sends it back. */
export function encodeCursor(cursor: ListCursor): string {
  return Buffer.from(JSON.stringify(cursor)).toString('base64url')
}

/**
 * Decodes a cursor of {@link encodeCursor}. It gives no rights, so it is not signed.
 * @throws {StorageError} 400 for any other text.
 */
export function decodeCursor(text: string): ListCursor {
  try {
    return shape.parse(JSON.parse(Buffer.from(text, 'base64url').toString('utf8')))
  } catch {
    throw storageErrors.invalidRequest('the cursor is not one of a listing')
  }
}
