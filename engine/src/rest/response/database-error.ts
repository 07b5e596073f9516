import { RestError, restErrors } from '../errors.ts'

/** The fields used here of PostgreSQL's error, with `pg`'s names. */
interface DatabaseFailure {
  severity?: unknown
  code?: unknown
  message?: unknown
  detail?: unknown
  hint?: unknown
}

const STATUS: Readonly<Record<string, number>> = {
  '23503': 409,
  '23505': 409,
  '25006': 405,
  '42883': 404,
  '42P01': 404,
  '42P17': 500,
  // A lock timeout: nothing took effect, and the same request may succeed in a moment.
  '55P03': 503,
  P0001: 400,
}
const STATUS_OF_CLASS: Readonly<Record<string, number>> = {
  '08': 503,
  '53': 503,
  '09': 500,
  '25': 500,
  '2D': 500,
  '38': 500,
  '39': 500,
  '3B': 500,
  '40': 500,
  '54': 500,
  '55': 500,
  '57': 500,
  '58': 500,
  F0: 500,
  HV: 500,
  P0: 500,
  XX: 500,
  '0L': 403,
  '0P': 403,
  '28': 403,
}

/**
 * Turns an error of the database layer into the reply to the client.
 * @param hasSession whether the caller was signed in: a refusal is then 403, else 401 with a challenge.
 * @returns undefined for an error that is not the database's.
 */
export function fromDatabase(failure: unknown, hasSession: boolean): RestError | undefined {
  const { name } = failure as Error
  if (name === 'PoolTimeoutError') return restErrors.poolTimeout()
  if (name === 'CallerBusyError') return restErrors.callerBusy()
  if (name === 'ConnectionLostError') return restErrors.connectionLost()
  if (name === 'DatabaseUnreachableError') return restErrors.unreachable()
  const { severity, code, message, detail, hint } = failure as DatabaseFailure
  // Only PostgreSQL's errors have a severity; some codes of system errors also have five letters.
  if (
    typeof severity !== 'string' ||
    typeof code !== 'string' ||
    !/^[0-9A-Z]{5}$/.test(code) ||
    typeof message !== 'string'
  )
    return undefined
  if (code === 'PGRST') return raisedByAuthor(message, typeof detail === 'string' ? detail : undefined)
  // A limit of PostgreSQL's own search parser, reported with the code of internal errors.
  if (code === 'XX000' && message === 'tsquery stack too small') return restErrors.searchTooDeep()
  // PostgreSQL's own limit of 1 GiB, reached before the finished body could be measured.
  if (code === '54000' && message.startsWith('string buffer exceeds')) return restErrors.answerTooLarge()
  const status = statusOf(code, message, hasSession)
  return new RestError(status, code, namesFiles(code) ? 'A file of the database cannot be read or written' : message, {
    details: quotesRows(code) ? null : (detail ?? null),
    hint: namesOthers(code) || typeof hint !== 'string' ? null : hint,
    ...(status === 401 && { headers: { 'www-authenticate': 'Bearer' } }),
  })
}

function statusOf(code: string, message: string, hasSession: boolean): number {
  if (code === '42501') return hasSession ? 403 : 401
  if (code === '21000') return message.endsWith('requires a WHERE clause') ? 400 : 500
  // The request can never succeed, although nothing is wrong with the server.
  if (code === '55000' && /^cannot (insert into|update|delete from) view /.test(message)) return 405
  if (code === '22023' && /^role .* does not exist/.test(message)) return 401
  if (code.startsWith('PT')) return /^PT[2-5]\d\d$/.test(code) ? Number(code.slice(2)) : 500
  return STATUS[code] ?? STATUS_OF_CLASS[code.slice(0, 2)] ?? 400
}

/**
 * PostgreSQL's own details of these classes quote whole rows, also of other members (`Failing row contains …`,
 * `Key (email)=(…) already exists`). Details of an explicit `raise` are the author's text and stay.
 */
function quotesRows(code: string): boolean {
  return ['22', '23', '58', 'XX'].includes(code.slice(0, 2)) || (code.startsWith('42') && code !== '42501')
}

/** Errors of the operating system name paths of the server; the log of the database has them. */
function namesFiles(code: string): boolean {
  return code.startsWith('58')
}

/** Hints of these errors would suggest names of columns and tables that the caller has not named. */
function namesOthers(code: string): boolean {
  return code === '42703' || code === '42P01'
}

/** `raise sqlstate 'PGRST'` has the reply as JSON: code, message, details, hint; and status and headers. */
function raisedByAuthor(message: string, detail: string | undefined): RestError {
  const body = parseObject(message)
  if (typeof body?.code !== 'string' || typeof body.message !== 'string')
    return restErrors.raise(`Invalid JSON value for MESSAGE: '${message}'`, RAISED_MESSAGE)
  if (detail === undefined) return restErrors.raise('DETAIL is missing in the RAISE statement', RAISED_DETAIL)
  const answer = parseObject(detail)
  const status = Number(answer?.status)
  if (!isObject(answer?.headers) || !(Number.isInteger(status) && status >= 200 && status <= 599))
    return restErrors.raise(`Invalid JSON value for DETAIL: '${detail}'`, RAISED_DETAIL)
  return new RestError(status, body.code, body.message, {
    details: body.details ?? null,
    hint: typeof body.hint === 'string' ? body.hint : null,
    headers: safeHeaders(answer.headers),
  })
}

const RAISED_MESSAGE =
  "MESSAGE must be a JSON object with obligatory keys: 'code', 'message' and optional keys: 'details', 'hint'."
const RAISED_DETAIL =
  "DETAIL must be a JSON object with obligatory keys: 'status', 'headers' and optional key: 'status_text'."

function parseObject(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return isObject(value) ? value : undefined
  } catch {
    return undefined
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Headers that SQL sets for the response, without those that could split it. */
export function safeHeaders(headers: Record<string, unknown>): Record<string, string> {
  const safe: Record<string, string> = {}
  for (const [name, value] of Object.entries(headers))
    if (
      /^[A-Za-z0-9-]{1,64}$/.test(name) &&
      /^[\x20-\x7e]{0,4096}$/.test(String(value)) &&
      !FRAMING.has(name.toLowerCase())
    )
      safe[name.toLowerCase()] = String(value)
  return safe
}

const FRAMING = new Set(['content-length', 'transfer-encoding', 'connection', 'upgrade', 'trailer', 'keep-alive'])
