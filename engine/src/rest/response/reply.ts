import querystring from 'node:querystring'
import type { HttpReply } from '../../http/types.ts'
import type { ApiRequest } from '../api-request/api-request.ts'
import { contentTypeOf, type PlanFormat, planContentType } from '../api-request/media-type.ts'
import { RestError, restErrors } from '../errors.ts'
import type { Compiled, ResultRow } from '../query/compile.ts'
import type { PlanRow } from '../query/explain-sql.ts'
import { windowOf } from './content-range.ts'
import { safeHeaders } from './database-error.ts'

/**
 * The reply to a request that the database has run.
 * @param query the raw query string, for `Content-Location`.
 * @throws {RestError} for results that must not be sent: not one row for a singular request, a window past the end.
 */
export function buildReply(request: ApiRequest, compiled: Compiled, row: ResultRow, query: string): HttpReply {
  const { plan } = compiled
  const reply =
    plan.kind === 'read'
      ? readReply(request, row, query)
      : plan.kind === 'write'
        ? writeReply(request, row, plan.write.relation.primaryKey)
        : callReply(request, row, plan.call.routine)
  const headers: NonNullable<HttpReply['headers']> = { ...reply.headers }
  const applied = preferencesApplied(request, plan.kind)
  if (applied !== '') headers['preference-applied'] = applied
  if (reply.body !== undefined || request.method === 'HEAD') headers['content-type'] ??= contentTypeOf(request.media)
  return override(withProfile(request, { ...reply, headers }), row)
}

/** The reply to a request for a query plan. */
export function planReply(request: ApiRequest, plan: PlanFormat, rows: readonly PlanRow[]): HttpReply {
  const lines = rows.map((row) => row['QUERY PLAN'])
  return withProfile(request, {
    status: 200,
    headers: { 'content-type': planContentType(plan, request.media) },
    ...(request.method !== 'HEAD' && { body: plan.format === 'json' ? JSON.stringify(lines[0]) : lines.join('\n') }),
  })
}

/** Names the schema as UTF-8. Node.js writes a header as Latin-1, but encodes it once more if a text follows. */
function withProfile({ namedProfile, schema }: ApiRequest, reply: HttpReply): HttpReply {
  if (!namedProfile) return reply
  const name = Buffer.from(schema).toString('latin1')
  const { body } = reply
  return {
    ...reply,
    headers: { ...reply.headers, 'content-profile': name },
    ...(name !== schema && typeof body === 'string' && { body: Buffer.from(body) }),
  }
}

function readReply(request: ApiRequest, row: ResultRow, query: string): HttpReply {
  const { range, status } = windowOf(request.params.offset ?? 0, row.rows, row.total ?? undefined)
  if (request.media.kind === 'object' && row.rows !== 1) throw restErrors.singular(row.rows)
  const name = request.target.kind === 'relation' ? encodeURIComponent(request.target.name) : ''
  return {
    status,
    headers: { 'content-range': range, 'content-location': `/${name}${canonical(query)}` },
    ...(request.method !== 'HEAD' && { body: bodyOf(request, row) }),
  }
}

function writeReply(request: ApiRequest, row: ResultRow, primaryKey: readonly string[]): HttpReply {
  const { count, return: wanted } = request.preferences
  const total = count === undefined ? '*' : String(row.rows)
  const { body } = wanted === 'representation' ? row : { body: undefined }
  if (request.method === 'PATCH') {
    const range = `${row.rows === 0 ? '*' : `0-${row.rows - 1}`}/${total}`
    return {
      status: body === undefined ? 204 : 200,
      headers: { 'content-range': range },
      ...(body !== undefined && { body }),
    }
  }
  const headers: Record<string, string> = { 'content-range': `*/${total}` }
  if (request.method === 'DELETE')
    return { status: body === undefined ? 204 : 200, headers, ...(body !== undefined && { body }) }
  // An upsert that inserted nothing.
  const fresh = row.inserted === undefined || (row.inserted ?? 0) > 0
  if (request.method === 'PUT') return body === undefined ? { status: 204 } : { status: fresh ? 201 : 200, body }
  if (row.location && row.rows === 1) headers.location = `/${locationOf(request, primaryKey, row.location)}`
  return { status: fresh ? 201 : 200, headers, ...(body !== undefined && { body }) }
}

function callReply(request: ApiRequest, row: ResultRow, routine: { returns: string; returnsSet: boolean }): HttpReply {
  if (routine.returns === 'void') return { status: 204, headers: { 'content-range': '*/*' } }
  const minimal = request.preferences.return === 'minimal' && request.method === 'POST'
  const window = windowOf(
    routine.returnsSet ? (request.params.offset ?? 0) : 0,
    routine.returnsSet ? row.rows : 1,
    row.total ?? undefined,
  )
  if (request.media.kind === 'object' && routine.returnsSet && row.rows !== 1) throw restErrors.singular(row.rows)
  if (minimal) return { status: 204, headers: { 'content-range': window.range } }
  return {
    status: window.status,
    headers: { 'content-range': window.range },
    ...(request.method !== 'HEAD' && { body: bodyOf(request, row) }),
  }
}

/** The finished text, or the bytes that SQL has made. */
function bodyOf({ media }: ApiRequest, row: ResultRow): string | Uint8Array {
  return media.made?.binary ? Buffer.from(row.body, 'base64') : row.body
}

/** The preferences that were honoured, in PostgREST's order. */
function preferencesApplied(request: ApiRequest, kind: Compiled['plan']['kind']): string {
  const { preferences } = request
  const applied: string[] = []
  const write = kind === 'write'
  if (write && request.method === 'POST' && preferences.resolution) applied.push(`resolution=${preferences.resolution}`)
  if (write && preferences.missing && request.method !== 'DELETE') applied.push(`missing=${preferences.missing}`)
  if (write && preferences.return) applied.push(`return=${preferences.return}`)
  if (preferences.count) applied.push(`count=${preferences.count}`)
  if (preferences.tx) applied.push(`tx=${preferences.tx}`)
  if (preferences.handling) applied.push(`handling=${preferences.handling}`)
  if (preferences.timezone) applied.push(`timezone=${preferences.timezone}`)
  if (preferences.maxAffected !== undefined && kind !== 'read') applied.push(`max-affected=${preferences.maxAffected}`)
  return applied.join(', ')
}

function locationOf(request: ApiRequest, primaryKey: readonly string[], values: readonly (string | null)[]): string {
  const name = request.target.kind === 'relation' ? encodeURIComponent(request.target.name) : ''
  const test = (value: string | null | undefined) =>
    typeof value === 'string' ? `eq.${encodeURIComponent(value)}` : 'is.null'
  return `${name}?${primaryKey.map((key, index) => `${encodeURIComponent(key)}=${test(values[index])}`).join('&')}`
}

/** The query string with its parameters sorted by name and encoded in one way. */
function canonical(query: string): string {
  if (query === '') return ''
  const pairs = query.split('&').map((pair) => {
    const equals = pair.indexOf('=')
    const [name, value] = equals < 0 ? [pair, ''] : [pair.slice(0, equals), pair.slice(equals + 1)]
    return [encodedAgain(name), encodedAgain(value)] as const
  })
  pairs.sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))
  return `?${pairs.map((pair) => pair.join('=')).join('&')}`
}

/** Everything but letters, digits and `-_.~` as escapes of its bytes. */
function encodedAgain(text: string): string {
  const plain = querystring.unescape(text.replaceAll('+', ' '))
  return encodeURIComponent(plain).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)
}

/** What the request's SQL set for the response: `response.status`, and `response.headers` as a list of objects. */
function override(reply: HttpReply, row: ResultRow): HttpReply {
  if (row.status === null && row.headers === null) return reply
  const status = row.status === null ? reply.status : Number(row.status)
  if (!(Number.isInteger(status) && status >= 200 && status <= 599))
    throw new RestError(500, 'PGRST112', 'response.status guc must be a valid status code')
  if (row.headers === null) return { ...reply, status }
  let given: unknown
  try {
    given = JSON.parse(row.headers)
  } catch {
    given = undefined
  }
  if (!Array.isArray(given) || !given.every(isHeader))
    throw new RestError(
      500,
      'PGRST111',
      'response.headers guc must be a JSON array composed of objects with a single key and a string value',
    )
  // A name that is given twice is sent twice, as `Set-Cookie` and `Cache-Control` may be.
  const lines: Record<string, string[]> = {}
  for (const entry of given)
    for (const [name, value] of Object.entries(safeHeaders(entry))) lines[name] = [...(lines[name] ?? []), value]
  const headers = { ...reply.headers }
  for (const [name, values] of Object.entries(lines)) headers[name] = values.length > 1 ? values : (values[0] ?? '')
  return { ...reply, status, headers }
}

/** Whether it is an object with one key and a text. */
function isHeader(entry: unknown): entry is Record<string, string> {
  const pairs = typeof entry === 'object' && entry !== null ? Object.entries(entry) : []
  return pairs.length === 1 && typeof pairs[0]?.[1] === 'string'
}
