import type { Duplex } from 'node:stream'
import type { Client, ClientBase, QueryConfig, QueryResult } from 'pg'
import type { RequestContext, Row, Statement } from './port.ts'
import { sendRequest, wireValues } from './request-query.ts'
import { beginText, setConfigText, transactionSettings } from './role-settings.ts'

/**
 * Runs a statement as the caller of a request: one write and one read on a pipelined connection.
 * Nothing outlives the transaction: role and settings are transaction-local, and when one part fails, PostgreSQL
 * refuses the following ones and rolls back. The connection's own role, `authenticator`, has no rights, so a statement
 * without its context could do nothing.
 * @throws the first error: later ones only say that the transaction is aborted.
 */
export async function runTransaction<R extends Row>(
  client: ClientBase,
  context: RequestContext,
  statement: Statement,
): Promise<R[]> {
  const texts = wireValues(statement.values)
  // The isolation level must be set before the first query, and the context is a query.
  if (texts === undefined || context.oneSnapshot || context.isolation !== undefined || context.rollback)
    return await runInBlock(client, context, statement)
  const settings = context.readOnly ? { transaction_read_only: 'on', ...context.settings } : context.settings
  const values = transactionSettings({ ...context, settings })
  return (await sendRequest(
    client,
    [
      { name: `bankside_request_${values.length}`, text: setConfigText(values.length), values },
      ...(context.before === undefined ? [] : [{ text: context.before, values: [] }]),
    ],
    { name: statement.name, text: statement.text, values: texts },
  )) as R[]
}

/** The same with an explicit begin and commit, or rollback. */
async function runInBlock<R extends Row>(
  client: ClientBase,
  context: RequestContext,
  statement: Statement,
): Promise<R[]> {
  const values = transactionSettings(context)
  const { before } = context
  const stream = streamOf(client)
  stream?.cork()
  const steps: Promise<QueryResult>[] = [
    client.query(beginText(context)),
    client.query({ name: `bankside_context_${values.length}`, text: setConfigText(values.length), values }),
    ...(before === undefined ? [] : [client.query(before)]),
    // The extended protocol takes only one statement, with or without values.
    client.query({
      ...(statement.name === undefined ? {} : { name: statement.name }),
      text: statement.text,
      values: (statement.values ?? []) as unknown[],
      queryMode: 'extended',
    } as QueryConfig),
  ]
  if (context.rollback) steps.push(client.query('set constraints all immediate'))
  steps.push(client.query(context.rollback ? 'rollback' : 'commit'))
  if (stream) process.nextTick(() => stream.uncork())
  const results = await Promise.allSettled(steps)
  for (const result of results) if (result.status === 'rejected') throw result.reason
  const done = results as PromiseFulfilledResult<QueryResult>[]
  const outcome = done[before === undefined ? 2 : 3]
  if (!context.rollback && done.at(-1)?.value.command !== 'COMMIT') throw new Error('the transaction did not commit')
  return (outcome?.value.rows ?? []) as R[]
}

/** What the connection writes to. */
export function streamOf(client: ClientBase): Duplex | undefined {
  return (client as Client & { connection?: { stream?: Duplex } }).connection?.stream
}
