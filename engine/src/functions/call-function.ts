import { BodyError, readBody } from '../http/body.ts'
import { type Caller, CallerError, type CallerResolver } from '../http/caller.ts'
import { holdsSecretKey } from '../http/secret-key.ts'
import type { HttpReply, HttpRequest } from '../http/types.ts'
import type { BodyIntake } from './body-intake.ts'
import type { DeployedFunction, ReadCall } from './deployed-function.ts'
import type { FunctionError } from './errors.ts'
import { threadErrors } from './thread-errors.ts'

export interface CallParts {
  callers: Pick<CallerResolver, 'resolve'>
  siteUrl: string
  secretKey: string
  intake: BodyIntake
  /** Of one call. */
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
/** They prevent a function's answer from acting as a page of the site. */
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
  { callers, siteUrl, secretKey, intake, bodyBytes }: CallParts,
): Promise<HttpReply> {
  // Browsers send no credentials when they ask whether a request is allowed.
  if (target.verifyJwt && request.method !== 'OPTIONS') await checkCaller(request, callers)
  const isOurs = holdsSecretKey(request.headers, secretKey)
  const read = async (): Promise<ReadCall> => {
    const { bytes, ...held } = await bodyOf(request, bodyBytes, isOurs ? undefined : intake)
    const url = new URL(`${path}${request.query === '' ? '' : `?${request.query}`}`, siteUrl).href
    return { input: { method: request.method, url, headers: headersOf(request), body: bytes }, ...held }
  }
  // An answer that stays incomplete must not look complete.
  const onBroken = (reason: FunctionError) => request.breakOff(reason.statusCode)
  const { status, headers, body } = await target.call(read, isOurs, request.signal, onBroken)
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

/** @param intake counts the body; absent for our own calls. */
async function bodyOf(
  { method, raw, clientIp }: HttpRequest,
  limit: number,
  intake: BodyIntake | undefined,
): Promise<Omit<ReadCall, 'input'> & { bytes: Uint8Array<ArrayBuffer> | undefined }> {
  const release = () => {}
  if (method === 'GET' || method === 'HEAD') return { bytes: undefined, release }
  try {
    const body = intake ? await intake.read({ raw, clientIp }, limit) : { bytes: await readBody(raw, limit), release }
    return { ...body, bytes: new Uint8Array(body.bytes) }
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
