import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { type Persona, service, signUp } from '../../../test-support/personas.ts'
import { startEngine, type TestEngine } from '../../../test-support/start-engine.ts'
import { follow } from './realtime-follow.ts'
import { joinPayload, openSocket, type RawSocket, refusedHandshake } from './realtime-socket.ts'

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

  it('for more than 512 KiB at once and 64 KiB a second, of whatever', async () => {
    const socket = await openSocket(engine)
    const unknown = { topic: 'realtime:nothing', event: 'x', payload: { padding: 'x'.repeat(60_000) } }
    for (let i = 1; i <= 8; i += 1) socket.send({ ...unknown, ref: String(i) })
    expect((await socket.reply('8')).payload).toMatchObject({ response: { reason: 'unmatched topic' } })
    for (let i = 9; i <= 20; i += 1) socket.send({ ...unknown, ref: String(i) })
    expect(await socket.closed).toBe(1008)
    expect(socket.frames.filter(({ event }) => event === 'phx_reply').length).toBeLessThan(12)
  })

  it('after a minute without a message, while others stay open', async () => {
    const [silent, alive] = [await openSocket(engine), await openSocket(engine)]
    const real = performance.now.bind(performance)
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => real() + 61_000)
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

  it('for more than 200 bindings of one account, on whatever sockets, until it leaves some', async () => {
    const angler = await signUp(engine)
    const { data } = await angler.auth.getSession()
    const bindings = Array.from({ length: 20 }, () => ({ event: '*', schema: 'public', table: 'info_cards' }))
    const payload = { ...joinPayload(bindings), access_token: data.session?.access_token }
    const [first, second] = [await openSocket(engine), await openSocket(engine)]
    for (let number = 1; number <= 10; number += 1) {
      const socket = number % 2 ? first : second
      join(socket, number, payload)
      expect((await socket.reply(String(number))).payload.status).toBe('ok')
    }
    join(second, 11, payload)
    const refused = {
      status: 'error',
      response: { reason: 'TooManyBindings: At most 200 postgres_changes per account' },
    }
    expect((await second.reply('11')).payload).toEqual(refused)
    // Nor by a token that is sent after the join.
    join(second, 12, joinPayload(bindings))
    expect((await second.reply('12')).payload.status).toBe('ok')
    const { access_token } = payload
    second.send({
      topic: 'realtime:room-12',
      event: 'access_token',
      ref: '13',
      joinRef: '12',
      payload: { access_token },
    })
    await second.frame(({ event, topic }) => event === 'phx_close' && topic === 'realtime:room-12')
    // Joining a topic again replaces its bindings.
    join(second, 10, payload)
    await second.frame(({ event, topic }) => event === 'phx_close' && topic === 'realtime:room-10')
    first.send({ topic: 'realtime:room-1', event: 'phx_leave', ref: '14', joinRef: '1' })
    await first.reply('14')
    join(second, 15, payload)
    expect((await second.reply('15')).payload.status).toBe('ok')
    join(second, 16, { ...joinPayload(), access_token })
    expect((await second.reply('16')).payload.status).toBe('ok')
    for (const socket of [first, second]) socket.close()
  })

  it('for more than 20 conditions with patterns of one account, on whatever channels, until it leaves some', async () => {
    const [angler, other] = await Promise.all([signUp(engine), signUp(engine)])
    const tokenOf = async (client: Persona) => (await client.auth.getSession()).data.session?.access_token
    const access_token = await tokenOf(angler)
    const follows = (...filters: string[]) =>
      joinPayload(filters.map((filter) => ({ event: '*', schema: 'public', table: 'info_cards', filter })))
    const four = (number: number) => ['title=like.%a%,title=not.ilike.b%', `title=ilike.%c%,title=like.${number}`]
    const socket = await openSocket(engine)
    for (let number = 1; number <= 5; number += 1) {
      join(socket, number, { ...follows(...four(number)), access_token })
      expect((await socket.reply(String(number))).payload.status).toBe('ok')
    }
    join(socket, 6, { ...follows('title=like.%d%'), access_token })
    expect((await socket.reply('6')).payload).toEqual({
      status: 'error',
      response: { reason: 'TooManyBindings: At most 20 patterns (like, ilike) in the postgres_changes of an account' },
    })
    join(socket, 7, { ...follows('title=eq.d'), access_token })
    expect((await socket.reply('7')).payload.status).toBe('ok')
    join(socket, 8, { ...follows('title=like.%d%'), access_token: await tokenOf(other) })
    expect((await socket.reply('8')).payload.status).toBe('ok')
    // Nor by a token that is sent after the join.
    socket.send({ topic: 'realtime:room-8', event: 'access_token', joinRef: '8', payload: { access_token } })
    await socket.frame(({ event, topic }) => event === 'phx_close' && topic === 'realtime:room-8')
    socket.send({ topic: 'realtime:room-1', event: 'phx_leave', ref: '9', joinRef: '1' })
    await socket.reply('9')
    join(socket, 10, { ...follows('title=like.%d%'), access_token })
    expect((await socket.reply('10')).payload.status).toBe('ok')
    socket.close()
  })

  it('for more than 20 kinds of filters of one account, each of which is a statement for every change', async () => {
    const angler = await signUp(engine)
    const access_token = (await angler.auth.getSession()).data.session?.access_token
    const bindings = (filters: readonly string[], select?: string[]) =>
      filters.map((filter) => ({
        event: '*',
        schema: 'public',
        table: 'info_cards',
        filter,
        ...(select && { select }),
      }))
    const follows = (...wanted: object[]) => ({ ...joinPayload(wanted), access_token })
    const kinds = Array.from({ length: 20 }, (_, n) =>
      Array.from({ length: 1 + (n % 10) }, () => `title=${n < 10 ? 'eq' : 'gt'}.a`).join(),
    )
    const socket = await openSocket(engine)
    join(socket, 1, follows(...bindings(kinds)))
    expect((await socket.reply('1')).payload.status).toBe('ok')
    // Other values are the same kind.
    join(socket, 2, follows(...bindings(kinds.map((filter) => filter.replaceAll('.a', '.b')))))
    expect((await socket.reply('2')).payload.status).toBe('ok')
    const refused = {
      status: 'error',
      response: { reason: 'TooManyBindings: At most 20 kinds of filters in the postgres_changes of an account' },
    }
    for (const [number, other] of [
      [3, bindings(['title=lt.a'])],
      [4, bindings(['title=eq.a'], ['title'])],
      [5, bindings([''])],
    ] as const) {
      join(socket, number, follows(...other))
      expect((await socket.reply(String(number))).payload).toEqual(refused)
    }
    for (const number of [1, 2]) {
      socket.send({
        topic: `realtime:room-${number}`,
        event: 'phx_leave',
        ref: `leave ${number}`,
        joinRef: String(number),
      })
      await socket.reply(`leave ${number}`)
    }
    join(socket, 6, follows(...bindings(['title=lt.a', ''])))
    expect((await socket.reply('6')).payload.status).toBe('ok')
    socket.close()
  })

  it('on the 21st socket of one account, not on its first 20 and not for another member', async () => {
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
    // Nor by a token that is sent after the join.
    join(last, 3)
    expect((await last.reply('3')).payload.status).toBe('ok')
    const { access_token } = payload
    last.send({ topic: 'realtime:room-3', event: 'access_token', ref: '4', joinRef: '3', payload: { access_token } })
    const said = await last.frame(({ event, topic }) => event === 'system' && topic === 'realtime:room-3')
    expect(said.payload).toMatchObject({
      status: 'error',
      message: expect.stringMatching(/^ConnectionRateLimitReached/),
    })
    for (const socket of sockets) socket.close()
  })
})

describe('configured limits', () => {
  it('apply to the sockets of an account and the channels of a socket', async () => {
    const strict = await startEngine({ rateLimitScale: 1, maxSocketsPerAccount: 2, maxChannelsPerSocket: 3 })
    const angler = await signUp(strict)
    const { data } = await angler.auth.getSession()
    const payload = { ...joinPayload(), access_token: data.session?.access_token }
    const sockets = await Promise.all([1, 2, 3].map(() => openSocket(strict)))
    const statuses: unknown[] = []
    for (const socket of sockets) {
      join(socket, 1, payload)
      statuses.push((await socket.reply('1')).payload.status)
    }
    expect(statuses).toEqual(['ok', 'ok', 'error'])
    const [first] = sockets
    if (!first) throw new Error('no socket')
    for (const n of [2, 3]) {
      join(first, n, payload)
      expect((await first.reply(String(n))).payload.status).toBe('ok')
    }
    join(first, 4, payload)
    expect(await first.closed).toBe(1008)
    for (const socket of sockets) socket.close()
    await strict.close()
  })

  it('apply to sockets of an account that join a private channel at the same moment', async () => {
    const strict = await startEngine({ rateLimitScale: 1, maxSocketsPerAccount: 2 })
    const angler = await signUp(strict)
    const { data } = await angler.auth.getSession()
    const payload = { ...joinPayload([], { private: true }), access_token: data.session?.access_token }
    const sockets = await Promise.all(Array.from({ length: 6 }, () => openSocket(strict)))
    for (const socket of sockets) socket.send({ topic: 'realtime:cards', event: 'phx_join', ref: '1', payload })
    const replies = await Promise.all(sockets.map((socket) => socket.reply('1')))
    expect(replies.filter((reply) => reply.payload.status === 'ok')).toHaveLength(2)
    for (const socket of sockets) socket.close()
    await strict.close()
  })

  it('apply to the joins per second of all clients together', async () => {
    const strict = await startEngine({ rateLimitScale: 1, maxJoinsPerSecond: 1 })
    const sockets = await Promise.all([1, 2, 3].map(() => openSocket(strict)))
    const start = performance.now()
    for (const socket of sockets) join(socket, 1)
    const replies = await Promise.all(sockets.map((socket) => socket.reply('1')))
    const joined = replies.filter(({ payload }) => payload.status === 'ok').length
    expect(joined).toBeGreaterThanOrEqual(1)
    expect(joined).toBeLessThanOrEqual(1 + Math.floor((performance.now() - start) / 1_000))
    for (const socket of sockets) socket.close()
    await strict.close()
  })
})

describe('the handshake answers 429', () => {
  // Behind a proxy, because the limit of connections per address would apply first otherwise.
  const limited = { rateLimitScale: 1, trustedProxies: ['127.0.0.0/8'] }
  const from = (address: string) => ({ 'x-forwarded-for': address })

  it('to an address that has reached its limit of sockets, and to no other', async () => {
    const strict = await startEngine({ ...limited, maxSocketsPerAddress: 3 })
    const open = () => openSocket(strict, '2.0.0', from('203.0.113.7'))
    const sockets = [await open(), await open(), await open()]
    expect(await refusedHandshake(strict, from('203.0.113.7'))).toEqual({
      status: 429,
      body: '{"error":"Too many connections from this address"}',
    })
    const other = await openSocket(strict, '2.0.0', from('203.0.113.8'))
    sockets[0]?.close()
    await sockets[0]?.closed
    await expect.poll(() => open().then((socket) => sockets.push(socket))).toBe(4)
    for (const socket of [...sockets, other]) socket.close()
    await strict.close()
  })

  it('to all clients when the limit of all sockets is reached', async () => {
    const strict = await startEngine({ ...limited, maxSockets: 3 })
    const sockets = await Promise.all([1, 2, 3].map((n) => openSocket(strict, '2.0.0', from(`203.0.113.${n}`))))
    expect(await refusedHandshake(strict, from('203.0.113.4'))).toEqual({
      status: 429,
      body: '{"error":"Too many connections"}',
    })
    for (const socket of sockets) socket.close()
    await strict.close()
  })
})

describe('frames', () => {
  it('may have at most 16 fragments', async () => {
    const socket = await openSocket(engine)
    const send = (ref: string, pieces: number) => {
      const text = JSON.stringify([null, ref, 'phoenix', 'heartbeat', {}])
      for (let i = 0; i < pieces; i += 1)
        socket.socket.send(i === 0 ? text : ' ', { fin: i === pieces - 1, binary: false })
    }
    send('1', 16)
    await socket.reply('1')
    send('2', 17)
    expect(await socket.closed).toBe(1008)
  })

  it('are never compressed, because a small one could expand to a large one', async () => {
    const socket = await openSocket(engine)
    expect(socket.socket.extensions).toBe('')
    socket.close()
  })
})

it('accepts 100 joins a second of all sockets together, and refuses more with the reason', async () => {
  const crowded = await startEngine({ rateLimitScale: 1 })
  const sockets = await Promise.all(Array.from({ length: 10 }, () => openSocket(crowded)))
  const start = performance.now()
  for (const socket of sockets) for (let i = 1; i <= 20; i += 1) join(socket, i)
  const replies = await Promise.all(
    sockets.flatMap((socket) => Array.from({ length: 20 }, (_, i) => socket.reply(String(i + 1)))),
  )
  const seconds = (performance.now() - start) / 1_000
  const refused = replies.filter(({ payload }) => payload.status !== 'ok')
  expect(replies.length - refused.length).toBeGreaterThanOrEqual(100)
  expect(replies.length - refused.length).toBeLessThanOrEqual(100 + Math.ceil(seconds * 100))
  for (const { payload } of refused)
    expect(payload.response).toEqual({ reason: 'ClientJoinRateLimitReached: Too many joins per second' })
  for (const socket of sockets) socket.close()
  await crowded.close()
})

it('lets a join wait for the change feed as long as it requests, and then refuses it', async () => {
  await engine.owner.query(`
    create table public.slow_water (id int primary key, depth int);
    grant select on public.slow_water to anon;
    alter publication supabase_realtime add table public.slow_water`)
  const lock = new pg.Client(engine.databaseUrl)
  await lock.connect()
  const socket = await openSocket(engine)
  const waiting = (timeout: number) =>
    joinPayload([{ event: '*', schema: 'public', table: 'slow_water', filter: 'depth=gt.3' }], {
      postgres_changes_options: { wait: true, timeout },
    })
  join(socket, 1, waiting(10_000))
  expect((await socket.reply('1')).payload).toMatchObject({ status: 'ok' })
  await lock.query('begin')
  await lock.query('lock table public.slow_water in access exclusive mode')
  join(socket, 2, waiting(300))
  expect((await socket.reply('2')).payload).toEqual({
    status: 'error',
    response: { reason: 'PostgresChangesSubscribeTimeout: Changes could not be followed in time' },
  })
  await lock.query('rollback')
  await lock.end()
  socket.close()
})

it('disconnects a client that does not read, and keeps delivering to the others', async () => {
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
