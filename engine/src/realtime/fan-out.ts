import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Database } from '../db/port.ts'
import { codeOf, messageOf } from '../kernel/errors.ts'
import type { Logger } from '../kernel/logger.ts'
import type { Change } from './change-feed.ts'
import { changeData, keylessData, unauthorizedData } from './change-payload.ts'
import type { Channel, Subscription } from './channel.ts'
import { encodeFrame } from './frame.ts'
import { isAbout } from './subscription.ts'
import type { TableCatalogue, TableShape } from './table-catalogue.ts'
import { columnsFor, filterKeys, type KeyedChanges, readRows } from './visible-rows.ts'

/** Subscriptions that get the same payloads of one table. */
interface Group {
  readers: Map<Channel, Subscription[]>
  /** By the place of the change in the batch. */
  data: Map<number, string>
}

const SLICE_MS = 10
/** Bytes for one reader between two turns: who reads shall not look like one who does not. */
const SLICE_BYTES = 256 * 1024
/** Audiences asked at once: the connections are the ones that answer requests. */
const ASKED_AT_ONCE = 8
const INSUFFICIENT_PRIVILEGE = '42501'

/**
 * Sends a batch of changes to whoever may see them: one question per audience and table, one payload per audience,
 * one frame per topic and protocol version, in the order of the changes.
 * @param subscriptions everybody who may have to be told.
 * @param restart for the channels of an audience whose question failed: one filter must not stop the others.
 * @throws what says that the database cannot be asked at all.
 */
export async function fanOut(
  changes: readonly Change[],
  subscriptions: () => Iterable<Subscription>,
  restart: (channel: Channel) => void,
  { db, catalogue, log }: { db: Database; catalogue: TableCatalogue; log: Logger },
): Promise<void> {
  const relations = [...new Set(changes.map(({ relation }) => relation))]
  const shapes = await catalogue.tables(relations)
  const groups = new Map<string, { shape: TableShape; group: Group; first: Subscription }>()
  const followed = relations.flatMap((relation) => shapes.get(relation) ?? [])
  for (const subscription of subscriptions())
    for (const shape of followed) {
      if (!isAbout(subscription.binding, shape)) continue
      const key = `${shape.relation} ${subscription.groupKey}`
      const entry = groups.get(key) ?? { shape, group: { readers: new Map(), data: new Map() }, first: subscription }
      groups.set(key, entry)
      const own = entry.group.readers.get(subscription.channel) ?? []
      entry.group.readers.set(subscription.channel, own)
      own.push(subscription)
    }

  const waiting = [...groups.values()]
  const ask = async () => {
    for (let entry = waiting.pop(); entry; entry = waiting.pop())
      try {
        entry.group.data = await payloads(changes, entry.shape, entry.first, db)
      } catch (error) {
        if (!isRefusal(error)) throw error
        log.warn({ table: entry.shape.name, reason: messageOf(error) }, 'an audience could not be told')
        for (const channel of entry.group.readers.keys()) restart(channel)
      }
  }
  await Promise.all(Array.from({ length: ASKED_AT_ONCE }, ask))
  await send(
    changes,
    [...groups.values()].map(({ group }) => group),
  )
}

/** The database answered, and the answer was no: not a connection that is lost or a server that is going down. */
function isRefusal(error: unknown): boolean {
  const code = codeOf(error) ?? ''
  return /^[0-9A-Z]{5}$/.test(code) && !/^(08|53|57P|58|XX)/.test(code)
}

async function payloads(
  changes: readonly Change[],
  shape: TableShape,
  reader: Subscription,
  db: Database,
): Promise<Map<number, string>> {
  const own = changes
    .map((change, place) => ({ change, place, key: change.key }))
    .filter(({ change }) => change.relation === shape.relation)
  const keys = shape.columns.filter(({ isKey }) => isKey)
  const all = (data: (change: Change, shape: TableShape) => string) =>
    // One of a kind says as much as many.
    new Map(
      [...new Map(own.map((entry) => [entry.change.kind, entry])).values()].map(({ change, place }) => [
        place,
        data(change, shape),
      ]),
    )
  if (keys.length === 0) return all(keylessData)
  if (!keys.every(({ readers }) => readers.includes(reader.audience.role))) return all(unauthorizedData)

  const deleted: KeyedChanges = own.filter(({ change }) => change.kind === 'DELETE')
  const written: KeyedChanges = own.filter(({ change }) => change.kind !== 'DELETE')
  try {
    const gone = deleted.length > 0 ? await filterKeys(db, shape, reader, deleted) : new Set<number>()
    const rows = written.length > 0 ? await readRows(db, shape, reader, written) : new Map<number, string>()
    const columns = columnsFor(shape, reader)
    const data = new Map<number, string>()
    for (const { change, place } of own) {
      const record = rows.get(place)
      if (gone.has(place)) data.set(place, changeData(change, shape, keys, undefined))
      else if (record !== undefined) data.set(place, changeData(change, shape, columns, record))
    }
    return data
  } catch (error) {
    // Rights may have been taken away since they were looked up.
    if (codeOf(error) === INSUFFICIENT_PRIVILEGE) return all(unauthorizedData)
    throw error
  }
}

async function send(changes: readonly Change[], groups: readonly Group[]): Promise<void> {
  let began = performance.now()
  let bytes = 0
  for (const [place, { kind }] of changes.entries())
    for (const { readers, data } of groups) {
      const payload = data.get(place)
      if (payload === undefined) continue
      const frames = new Map<string, Buffer>()
      bytes += payload.length
      for (const [channel, subscriptions] of readers) {
        if (bytes > SLICE_BYTES || performance.now() - began > SLICE_MS) {
          await nextTurn()
          began = performance.now()
          bytes = 0
        }
        const ids = subscriptions
          // Left, joined anew or speaking for somebody else by now.
          .filter((subscription) => channel.subscriptions.includes(subscription))
          .filter(({ binding }) => binding.event === '*' || binding.event === kind)
          .map(({ id }) => id)
        if (ids.length > 0) channel.connection.sendFrame(frameFor(frames, channel, [...new Set(ids)], payload))
      }
    }
}

function frameFor(frames: Map<string, Buffer>, { topic, connection }: Channel, ids: number[], payload: string): Buffer {
  const key = `${connection.version} ${ids.join(',')} ${topic}`
  let frame = frames.get(key)
  if (!frame) {
    // Without a join reference, so that one frame serves every socket on the topic.
    const head = { joinRef: null, ref: null, topic, event: 'postgres_changes' }
    frame = Buffer.from(encodeFrame(connection.version, head, `{"ids":${JSON.stringify(ids)},"data":${payload}}`))
    frames.set(key, frame)
  }
  return frame
}
