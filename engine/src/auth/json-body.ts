import { BodyError, readJson } from '../http/body.ts'
import type { HttpRequest } from '../http/types.ts'
import { authErrors } from './errors.ts'

/**
 * Reads a request's JSON body. Only `application/json` is accepted: a form of another site can send text/plain, but
 * never this type.
 * @returns undefined for an empty body.
 * @throws {AuthError} 413 above 1 MiB, 415 for another type, `request_timeout`, or `bad_json` for anything unreadable.
 */
export async function readJsonBody(request: Pick<HttpRequest, 'headers' | 'raw'>): Promise<unknown> {
  const { 'content-type': type, 'content-length': length } = request.headers
  const isEmpty = length === '0' || (length === undefined && request.headers['transfer-encoding'] === undefined)
  if (isEmpty) return undefined
  if (!/^application\/json\s*(;|$)/i.test(type ?? '')) throw authErrors.unsupportedMediaType()
  try {
    return await readJson(request.raw)
  } catch (error) {
    if (!(error instanceof BodyError)) throw error
    if (error.reason === 'too_large') throw authErrors.payloadTooLarge()
    if (error.reason === 'encoding') throw authErrors.unsupportedMediaType()
    if (error.reason === 'timeout') throw authErrors.requestTimeout()
    throw authErrors.badJson()
  }
}
