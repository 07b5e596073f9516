import { createHash } from 'node:crypto'
import type { Database } from '../db/port.ts'
import { messageOf } from '../kernel/errors.ts'
import type { Audience } from './audience.ts'
import type { Binding } from './binding.ts'
import type { Channel, Subscription } from './channel.ts'
import { FilterError, filterShape, parseFilter } from './filter.ts'
import { mayFollow, type TableCatalogue, type TableShape } from './table-catalogue.ts'
import { tryFilter } from './visible-rows.ts'

/** A binding that cannot be served; the message goes to the client. */
export class SubscriptionError extends Error {
  override name = 'SubscriptionError'
}

/**
 * The number of a binding, never 0. The same binding has the same number on every channel and engine, so that one frame
 * serves all.
 */
export function bindingId({ event, schema, table, filter, select }: Binding): number {
  const text = JSON.stringify([event, schema, table, filter, select])
  return (createHash('sha1').update(text).digest().readUInt32BE() >>> 1) | 1
}

export function isAbout({ schema, table }: Binding, shape: TableShape): boolean {
  return (schema === '*' || schema === shape.schema) && (table === '*' || table === shape.name)
}

/**
 * Turns the bindings of a channel into subscriptions, after trying each on its tables.
 * @throws {SubscriptionError} for a table outside the publication or one that the role may not select, without telling
 *   which, and for a filter or columns that do not fit.
 */
export async function prepareSubscriptions(
  channel: Channel,
  bindings: readonly Binding[],
  audience: Audience,
  { db, catalogue }: { db: Pick<Database, 'runAs'>; catalogue: TableCatalogue },
): Promise<Subscription[]> {
  const followed = (known: ReadonlyMap<string, TableShape>, binding: Binding) =>
    [...known.values()].filter((shape) => isAbout(binding, shape) && mayFollow(shape, audience.role))
  const known = await catalogue.tables()
  const isKnown = bindings.every((binding) => followed(known, binding).length > 0)
  const tables = isKnown ? known : await catalogue.refresh()
  const account = accountOf(channel)
  const tried = new Set<string>()
  const subscriptions: Subscription[] = []
  // One after the other: a join has one connection at a time, however many bindings it has.
  for (const binding of bindings) {
    const subscription = toSubscription(channel, binding, audience)
    subscriptions.push(subscription)
    const shapes = followed(tables, binding)
    if (shapes.length === 0) throw refusal(binding, 'the table is not among those that can be followed')
    if (binding.filter === '' && !binding.select) continue
    if (binding.table === '*') throw refusal(binding, 'a filter or columns need a table')
    for (const shape of shapes) {
      const what = JSON.stringify([shape.relation, binding.filter, binding.select])
      if (!tried.has(what)) await tryOut(subscription, shape, db, account)
      tried.add(what)
    }
  }
  return subscriptions
}

/** Whose share of the connections a join uses: the account's, or for guests the address's. */
function accountOf({ caller, connection }: Channel): string | undefined {
  return caller.role === 'service_role' ? undefined : (caller.userId ?? connection.address)
}

function toSubscription(channel: Channel, binding: Binding, audience: Audience): Subscription {
  try {
    const conditions = parseFilter(binding.filter)
    const groupKey = JSON.stringify([audience.role, filterShape(conditions), binding.select])
    const readerKey = `${audience.claims} ${binding.filter}`
    return { id: bindingId(binding), channel, binding, conditions, audience, groupKey, readerKey }
  } catch (error) {
    if (error instanceof FilterError) throw refusal(binding, error.message)
    throw error
  }
}

async function tryOut(
  subscription: Subscription,
  shape: TableShape,
  db: Pick<Database, 'runAs'>,
  account: string | undefined,
): Promise<void> {
  const { binding, audience } = subscription
  const readable = shape.columns.filter(({ readers }) => readers.includes(audience.role))
  const named = [...subscription.conditions.map(({ column }) => column), ...(binding.select ?? [])]
  const unknown = named.find((name) => !readable.some((column) => column.name === name))
  if (unknown !== undefined) throw refusal(binding, `there is no column "${unknown}"`)
  try {
    await tryFilter(db, shape, subscription, account)
  } catch (error) {
    // A value that its column cannot hold, or an operator that its type does not have.
    const code = (error as { code?: string }).code ?? ''
    if (/^(22|42)/.test(code)) throw refusal(binding, messageOf(error))
    throw error
  }
}

function refusal({ event, schema, table, filter }: Binding, reason: string): SubscriptionError {
  const parameters = [`event: ${event}`, `schema: ${schema}`, `table: ${table}`, `filters: [${filter}]`].join(', ')
  return new SubscriptionError(
    `Unable to subscribe to changes with given parameters. Please check Realtime is enabled for the given connect parameters: [${parameters}]: ${reason}`,
  )
}
