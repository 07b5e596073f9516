import type { Binding } from './binding.ts'
import { type BindingCosts, costsOf } from './binding-costs.ts'
import { REALTIME_LIMITS } from './limits.ts'
import { isName } from './name.ts'
import { type ReplayRequest, readReplay } from './replay-request.ts'

/** A client's request to join a topic. */
export interface JoinRequest {
  bindings: readonly Binding[]
  costs: BindingCosts
  isPrivate: boolean
  wantsBroadcastAck: boolean
  /** Whether the channel receives its own broadcasts. */
  hearsItself: boolean
  /** Which earlier messages to replay; undefined for none. */
  replay: ReplayRequest | undefined
  /** Whether the client gets a message once the channel receives messages from SQL. */
  wantsReady: boolean
  wantsPresence: boolean
  /** Empty when the server has to choose one. */
  presenceKey: string
  /** Milliseconds that the reply may wait for the change feed; undefined when it does not wait. */
  waitMs: number | undefined
  accessToken: unknown
}

const EVENTS = ['*', 'INSERT', 'UPDATE', 'DELETE'] as const
type Json = Readonly<Record<string, unknown>>

/**
 * Parses the payload of `phx_join`.
 * @returns the reason for the error reply when it is not valid.
 */
export function readJoin(payload: Json): JoinRequest | string {
  const config = object(payload.config)
  const changes = config.postgres_changes ?? []
  if (!Array.isArray(changes)) return 'InvalidJoinPayload: postgres_changes must be a list'
  if (changes.length > REALTIME_LIMITS.bindingsPerChannel)
    return `TooManyBindings: At most ${REALTIME_LIMITS.bindingsPerChannel} postgres_changes per channel`
  const { key } = object(config.presence)
  if (typeof key === 'string' && !isName(key))
    return 'InvalidJoinPayload: the presence key must be at most 255 characters, without a NUL or half a surrogate pair'
  const bindings: Binding[] = []
  for (const change of changes) {
    const binding = readBinding(change)
    if (typeof binding === 'string') return binding
    bindings.push(binding)
  }
  const isPrivate = config.private === true
  const replay = readReplay(object(config.broadcast).replay, isPrivate)
  if (typeof replay === 'string') return replay
  return {
    bindings,
    costs: costsOf(bindings),
    isPrivate,
    replay,
    wantsBroadcastAck: object(config.broadcast).ack === true,
    hearsItself: object(config.broadcast).self === true,
    wantsReady: object(config.broadcast).replication_ready === true,
    wantsPresence: object(config.presence).enabled === true,
    presenceKey: typeof key === 'string' ? key : '',
    waitMs: readWait(object(config.postgres_changes_options)),
    accessToken: payload.access_token,
  }
}

function readWait({ wait, timeout }: Json): number | undefined {
  if (wait !== true) return undefined
  const asked = typeof timeout === 'number' && timeout > 0 ? timeout : REALTIME_LIMITS.waitMs
  return Math.min(asked, REALTIME_LIMITS.longestWaitMs)
}

function readBinding(value: unknown): Binding | string {
  const sent = object(value)
  const event = EVENTS.find((known) => known === String(sent.event ?? '*').toUpperCase())
  if (!event) return 'InvalidJoinPayload: event must be *, INSERT, UPDATE or DELETE'
  const { schema = '*', table = '*', filter = '', select } = sent
  if (typeof schema !== 'string' || typeof (table ?? '*') !== 'string' || typeof (filter ?? '') !== 'string')
    return 'InvalidJoinPayload: schema, table and filter must be text'
  if ([schema, table, filter].some((text) => typeof text === 'string' && text.includes('\0')))
    return 'InvalidJoinPayload: schema, table and filter must not hold a NUL character'
  const columns = select ?? undefined
  if (columns !== undefined && !(Array.isArray(columns) && columns.every((column) => typeof column === 'string')))
    return 'InvalidJoinPayload: select must be a list of columns'
  return {
    event,
    schema,
    table: (table as string | null) ?? '*',
    filter: (filter as string | null) ?? '',
    select: columns as string[] | undefined,
    sent,
  }
}

function object(value: unknown): Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : {}
}
