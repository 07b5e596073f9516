import { stat } from 'node:fs/promises'
import type { HttpRequest } from '../../http/types.ts'
import { StorageError, storageErrors } from '../errors.ts'
import { writeLimited } from '../upload/write-limited.ts'
import type { Turn } from './turns.ts'

/** Shorter than the server's limit for a request: the connection is ended here, so that what has arrived is kept. */
const RECEIVE_MS = 50_000

/**
 * Streams the body of a request into a new file. When the connection breaks, after 50 s, or when another request wants the
 * turn, what has arrived is kept; of the latter two the client learns by the end of the connection, after which clients ask
 * for the offset and go on.
 * @param maxBytes of the body.
 * @returns bytes, and whether the body arrived to its end.
 * @throws {StorageError} 413 for a longer body: nothing of it is kept.
 */
export async function receivePart(
  request: HttpRequest,
  turn: Turn,
  path: string,
  maxBytes: number,
): Promise<{ size: number; isWhole: boolean }> {
  const { raw } = request
  const isBroken = () => raw.destroyed && !raw.complete
  // The client disconnected while it waited for its turn: no event would follow.
  if (isBroken()) throw storageErrors.uploadAborted()
  if (Number(request.headers['content-length'] ?? 0) > maxBytes) throw storageErrors.tooLarge()
  const stopAsking = turn.whenAsked(() => request.breakOff(423))
  const timer = setTimeout(() => request.breakOff(408), RECEIVE_MS)
  try {
    return { size: await writeLimited(raw, path, maxBytes), isWhole: true }
  } catch (error) {
    if (error instanceof StorageError || !isBroken()) throw error
    return { size: (await stat(path)).size, isWhole: false }
  } finally {
    clearTimeout(timer)
    stopAsking()
  }
}
