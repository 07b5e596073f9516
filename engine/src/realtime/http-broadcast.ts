import type { Database } from '../db/port.ts'
import { BodyError, parseJson, readBody } from '../http/body.ts'
import { type Caller, CallerError, type CallerResolver } from '../http/caller.ts'
import type { HttpReply, HttpRequest } from '../http/types.ts'
import { sayBroadcast } from './broadcast.ts'
import { channelRights } from './channel-rights.ts'
import { REALTIME_LIMITS } from './limits.ts'
import { tokenRefusal } from './token-refusal.ts'

interface Message {
  topic: string
  event: string
  payload: unknown
  isPrivate: boolean
}

const LIST = '/api/broadcast'
const ONE = /^\/api\/broadcast\/([^/]+)\/events\/([^/]+)$/

/**
 * Broadcasts without a socket: a list of messages, or one whose body is its payload. What the caller may not say is
 * left out of a list, as upstream does, and refused when it is alone.
 * @param path below the service's prefix.
 */
export async function handleBroadcast(
  request: HttpRequest,
  path: string,
  { db, callers }: { db: Database; callers: CallerResolver },
): Promise<HttpReply> {
  const query = new URLSearchParams(request.query)
  const [, topic, event] = ONE.exec(path) ?? []
  if (request.method !== 'POST' || (path !== LIST && topic === undefined)) return refusal(404, 'Not Found')
  const authorization = request.headers.authorization
  const apikey = request.headers.apikey?.toString() ?? query.get('apikey') ?? undefined
  try {
    const caller = await callers.resolve({ apikey, authorization })
    const messages =
      topic !== undefined && event !== undefined
        ? [await readOne(request, decodeURIComponent(topic), decodeURIComponent(event), query)]
        : readList(parseJson(await readBody(request.raw)))
    if (messages.some(({ isPrivate }) => !isPrivate))
      return refusal(403, 'Broadcast is offered on private channels only')
    const said = await sayAllowed(messages, caller, db)
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

async function sayAllowed(messages: readonly Message[], caller: Caller, db: Database): Promise<number> {
  const topics = new Map<string, boolean>()
  for (const { topic } of messages)
    if (!topics.has(topic)) topics.set(topic, (await channelRights(db, topic, caller)).has('speak broadcast'))
  const allowed = messages.filter(({ topic }) => topics.get(topic))
  for (const { topic, event, payload } of allowed) await sayBroadcast(db, topic, { event, payload })
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
  const isName = (value: unknown): value is string =>
    typeof value === 'string' && value !== '' && value.length <= REALTIME_LIMITS.topicLength
  if (!isName(topic) || !isName(event))
    throw new MessageError('topic and event must be names of at most 255 characters')
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
