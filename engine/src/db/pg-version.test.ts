import { createRequire } from 'node:module'
import pg from 'pg'
import { expect, it } from 'vitest'

const { version } = createRequire(import.meta.url)('pg/package.json') as { version: string }

// request-query.ts uses undocumented parts of pg. docs/decisions/038-wire-writer.md lists what to try before this
// version is raised.
it('is verified against the installed version of pg', () => {
  expect(version).toBe('8.23.1')
})

it('finds the parts of pg that requests use', () => {
  const { connection } = new pg.Client() as unknown as { connection: { sendCopyFail: unknown; stream: unknown } }
  expect(typeof connection.sendCopyFail).toBe('function')
  expect(connection.stream).toBeDefined()
  const handlers = Object.getOwnPropertyNames(pg.Query.prototype).filter((name) => name.startsWith('handle'))
  expect(handlers.sort()).toEqual([
    'handleCommandComplete',
    'handleCopyData',
    'handleCopyInResponse',
    'handleDataRow',
    'handleEmptyQuery',
    'handleError',
    'handlePortalSuspended',
    'handleReadyForQuery',
    'handleRowDescription',
  ])
})
