import { BodyError, readBody } from '../http/body.ts'
import { type Caller, CallerError, type CallerResolver } from '../http/caller.ts'
import type { HttpReply, HttpRequest } from '../http/types.ts'
import type { DeployedFunction } from './deployed-function.ts'
import type { CallInput } from './function-thread.ts'
import { threadErrors } from './thread-errors.ts'

export interface CallParts {
  callers: Pick<CallerResolver, 'resolve'>
  siteUrl: string
  bodyBytes: number
}

/** They belong to a connection, or are set by the server. */
const CONNECTION = [
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'expect',
  'content-length',
]
/** They keep what a function answers from acting as a page of the site. */
const KEPT = ['content-security-policy', 'x-content-type-options', 'strict-transport-security']

/**
 * Calls a function with a request, and streams its answer.
 * @param path the path as functions see it: their name and what follows.
 * @throws {FunctionError} when the caller may not, or there is no answer.
 */
export async function callFunction(
  target: DeployedFunction,
  path: string,
  request: HttpRequest,
  { callers, siteUrl, bodyBytes }: CallParts,
): Promise<HttpReply> {
  // Browsers send no credentials when they ask whether a request is allowed.
  if (target.verifyJwt && request.method !== 'OPTIONS') await checkCaller(request, callers)
  const read = async (): Promise<CallInput> => ({
    method: request.method,
    url: new URL(`${path}${request.query === '' ? '' : `?${request.query}`}`, siteUrl).href,
    headers: headersOf(request),
    body: await bodyOf(request, bodyBytes),
  })
  // An answer that stays incomplete must not look complete.
  const { status, headers, body } = await target.call(read, request.signal, () => request.raw.socket.destroy())
  return { status, headers: replyHeaders(headers, request.method), body }
}

async function checkCaller({ headers }: HttpRequest, callers: CallParts['callers']): Promise<Caller> {
  const { apikey, authorization } = headers
  if (apikey === undefined && authorization === undefined) throw threadErrors.noCredentials()
  try {
    return await callers.resolve({ apikey, authorization })
  } catch (error) {
    throw error instanceof CallerError ? threadErrors.invalidToken() : error
  }
}

function headersOf({ headers, clientIp, id }: HttpRequest): [string, string][] {
  const sent: [string, string][] = []
  for (const [name, value] of Object.entries(headers)) {
    if (value === undefined || CONNECTION.includes(name) || name.startsWith(':')) continue
    sent.push([name, Array.isArray(value) ? value.join(', ') : value])
  }
  return [...sent.filter(([name]) => name !== 'x-forwarded-for'), ['x-forwarded-for', clientIp], ['x-request-id', id]]
}

async function bodyOf({ method, raw }: HttpRequest, limit: number): Promise<Uint8Array<ArrayBuffer> | undefined> {
  if (method === 'GET' || method === 'HEAD') return undefined
  try {
    return new Uint8Array(await readBody(raw, limit))
  } catch (error) {
    throw error instanceof BodyError ? threadErrors.bodyRefused(error.status, error.message) : error
  }
}

function replyHeaders(headers: [string, string][], method: string): Record<string, string | string[]> {
  const reply: Record<string, string | string[]> = {}
  for (const [name, value] of headers) {
    if (CONNECTION.includes(name) || KEPT.includes(name)) continue
    const before = reply[name]
    reply[name] = before === undefined ? value : [before, value].flat()
  }
  const type = reply['content-type']
  // As hosted Supabase: a function serves no pages.
  if (method === 'GET' && typeof type === 'string' && /^text\/html\b/i.test(type))
    reply['content-type'] = type.replace(/^text\/html/i, 'text/plain')
  return reply
}
