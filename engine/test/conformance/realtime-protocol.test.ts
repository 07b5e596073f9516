import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startEngine, type TestEngine } from '../../../test-support/start-engine.ts'
import { joinPayload, openSocket, refusedHandshake } from './realtime-socket.ts'

let engine: TestEngine
beforeAll(async () => {
  engine = await startEngine()
})
afterAll(async () => {
  await engine.close()
})

const handshake = (query: string, path?: string, headers = {}) => refusedHandshake(engine, headers, query, path)

describe('the handshake', () => {
  it('requires a known key', async () => {
    expect(await handshake('vsn=2.0.0')).toEqual({ status: 401, body: '{"error":"An API key is required"}' })
    const wrong = await handshake('apikey=sb_publishable_wrong')
    expect([wrong.status, JSON.parse(wrong.body)]).toEqual([401, { error: expect.stringContaining('key') }])
    expect((await handshake('apikey=a.b.c')).status).toBe(401)
  })

  it('refuses pages of other sites and other addresses', async () => {
    const key = `apikey=${engine.publishableKey}`
    expect((await handshake(key, undefined, { origin: 'https://evil.example' })).status).toBe(403)
    expect((await handshake(key, '/realtime/v1/elsewhere')).status).toBe(404)
  })
})

describe.each(['1.0.0', '2.0.0'] as const)('protocol %s', (version) => {
  it('answers heartbeats with their reference', async () => {
    const socket = await openSocket(engine, version)
    socket.send({ topic: 'phoenix', event: 'heartbeat', ref: '7' })
    expect(await socket.reply('7')).toEqual({
      joinRef: null,
      ref: '7',
      topic: 'phoenix',
      event: 'phx_reply',
      payload: { status: 'ok', response: {} },
    })
    socket.close()
  })

  it('repeats the bindings of a join verbatim, with the same number for equal bindings', async () => {
    const socket = await openSocket(engine, version)
    const changes = [
      { event: 'INSERT', schema: 'public', table: 'info_cards', filter: 'placement=eq.home' },
      { event: '*', schema: 'public', table: 'info_cards' },
      { event: 'INSERT', schema: 'public', table: 'info_cards', filter: 'placement=eq.home' },
      { event: '*', schema: 'public' },
    ]
    socket.send({ topic: 'realtime:cards', event: 'phx_join', ref: '1', joinRef: '1', payload: joinPayload(changes) })
    const { payload, joinRef } = await socket.reply('1')
    const { postgres_changes: sent } = payload.response as { postgres_changes: { id: number }[] }
    expect([payload.status, joinRef]).toEqual(['ok', '1'])
    expect(sent).toEqual(changes.map((change) => ({ ...change, id: expect.any(Number) })))
    const ids = sent.map(({ id }) => id)
    expect(ids.every((id) => Number.isInteger(id) && id > 0)).toBe(true)
    expect([ids[0] === ids[2], new Set(ids).size]).toEqual([true, 3])
    expect(await socket.frame(({ event }) => event === 'system')).toMatchObject({
      topic: 'realtime:cards',
      payload: {
        extension: 'postgres_changes',
        status: 'ok',
        message: 'Subscribed to PostgreSQL',
        channel: 'cards',
      },
    })
    socket.close()
  })

  it('answers a join without bindings, a leave and a join after it', async () => {
    const socket = await openSocket(engine, version)
    const topic = 'realtime:empty'
    socket.send({ topic, event: 'phx_join', ref: '1', joinRef: '1', payload: joinPayload() })
    expect((await socket.reply('1')).payload).toEqual({ status: 'ok', response: { postgres_changes: [] } })
    socket.send({ topic, event: 'phx_leave', ref: '2', joinRef: '1' })
    expect((await socket.reply('2')).payload).toEqual({ status: 'ok', response: {} })
    expect(await socket.frame(({ event }) => event === 'phx_close')).toMatchObject({ joinRef: '1', topic })
    socket.send({ topic, event: 'phx_join', ref: '3', joinRef: '3', payload: joinPayload() })
    expect((await socket.reply('3')).payload).toMatchObject({ status: 'ok' })
    socket.close()
  })

  it('closes the older channel when a topic is joined again', async () => {
    const socket = await openSocket(engine, version)
    const topic = 'realtime:twice'
    socket.send({ topic, event: 'phx_join', ref: '1', joinRef: '1', payload: joinPayload() })
    socket.send({ topic, event: 'phx_join', ref: '2', joinRef: '2', payload: joinPayload() })
    expect((await socket.reply('2')).payload).toMatchObject({ status: 'ok' })
    expect(socket.frames.filter(({ event }) => event === 'phx_close')).toMatchObject([{ joinRef: '1', topic }])
    socket.close()
  })

  it('refuses broadcasts, presence and private channels', async () => {
    const [speaker, listener] = [await openSocket(engine, version), await openSocket(engine, version)]
    const topic = 'realtime:newsfeed'
    const payload = joinPayload([], { broadcast: { ack: true, self: true }, presence: { key: 'me', enabled: true } })
    for (const socket of [speaker, listener]) {
      socket.send({ topic, event: 'phx_join', ref: '1', joinRef: '1', payload })
      expect((await socket.reply('1')).payload).toMatchObject({ status: 'ok' })
      expect((await socket.frame(({ event }) => event === 'presence_state')).payload).toEqual({})
    }
    const message = { type: 'broadcast', event: 'shout', payload: { text: 'points for all' } }
    speaker.send({ topic, event: 'broadcast', ref: '2', joinRef: '1', payload: message })
    expect((await speaker.reply('2')).payload).toMatchObject({
      status: 'error',
      response: { reason: expect.stringContaining('Unauthorized') },
    })
    speaker.send({ topic, event: 'presence', ref: '3', joinRef: '1', payload: { type: 'presence', event: 'track' } })
    expect((await speaker.reply('3')).payload).toMatchObject({ status: 'error' })
    const secret = joinPayload([], { private: true })
    speaker.send({ topic: 'realtime:secret', event: 'phx_join', ref: '4', joinRef: '4', payload: secret })
    expect((await speaker.reply('4')).payload).toEqual({
      status: 'error',
      response: { reason: 'Unauthorized: You do not have permissions to read from this Channel topic: secret' },
    })
    listener.send({ topic: 'phoenix', event: 'heartbeat', ref: '9' })
    await listener.reply('9')
    expect(listener.frames.filter(({ event }) => event === 'broadcast' || event === 'presence_diff')).toEqual([])
    for (const socket of [speaker, listener]) socket.close()
  })

  it('reports what is wrong with a join, and closes a socket that sends anything else', async () => {
    const socket = await openSocket(engine, version)
    const reasonFor = async (topic: string, payload: object, ref: string) => {
      socket.send({ topic, event: 'phx_join', ref, joinRef: ref, payload: payload as Record<string, unknown> })
      return (await socket.reply(ref)).payload
    }
    expect(await reasonFor('elsewhere', joinPayload(), '1')).toMatchObject({ status: 'error' })
    expect(await reasonFor('realtime:a', joinPayload([{ event: 'TRUNCATE', schema: 'public' }]), '2')).toMatchObject({
      status: 'error',
    })
    expect(await reasonFor('realtime:a', { ...joinPayload(), access_token: 'not.a.token' }, '3')).toMatchObject({
      status: 'error',
      response: { reason: 'JwtSignatureError: Failed to validate JWT signature' },
    })
    const wait = joinPayload([{ event: '*', schema: 'auth', table: 'users' }], {
      postgres_changes_options: { wait: true },
    })
    expect(await reasonFor('realtime:b', wait, '4')).toMatchObject({
      status: 'error',
      response: { reason: expect.stringMatching(/^RealtimeDisabledForConfiguration: Unable to subscribe/) },
    })
    for (const [ref, isPrivate] of [
      ['5', true],
      ['6', false],
    ] as const)
      expect(await reasonFor('realtime:a\0b', joinPayload([], { private: isPrivate }), ref)).toMatchObject({
        status: 'error',
        response: { reason: 'unmatched topic' },
      })
    for (const [ref, binding] of [
      ['7', { event: '*', schema: 'public\0' }],
      ['8', { event: '*', schema: 'public', table: 'games', filter: 'title=eq.a\0' }],
    ] as const)
      expect(await reasonFor('realtime:c', joinPayload([binding]), ref)).toMatchObject({
        status: 'error',
        response: { reason: expect.stringMatching(/^InvalidJoinPayload: .*NUL/) },
      })
    for (const [ref, key] of [
      ['9', 'a\0b'],
      ['10', '\ud800'],
    ] as const)
      expect(await reasonFor('realtime:c', joinPayload([], { presence: { key, enabled: true } }), ref)).toMatchObject({
        status: 'error',
        response: { reason: expect.stringMatching(/^InvalidJoinPayload: the presence key/) },
      })
    socket.socket.send('hello')
    expect(await socket.closed).toBe(1008)
  })
})

it('allows one socket 100 channels, and closes it at the next', async () => {
  const socket = await openSocket(engine)
  const join = (ref: string) =>
    socket.send({ topic: `realtime:room-${ref}`, event: 'phx_join', ref, joinRef: ref, payload: joinPayload() })
  for (let i = 1; i <= 100; i += 1) {
    join(String(i))
    expect((await socket.reply(String(i))).payload).toMatchObject({ status: 'ok' })
  }
  join('1')
  expect(await socket.frame(({ event, joinRef }) => event === 'phx_close' && joinRef === '1')).toBeDefined()
  join('101')
  expect(await socket.closed).toBe(1008)
})

it('drops broadcasts in binary frames, and answers those that request it', async () => {
  const socket = await openSocket(engine)
  const topic = 'realtime:binary'
  const payload = joinPayload([], { broadcast: { ack: true, self: true } })
  socket.send({ topic, event: 'phx_join', ref: '1', joinRef: '1', payload })
  await socket.reply('1')
  const head = [3, 1, 1, topic.length, 5, 0, 1]
  socket.socket.send(Buffer.concat([Buffer.from(head), Buffer.from(`12${topic}shout{"a":1}`)]))
  expect((await socket.reply('2')).payload).toMatchObject({ status: 'error' })
  socket.close()
})

it('refuses broadcasts to public channels over HTTP', async () => {
  const reply = await fetch(`${engine.url}/realtime/v1/api/broadcast`, {
    method: 'POST',
    headers: { apikey: engine.secretKey, 'content-type': 'application/json' },
    body: JSON.stringify({ messages: [{ topic: 'newsfeed', event: 'shout', payload: {} }] }),
  })
  expect([reply.status, await reply.json()]).toMatchObject([
    403,
    { error: 'Broadcast is offered on private channels only' },
  ])
  expect((await fetch(`${engine.url}/realtime/v1/api/tenants`)).status).toBe(404)
})
