import { expect, it } from 'vitest'
import type { Database } from '../db/port.ts'
import { createLogger } from '../kernel/logger.ts'
import { watchSessions } from './session-liveness.ts'

const SESSION = '6b1c4f0e-1111-4a5e-9d5e-000000000001'
const OWNER = '6b1c4f0e-2222-4a5e-9d5e-000000000001'
const OTHER = '6b1c4f0e-2222-4a5e-9d5e-000000000002'

/** A database that holds one session, of OWNER. */
async function watched({ ends = null, now }: { ends?: string | null; now?: () => number } = {}) {
  let asked = 0
  let beforeAnswer = () => {}
  let announce = (_sessionId: string) => {}
  let loseListener = () => {}
  const db = {
    listen: async (_channel: string, onMessage: typeof announce, onLost: typeof loseListener) => {
      announce = onMessage
      loseListener = onLost
      return async () => {}
    },
    query: async (_text: string, [ids, userIds]: [string[], string[]]) => {
      asked += 1
      await Promise.resolve()
      beforeAnswer()
      return ids.flatMap((id, place) => (id === SESSION && userIds[place] === OWNER ? [{ place, ends }] : []))
    },
  } as unknown as Database
  const sessions = await watchSessions(db, createLogger('silent'), now)
  return {
    sessions,
    asked: () => asked,
    /** Does something when the database has read its answer, and before the answer arrives. */
    meanwhile: (act: () => void) => {
      beforeAnswer = act
    },
    announce: (sessionId: string) => announce(sessionId),
    loseListener: () => loseListener(),
  }
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

it('refuses a session that another engine ends while the database is asked', async () => {
  const { sessions, announce, meanwhile } = await watched()
  meanwhile(() => announce(SESSION))
  expect(await sessions.isAlive(SESSION, OWNER)).toBe(false)
  meanwhile(() => {})
  expect(await sessions.isAlive(SESSION, OWNER)).toBe(false)
})

it('does not keep an answer from before the listener was lost', async () => {
  const { sessions, loseListener, meanwhile, asked } = await watched()
  meanwhile(loseListener)
  expect(await sessions.isAlive(SESSION, OWNER)).toBe(true)
  meanwhile(() => {})
  expect(await sessions.isAlive(SESSION, OWNER)).toBe(true)
  expect(asked()).toBe(2)
  expect(sessions.isAlive(SESSION, OWNER)).toBe(true)
})

it('asks again about every session when notifications may have been missed', async () => {
  const { sessions, loseListener, asked } = await watched()
  await sessions.isAlive(SESSION, OWNER)
  loseListener()
  expect(await sessions.isAlive(SESSION, OWNER)).toBe(true)
  expect(asked()).toBe(2)
})

it('refuses a cached session from the moment at which it ends', async () => {
  let now = 0
  const { sessions, asked } = await watched({ ends: '60', now: () => now })
  expect(await sessions.isAlive(SESSION, OWNER)).toBe(true)
  now = 59_999
  expect(sessions.isAlive(SESSION, OWNER)).toBe(true)
  now = 60_000
  expect(sessions.isAlive(SESSION, OWNER)).toBe(false)
  expect(asked()).toBe(1)
})
