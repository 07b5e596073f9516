import { expect, it } from 'vitest'
import type { Database, RunOptions } from '../db/port.ts'
import type { Binding } from './binding.ts'
import type { Channel } from './channel.ts'
import { prepareSubscriptions } from './subscription.ts'
import type { TableCatalogue, TableShape } from './table-catalogue.ts'

const columns = ['id', 'lake'].map((name) => ({
  name,
  type: 'text',
  sqlType: 'text',
  isKey: name === 'id',
  readers: ['anon', 'authenticated', 'service_role'],
}))
const shape: TableShape = { relation: '1', schema: 'public', name: 'catches', columns }
const tables = async () => new Map([[shape.relation, shape]])
const catalogue: TableCatalogue = { tables, refresh: tables }

/** What the statements of a join with 20 filters ask for, and how many ran at once at most. */
async function tryJoin(caller: { role: string; userId?: string }, filters: readonly string[]) {
  const asked: (RunOptions | undefined)[] = []
  let running = 0
  let most = 0
  const db: Pick<Database, 'runAs'> = {
    async runAs(_context, _statement, options) {
      asked.push(options)
      running += 1
      most = Math.max(most, running)
      await new Promise((resolve) => setImmediate(resolve))
      running -= 1
      return []
    },
  }
  const channel = { caller, connection: { address: '192.0.2.1' } } as unknown as Channel
  const bindings = filters.map(
    (filter): Binding => ({ event: '*', schema: 'public', table: 'catches', filter }) as Binding,
  )
  const audience = { role: caller.role, claims: '{}' } as Parameters<typeof prepareSubscriptions>[2]
  const subscriptions = await prepareSubscriptions(channel, bindings, audience, { db, catalogue })
  expect(subscriptions.map(({ binding }) => binding)).toEqual(bindings)
  return { asked, most }
}

const different = Array.from({ length: 20 }, (_, n) => `lake=eq.${n}`)

it.each([
  [{ role: 'authenticated', userId: 'ada' }, 'ada'],
  [{ role: 'anon' }, '192.0.2.1'],
  [{ role: 'service_role' }, undefined],
])('the filters of a join are tried one after the other, on the connections for joins: %j', async (caller, account) => {
  const { asked, most } = await tryJoin(caller, different)
  expect(asked).toEqual(different.map(() => ({ lane: 'joins', caller: account })))
  expect(most).toBe(1)
})

it('the same filter for several events is tried once', async () => {
  const { asked } = await tryJoin({ role: 'anon' }, ['lake=eq.a', 'lake=eq.a', 'lake=eq.b', ''])
  expect(asked).toHaveLength(2)
})
