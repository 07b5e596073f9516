import { expect, it } from 'vitest'
import type { Database, RequestContext, RunOptions, Statement } from '../db/port.ts'
import { readApiRequest } from './api-request/api-request.ts'
import { createExecutor } from './execute.ts'
import type { Routine, SchemaCache } from './schema-cache/model.ts'

const routine = (name: string, volatile: boolean, settings: Record<string, string>): Routine => ({
  schema: 'public',
  name,
  args: [],
  takesBody: undefined,
  returnsSet: false,
  returns: 'scalar',
  columns: new Map(),
  volatile,
  settings: new Map(Object.entries(settings)),
})
const cache: SchemaCache = {
  schema: 'public',
  relations: new Map(),
  relationships: new Map(),
  routines: new Map(
    [
      routine('reads', false, {}),
      routine('writes', true, {}),
      routine('waits', false, { statement_timeout: '30s' }),
      routine('locks', false, { lock_timeout: '1s' }),
      routine('isolated', false, { default_transaction_isolation: 'serializable', statement_timeout: '30s' }),
    ].map((each) => [each.name, [each]]),
  ),
  types: new Map(),
}

it.each([
  ['reads', 'fast', {}],
  ['writes', 'slow', {}],
  ['waits', 'slow', { settings: { statement_timeout: '30s' } }],
  ['locks', 'fast', {}],
  ['isolated', 'slow', { settings: { statement_timeout: '30s' }, isolation: 'serializable' }],
])('%s runs on a %s connection, with the settings that are hoisted', async (name, lane, more) => {
  const asked: [RequestContext, RunOptions | undefined][] = []
  const runAs = async (context: RequestContext, _: Statement, options?: RunOptions) => {
    asked.push([context, options])
    return [{ body: '1', rows: 1, headers: null, status: null }]
  }
  const executor = createExecutor({ runAs } as unknown as Database, cache, {
    plannedCounts: false,
    hoistedSettings: ['statement_timeout', 'default_transaction_isolation'],
  })
  const input = { method: 'POST', path: `/rpc/${name}`, query: '', headers: {} }
  const context = { role: 'anon', settings: {}, readOnly: false }
  const http = { query: '', signal: new AbortController().signal }
  expect(await executor.run(readApiRequest(input, '{}'), context, http, {})).toMatchObject({ status: 200, body: '1' })
  expect(asked).toEqual([[{ ...context, ...more }, expect.objectContaining({ lane })]])
})
