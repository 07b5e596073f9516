import { expect, it } from 'vitest'
import type { Database } from '../db/port.ts'
import { createLogger } from '../kernel/logger.ts'
import { watchSessions } from './session-liveness.ts'

const SESSION = '6b1c4f0e-1111-4a5e-9d5e-000000000001'
const OWNER = '6b1c4f0e-2222-4a5e-9d5e-000000000001'
const OTHER = '6b1c4f0e-2222-4a5e-9d5e-000000000002'

/** A database that holds one session, of OWNER. */
async function watched() {
  let asked = 0
  const db = {
    listen: async () => async () => {},
    query: async (_text: string, [ids, userIds]: [string[], string[]]) => {
      asked += 1
      return ids.flatMap((id, place) => (id === SESSION && userIds[place] === OWNER ? [{ place, ends: null }] : []))
    },
  } as unknown as Database
  const sessions = await watchSessions(db, createLogger('silent'))
  return { sessions, asked: () => asked }
}

it('caches a live session together with its member', async () => {
  const { sessions, asked } = await watched()
  expect(await sessions.isAlive(SESSION, OWNER)).toBe(true)
  expect(sessions.isAlive(SESSION, OWNER)).toBe(true)
  expect(asked()).toBe(1)
})

it('does not accept a known session for another member', async () => {
  const { sessions } = await watched()
  expect(await sessions.isAlive(SESSION, OWNER)).toBe(true)
  expect(await sessions.isAlive(SESSION, OTHER)).toBe(false)
  expect(await sessions.isAlive(SESSION, OWNER)).toBe(true)
})

it('forgets an ended session, for every caller', async () => {
  const { sessions } = await watched()
  expect(await sessions.isAlive(SESSION, OWNER)).toBe(true)
  sessions.forget(SESSION)
  expect(await sessions.isAlive(SESSION, OWNER)).toBe(false)
})

it('asks about all sessions that are used at the same moment together, and refuses only those that do not exist', async () => {
  const { sessions, asked } = await watched()
  const unknown = SESSION.replace('1111', '3333')
  const answers = [
    sessions.isAlive(unknown, OWNER),
    sessions.isAlive(SESSION, OWNER),
    sessions.isAlive(SESSION, OTHER),
    sessions.isAlive(SESSION, ''),
    sessions.isAlive('no ID', OWNER),
  ]
  expect(await Promise.all(answers)).toEqual([false, true, false, false, false])
  expect(asked()).toBe(1)
})
