import type { Database } from '../db/port.ts'
import { BodyError, parseJson, readBody } from '../http/body.ts'
import { type Caller, CallerError, type CallerResolver } from '../http/caller.ts'
import { limiterKey } from '../http/client-address.ts'
import { createRouter, MAX_PARAM_LENGTH } from '../http/router.ts'
import type { HttpReply, HttpRequest } from '../http/types.ts'
import { sayBroadcast } from './broadcast.ts'
import type { AskRights } from './channel-rights.ts'
import type { JoinLimits } from './join-limits.ts'
import { TOO_MANY_JOINS } from './join-refusal.ts'
import { REALTIME_LIMITS } from './limits.ts'
import { isName } from './name.ts'
import { tokenRefusal } from './token-refusal.ts'

interface Speaking {
  db: Database
  rights: AskRights
}

interface Message {
  topic: string
  event: string
  payload: unknown
  isPrivate: boolean
}

const router = createRouter(
  [
    { method: 'POST', path: '/api/broadcast' },
    { method: 'POST', path: '/api/broadcast/:topic([^/]+)/events/:event([^/]+)' },
  ],
  { maxParamLength: MAX_PARAM_LENGTH, encoded: true },
)

/**
 * Broadcasts without a socket: a list of messages, or one message whose body is its payload. Messages that the caller
 * may not send are left out of a list, as upstream does; a single one is refused. Each topic counts as a join: the
 * policies are asked about it as for one.
 * @param path the path after the service's prefix.
 */
export async function handleBroadcast(
  request: HttpRequest,
  path: string,
  {
    callers,
    joins,
    publicChannels,
    ...speaking
  }: Speaking & { callers: CallerResolver; joins: JoinLimits; publicChannels: boolean },
): Promise<HttpReply> {
  const found = router.find(request.method, path)
  if (!found) return refusal(404, 'Not Found')
  const { topic, event } = found.params
  const query = new URLSearchParams(request.query)
  const authorization = request.headers.authorization
  const apikey = request.headers.apikey ?? query.get('apikey') ?? undefined
  try {
    await callers.resolve({ apikey, authorization })
    const messages =
      topic !== undefined && event !== undefined
        ? [await readOne(request, decodeURIComponent(topic), decodeURIComponent(event), query)]
        : readList(parseJson(await readBody(request.raw)))
    if (!publicChannels && messages.some(({ isPrivate }) => !isPrivate))
      return refusal(403, 'Broadcast is offered on private channels only')
    // The body may have arrived long after the headers: whether the session still lives is asked now.
    const caller = await callers.resolve({ apikey, authorization })
    const topics = new Set(messages.map(({ topic }) => topic))
    const joiner = { address: limiterKey(request.clientIp), caller }
    if ([...topics].some(() => joins.refusal(joiner))) return refusal(429, TOO_MANY_JOINS)
    const said = await sayAllowed(messages, caller, speaking)
    return topic !== undefined && said === 0
      ? refusal(403, 'You do not have permissions to write to this channel')
      : { status: 202 }
  } catch (error) {
    if (error instanceof CallerError) return refusal(401, tokenRefusal(error, authorization?.replace(/^Bearer /i, '')))
    if (error instanceof BodyError) return refusal(error.status, error.message)
    if (error instanceof URIError || error instanceof MessageError) return refusal(422, error.message)
    throw error
  }
}

class MessageError extends Error {
  override name = 'MessageError'
}

async function sayAllowed(messages: readonly Message[], caller: Caller, { db, rights }: Speaking): Promise<number> {
  const topics = [...new Set(messages.filter(({ isPrivate }) => isPrivate).map(({ topic }) => topic))]
  const answers = await Promise.all(topics.map((topic) => rights(topic, caller)))
  const open = new Set(topics.filter((_, place) => answers[place]?.has('speak broadcast')))
  const allowed = messages.filter(({ topic, isPrivate }) => !isPrivate || open.has(topic))
  for (const { topic, isPrivate, event, payload } of allowed)
    await sayBroadcast(db, { name: topic, isPrivate }, { event, payload })
  return allowed.length
}

async function readOne({ raw, headers }: HttpRequest, topic: string, event: string, query: URLSearchParams) {
  const body = await readBody(raw, REALTIME_LIMITS.frameBytes)
  const isBinary = headers['content-type']?.startsWith('application/octet-stream') ?? false
  return checked({
    topic,
    event,
    payload: isBinary ? body : parseJson(body),
    isPrivate: query.get('private') === 'true',
  })
}

function readList(body: unknown): Message[] {
  const { messages } = (body ?? {}) as { messages?: unknown }
  if (!Array.isArray(messages) || messages.length > REALTIME_LIMITS.messagesPerRequest)
    throw new MessageError(`messages must be a list of at most ${REALTIME_LIMITS.messagesPerRequest}`)
  return messages.map((message: unknown) => {
    const { topic, event, payload, private: isPrivate } = (message ?? {}) as Record<string, unknown>
    return checked({ topic, event, payload, isPrivate: isPrivate === true })
  })
}

function checked({ topic, event, payload, isPrivate }: Record<keyof Message, unknown>): Message {
  const fits = (value: unknown): value is string => typeof value === 'string' && value !== '' && isName(value)
  if (!fits(topic) || !fits(event))
    throw new MessageError(
      'topic and event must be names of at most 255 characters, without a NUL or half a surrogate pair',
    )
  if (typeof payload !== 'object' || payload === null) throw new MessageError('payload must be an object')
  return { topic, event, payload, isPrivate: isPrivate === true }
}

function refusal(status: number, error: string): HttpReply {
  return {
    status,
    headers: { 'content-type': 'application/json; charset=utf-8' },
    body: JSON.stringify({ error, message: error }),
  }
}
