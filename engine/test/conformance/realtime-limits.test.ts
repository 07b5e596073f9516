import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { type Persona, service, signUp } from '../../../test-support/personas.ts'
import { startEngine, type TestEngine } from '../../../test-support/start-engine.ts'
import { follow } from './realtime-follow.ts'
import { joinPayload, openSocket, type RawSocket } from './realtime-socket.ts'

let engine: TestEngine
let member: Persona
beforeAll(async () => {
  engine = await startEngine({ rateLimitScale: 1 })
  member = await signUp(engine)
})
afterAll(async () => {
  await engine.close()
})

const join = (socket: RawSocket, number: number, payload: object = joinPayload()) => {
  const ref = String(number)
  socket.send({ topic: `realtime:room-${ref}`, event: 'phx_join', ref, joinRef: ref, payload: payload as never })
}

describe('a socket is closed', () => {
  it('for a frame of more than 64 KiB, while one just below is answered', async () => {
    const socket = await openSocket(engine)
    const padding = (bytes: number) => ({
      topic: 'phoenix',
      event: 'heartbeat',
      payload: { padding: 'x'.repeat(bytes) },
    })
    socket.send({ ...padding(65_000), ref: '1' })
    await socket.reply('1')
    socket.send({ ...padding(65_536), ref: '2' })
    expect(await socket.closed).toBe(1009)
  })

  it('for more than 20 joins in a second', async () => {
    const socket = await openSocket(engine)
    for (let i = 1; i <= 60; i += 1) join(socket, i)
    expect(await socket.closed).toBe(1008)
    const joined = socket.frames.filter(({ event, payload }) => event === 'phx_reply' && payload.status === 'ok').length
    expect(joined).toBeGreaterThanOrEqual(20)
    expect(joined).toBeLessThan(30)
  })

  it('for more than 100 messages in a second', async () => {
    const socket = await openSocket(engine)
    for (let i = 0; i < 300; i += 1) socket.send({ topic: 'phoenix', event: 'heartbeat', ref: String(i) })
    expect(await socket.closed).toBe(1008)
  })

  it('when nothing was heard for a minute, while others stay', async () => {
    const [silent, alive] = [await openSocket(engine), await openSocket(engine)]
    const real = Date.now
    const clock = vi.spyOn(Date, 'now').mockImplementation(() => real() + 61_000)
    try {
      alive.send({ topic: 'phoenix', event: 'heartbeat', ref: '1' })
      await alive.reply('1')
      expect(await silent.closed).toBe(1008)
      expect(alive.socket.readyState).toBe(alive.socket.OPEN)
    } finally {
      clock.mockRestore()
    }
    alive.close()
  })
})

describe('a join is refused', () => {
  it('for more than 20 bindings', async () => {
    const socket = await openSocket(engine)
    const bindings = (count: number) =>
      joinPayload(Array.from({ length: count }, () => ({ event: '*', schema: 'public', table: 'info_cards' })))
    join(socket, 1, bindings(20))
    expect((await socket.reply('1')).payload).toMatchObject({ status: 'ok' })
    join(socket, 2, bindings(21))
    expect((await socket.reply('2')).payload).toEqual({
      status: 'error',
      response: { reason: 'TooManyBindings: At most 20 postgres_changes per channel' },
    })
    socket.close()
  })

  it('on the 21st socket of one account, not on its first 20 nor for somebody else', async () => {
    const token = (client: Persona) => client.auth.getSession().then(({ data }) => data.session?.access_token)
    const payload = { ...joinPayload(), access_token: await token(member) }
    const sockets = await Promise.all(Array.from({ length: 21 }, () => openSocket(engine)))
    const statuses: unknown[] = []
    for (const socket of sockets) {
      join(socket, 1, payload)
      statuses.push((await socket.reply('1')).payload.status)
    }
    expect(statuses).toEqual([...Array(20).fill('ok'), 'error'])
    const other = { ...joinPayload(), access_token: await token(await signUp(engine)) }
    const [last] = sockets.slice(-1)
    if (!last) throw new Error('no socket')
    join(last, 2, other)
    expect((await last.reply('2')).payload.status).toBe('ok')
    for (const socket of sockets) socket.close()
  })
})

it('lets go of a client that does not read, and goes on telling the others', async () => {
  await engine.owner.query(`
    create table public.logbooks (id int primary key, page text);
    grant select on public.logbooks to service_role, anon;
    alter publication supabase_realtime add table public.logbooks`)
  const operator = service(engine)
  const seen = await follow(operator, [{ event: 'INSERT', schema: 'public', table: 'logbooks' }])
  const stuck = await openSocket(engine)
  join(stuck, 1, joinPayload([{ event: 'INSERT', schema: 'public', table: 'logbooks' }]))
  await stuck.frame(({ event }) => event === 'system')
  stuck.socket.pause()
  for (let id = 1; id <= 24; id += 1) {
    await engine.owner.query(`insert into public.logbooks values ($1, repeat('x', 900000))`, [id])
    await seen.until(({ length }) => length >= id)
  }
  stuck.socket.resume()
  expect(await stuck.closed).toBe(1006)
  expect(seen.changes).toHaveLength(24)
  await operator.removeAllChannels()
})
