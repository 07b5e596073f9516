import pg from 'pg'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { type Persona, signIn, signUp } from '../../../test-support/personas.ts'
import { startEngine, type TestEngine } from '../../../test-support/start-engine.ts'
import { joinPayload, openSocket } from './realtime-socket.ts'
import { tokenOf } from './storage-fixture.ts'

/** Statements that try a filter. */
const tried = (query: { mock: { calls: readonly unknown[][] } }) =>
  query.mock.calls.filter(([config]) => (config as { text?: string } | undefined)?.text?.endsWith(' limit 0')).length

let engine: TestEngine
let member: Persona
beforeAll(async () => {
  engine = await startEngine()
  member = await signUp(engine)
})
afterAll(async () => {
  await engine.close()
})

it('another session’s token of the same account asks the database nothing about the filters, and changes still come', async () => {
  const tokens = [await tokenOf(member), await tokenOf(await signIn(engine, member.user))]
  const query = vi.spyOn(pg.Client.prototype, 'query')
  const socket = await openSocket(engine)
  const topic = 'realtime:cards'
  const filters = Array.from({ length: 20 }, (_, n) => `title=neq.${n}`)
  const bindings = filters.map((filter) => ({ event: '*', schema: 'public', table: 'info_cards', filter }))
  socket.send({
    topic,
    event: 'phx_join',
    ref: 'j',
    joinRef: 'j',
    payload: { ...joinPayload(bindings), access_token: tokens[0] },
  })
  expect((await socket.reply('j')).payload).toMatchObject({ status: 'ok' })
  expect(tried(query)).toBe(20)
  for (let n = 1; n <= 40; n += 1)
    socket.send({ topic, event: 'access_token', joinRef: 'j', payload: { access_token: tokens[n % 2] } })
  // Messages are handled in turn.
  socket.send({
    topic: 'realtime:last',
    event: 'phx_join',
    ref: 'last',
    joinRef: 'last',
    payload: joinPayload() as never,
  })
  await socket.reply('last')
  expect(tried(query)).toBe(20)
  await engine.owner.query(
    `insert into public.info_cards (placement, title, is_active, start_date, end_date)
     values ('home', 'open water', true, '2026-01-01', '2099-01-01')`,
  )
  await socket.frame(({ event }) => event === 'postgres_changes')
  socket.close()
  query.mockRestore()
})
