import type { z } from 'zod'
import { BodyError, readJson } from '../http/body.ts'
import type { HttpReply, HttpRequest } from '../http/types.ts'
import { storageErrors } from './errors.ts'

export function jsonReply(value: unknown): HttpReply {
  return {
    status: 200,
    headers: { 'content-type': 'application/json; charset=utf-8' },
    body: JSON.stringify(value),
  }
}

/**
 * Reads a JSON body and checks its shape.
 * @throws {StorageError} 400, or 413 for a body of more than 1 MiB.
 */
export async function readBodyAs<S extends z.ZodType>(request: HttpRequest, schema: S): Promise<z.infer<S>> {
  const value = await readJson(request.raw).catch((error) => {
    if (error instanceof BodyError && error.reason === 'too_large') throw storageErrors.tooLarge()
    if (error instanceof BodyError) throw storageErrors.invalidRequest(error.message)
    throw error
  })
  const parsed = schema.safeParse(value ?? {})
  if (parsed.success) return parsed.data
  const issue = parsed.error.issues[0]
  throw storageErrors.invalidRequest(`body/${issue?.path.join('/') ?? ''} ${issue?.message ?? 'is not as expected'}`)
}
