import type { RealtimeChannel } from '@supabase/supabase-js'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { guest, type Persona, service, signUp } from '../../../test-support/personas.ts'
import { startEngine, type TestEngine } from '../../../test-support/start-engine.ts'
import { joinPayload, openSocket, type RawSocket } from './realtime-socket.ts'

let engine: TestEngine
let captain: Persona
let crew: Persona

// On the lake everyone receives broadcasts and presence, one may send; the boat has no presence; the pub has no policy.
beforeAll(async () => {
  engine = await startEngine()
  captain = await signUp(engine)
  crew = await signUp(engine)
  await engine.owner.query(`
    create policy hear on realtime.messages for select to authenticated
      using (realtime.topic() = 'lake' or (realtime.topic() = 'boat' and extension = 'broadcast'));
    create policy speak on realtime.messages for insert to authenticated
      with check (
        extension = 'broadcast' and realtime.topic() in ('lake', 'boat') and (select auth.uid()) = '${captain.user.id}'
        or extension = 'presence' and realtime.topic() = 'lake'
      )`)
})
afterAll(async () => {
  await engine.close()
})

interface Received {
  event: string
  payload: unknown
}

/** Joins a private channel and collects its broadcasts. */
async function enter(client: Persona, name: string, config: object = {}) {
  const received: Received[] = []
  const waiting = new Set<() => void>()
  const channel = client.channel(name, { config: { private: true, ...config } })
  channel.on('broadcast', { event: '*' }, ({ event, payload }: Received) => {
    received.push({ event, payload })
    for (const check of [...waiting]) check()
  })
  await new Promise<void>((resolve, reject) => {
    channel.subscribe((status, error) => {
      if (status === 'SUBSCRIBED') resolve()
      else if (status !== 'CLOSED') reject(error ?? new Error(status))
    })
  })
  const until = (count: number) =>
    new Promise<void>((resolve) => {
      const check = () => void (received.length >= count && resolve())
      waiting.add(check)
      check()
    })
  return { channel, received, until }
}

const shout = (channel: RealtimeChannel, event: string, payload: object) =>
  channel.send({ type: 'broadcast', event, payload })

/** A final broadcast of the captain: earlier messages have arrived before it, or never will. */
async function lastWord(
  rooms: { received: Received[]; until(count: number): Promise<void> }[],
  speaker: RealtimeChannel,
) {
  await shout(speaker, 'last', {})
  await Promise.all(
    rooms.map(async ({ received, until }) => {
      while (!received.some(({ event }) => event === 'last')) await until(received.length + 1)
    }),
  )
}

describe('broadcasts', () => {
  it('are received by those whom a select policy admits, and sent by those whom an insert policy admits', async () => {
    const [speaker, listener] = [await enter(captain, 'lake'), await enter(crew, 'lake')]
    const open = captain.channel('lake')
    expect(await shout(speaker.channel, 'bite', { weight: 12.5, where: 'südlich der Insel 🎣' })).toBe('ok')
    await listener.until(1)
    await shout(listener.channel, 'mutiny', {})
    await lastWord([listener], speaker.channel)
    expect(listener.received).toEqual([
      { event: 'bite', payload: { weight: 12.5, where: 'südlich der Insel 🎣' } },
      { event: 'last', payload: {} },
    ])
    // Neither its own messages, which it did not ask for, nor those of a member who may not send.
    expect(speaker.received).toEqual([])
    await captain.removeChannel(open)
    await Promise.all([captain, crew].map((client) => client.removeAllChannels()))
  })

  it('return to a sender who requests this, complete at any length, and as bytes', async () => {
    const both = { broadcast: { self: true, ack: true } }
    const [speaker, listener] = [await enter(captain, 'lake', both), await enter(crew, 'lake')]
    const long = 'ü'.repeat(30_000)
    expect(await shout(speaker.channel, 'long', { long })).toBe('ok')
    await shout(speaker.channel, 'bytes', new Uint8Array([0, 255, 7]).buffer as never)
    await Promise.all([speaker.until(2), listener.until(2)])
    for (const { received } of [speaker, listener]) {
      expect(received[0]).toEqual({ event: 'long', payload: { long } })
      expect([...new Uint8Array(received[1]?.payload as ArrayBuffer)]).toEqual([0, 255, 7])
    }
    await Promise.all([captain, crew].map((client) => client.removeAllChannels()))
  })

  it('reach neither public channels of the same name nor other private ones', async () => {
    const [speaker, boat] = [await enter(captain, 'lake'), await enter(crew, 'boat')]
    const outsider = await openSocket(engine)
    outsider.send({ topic: 'realtime:lake', event: 'phx_join', ref: '1', joinRef: '1', payload: joinPayload() })
    await outsider.reply('1')
    await shout(speaker.channel, 'bite', {})
    const captainOnBoat = await enter(captain, 'boat')
    await lastWord([boat], captainOnBoat.channel)
    expect(boat.received).toEqual([{ event: 'last', payload: {} }])
    expect(outsider.frames.filter(({ event }) => event === 'broadcast')).toEqual([])
    outsider.close()
    await Promise.all([captain, crew].map((client) => client.removeAllChannels()))
  })
})

describe('a private channel without a policy for the caller', () => {
  it.each(['pub', 'newsfeed', 'tables:info_cards'])('refuses every join: %s', async (name) => {
    await expect(enter(captain, name)).rejects.toThrow(
      `Unauthorized: You do not have permissions to read from this Channel topic: ${name}`,
    )
    await captain.removeAllChannels()
  })

  it('refuses guests on every channel, and admits the secret key to all', async () => {
    await expect(enter(guest(engine) as Persona, 'lake')).rejects.toThrow('Unauthorized')
    const operator = service(engine) as Persona
    const { channel } = await enter(operator, 'pub')
    expect(channel.state).toBe('joined')
    await operator.removeAllChannels()
  })

  it('leaves no row behind', async () => {
    expect(await engine.owner.query('select count(*)::int as rows from realtime.messages')).toEqual([{ rows: 0 }])
  })
})

async function rawJoin(client: Persona, topic: string, key: string, version: '1.0.0' | '2.0.0' = '2.0.0') {
  const socket = await openSocket(engine, version)
  const { data } = await client.auth.getSession()
  const config = { private: true, presence: { key, enabled: true }, broadcast: { ack: true, self: false } }
  const payload = { ...joinPayload([], config), access_token: data.session?.access_token }
  socket.send({ topic, event: 'phx_join', ref: '1', joinRef: '1', payload })
  expect((await socket.reply('1')).payload).toMatchObject({ status: 'ok' })
  return socket
}

const track = async (socket: RawSocket, ref: string, payload: object, event = 'track') => {
  socket.send({
    topic: 'realtime:lake',
    event: 'presence',
    ref,
    joinRef: '1',
    payload: { type: 'presence', event, payload },
  })
  return (await socket.reply(ref)).payload
}

describe.each(['1.0.0', '2.0.0'] as const)('presence, protocol %s', (version) => {
  it('is sent on joining, on changes and on leaving', async () => {
    const first = await rawJoin(captain, 'realtime:lake', 'captain', version)
    expect((await first.frame(({ event }) => event === 'presence_state')).payload).toEqual({})
    expect(await track(first, '2', { swim: 4 })).toEqual({ status: 'ok', response: {} })
    const diffs = (socket: RawSocket) =>
      socket.frames.filter(({ event }) => event === 'presence_diff').map(({ payload }) => payload)
    await first.frame(({ event }) => event === 'presence_diff')
    expect(diffs(first)).toEqual([
      { joins: { captain: { metas: [{ swim: 4, phx_ref: expect.any(String) }] } }, leaves: {} },
    ])

    const second = await rawJoin(crew, 'realtime:lake', 'crew', version)
    const { payload } = await second.frame(({ event }) => event === 'presence_state')
    expect(payload).toEqual({ captain: { metas: [{ swim: 4, phx_ref: expect.any(String) }] } })
    const [{ phx_ref: before }] = (payload.captain as { metas: [{ phx_ref: string }] }).metas
    await track(first, '3', { swim: 5 })
    const moved = await second.frame(({ event }) => event === 'presence_diff')
    expect(moved.payload).toEqual({
      joins: { captain: { metas: [{ swim: 5, phx_ref: expect.any(String), phx_ref_prev: before }] } },
      leaves: { captain: { metas: [{ swim: 4, phx_ref: before }] } },
    })
    await track(second, '4', {})
    expect(await track(second, '5', {}, 'untrack')).toMatchObject({ status: 'ok' })
    await first.frame(({ event, payload: { leaves } }) => event === 'presence_diff' && 'crew' in (leaves as object))
    first.close()
    const gone = ({ leaves, joins }: Record<string, unknown>) =>
      'captain' in (leaves as object) && !('captain' in (joins as object))
    await second.frame(({ event, payload: diff }) => event === 'presence_diff' && gone(diff))
    second.close()
    await expect.poll(() => engine.owner.query('select key from engine.presences')).toEqual([])
  })

  it('is not available without a policy for it', async () => {
    const socket = await rawJoin(captain, 'realtime:boat', 'captain', version)
    expect((await socket.frame(({ event }) => event === 'presence_state')).payload).toEqual({})
    const payload = { type: 'presence', event: 'track', payload: {} }
    socket.send({ topic: 'realtime:boat', event: 'presence', ref: '2', joinRef: '1', payload })
    expect((await socket.reply('2')).payload).toMatchObject({ status: 'error' })
    expect(await engine.owner.query('select key from engine.presences')).toEqual([])
    socket.close()
  })
})

it('allows five presence calls in half a minute', async () => {
  const strict = await startEngine({ rateLimitScale: 1 })
  await strict.owner.query(
    `create policy everything on realtime.messages for all to anon using (true) with check (true)`,
  )
  const socket = await openSocket(strict)
  const payload = joinPayload([], { private: true, presence: { key: 'me', enabled: true } })
  socket.send({ topic: 'realtime:lake', event: 'phx_join', ref: '1', joinRef: '1', payload })
  await socket.reply('1')
  for (const ref of ['2', '3', '4', '5', '6']) expect(await track(socket, ref, {})).toMatchObject({ status: 'ok' })
  expect(await track(socket, '7', {})).toEqual({
    status: 'error',
    response: { reason: 'ClientPresenceRateLimitReached: Too many presence events' },
  })
  socket.close()
  await strict.close()
})

describe('rights', () => {
  it('are checked again with every new token', async () => {
    const socket = await rawJoin(crew, 'realtime:lake', 'crew')
    await engine.owner.query('alter policy hear on realtime.messages to service_role')
    const renewed = await crew.auth.refreshSession()
    const access = { access_token: renewed.data.session?.access_token }
    socket.send({ topic: 'realtime:lake', event: 'access_token', ref: '2', joinRef: '1', payload: access })
    await socket.frame(({ event }) => event === 'phx_close')
    expect(await socket.frame(({ event }) => event === 'system')).toMatchObject({
      payload: { status: 'error', message: expect.stringContaining('Unauthorized') },
    })
    await engine.owner.query('alter policy hear on realtime.messages to authenticated')
    socket.close()
  })

  it('that do not allow sending lead to no answer, even if one was requested', async () => {
    const socket = await rawJoin(crew, 'realtime:lake', 'crew')
    const payload = { type: 'broadcast', event: 'mutiny', payload: {} }
    socket.send({ topic: 'realtime:lake', event: 'broadcast', ref: '2', joinRef: '1', payload })
    socket.send({ topic: 'phoenix', event: 'heartbeat', ref: '3' })
    expect(await track(socket, '4', {})).toMatchObject({ status: 'ok' })
    expect(socket.frames.filter(({ ref }) => ref === '2')).toEqual([])
    socket.close()
  })
})

it.each(['a\0b', '\ud800'])('refuses an event that cannot be stored: %j', async (event) => {
  const socket = await rawJoin(captain, 'realtime:lake', 'captain')
  const payload = { type: 'broadcast', event, payload: {} }
  socket.send({ topic: 'realtime:lake', event: 'broadcast', ref: '2', joinRef: '1', payload })
  expect((await socket.reply('2')).payload).toMatchObject({ status: 'error' })
  socket.close()
})

describe('over HTTP', () => {
  const post = async (path: string, body: unknown, token: string) =>
    await fetch(`${engine.url}/realtime/v1/api/broadcast${path}`, {
      method: 'POST',
      headers: {
        apikey: engine.publishableKey,
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
      },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    })
  const tokenOf = async (client: Persona) => (await client.auth.getSession()).data.session?.access_token ?? ''

  it('broadcasts what policies let the caller send', async () => {
    const listener = await enter(crew, 'lake')
    const channel = captain.channel('lake', { config: { private: true } })
    await captain.realtime.setAuth()
    expect(await channel.httpSend('bite', { fish: 'tench' })).toEqual({ success: true })
    await listener.until(1)
    const foreign = crew.channel('boat', { config: { private: true } })
    await crew.realtime.setAuth()
    await expect(foreign.httpSend('mutiny', {})).rejects.toThrow('permissions')
    const messages = ['lake', 'boat', 'pub'].map((topic) => ({ topic, event: 'list', payload: {}, private: true }))
    expect((await post('', { messages }, await tokenOf(crew))).status).toBe(202)
    expect((await post('', { messages }, await tokenOf(captain))).status).toBe(202)
    await listener.until(2)
    expect(listener.received).toEqual([
      { event: 'bite', payload: { fish: 'tench' } },
      { event: 'list', payload: {} },
    ])
    await Promise.all([captain, crew].map((client) => client.removeAllChannels()))
  })

  it.each([
    ['no list', '', {}, 422],
    [
      'too many messages',
      '',
      { messages: Array(101).fill({ topic: 'lake', event: 'e', payload: {}, private: true }) },
      422,
    ],
    ['no event', '', { messages: [{ topic: 'lake', payload: {}, private: true }] }, 422],
    ['no JSON', '', 'hello', 400],
    ['a public channel', '/lake/events/bite', {}, 403],
    ['a name that cannot be decoded', '/%ff/events/bite?private=true', {}, 422],
    ['a topic with a NUL', '/a%00b/events/bite?private=true', {}, 422],
    ['an event with a NUL', '/lake/events/a%00b?private=true', {}, 422],
    [
      'an event with half a surrogate pair',
      '',
      { messages: [{ topic: 'lake', event: '\ud800', payload: {}, private: true }] },
      422,
    ],
    ['a payload above 64 KiB', '/lake/events/bite?private=true', { long: 'x'.repeat(65_536) }, 413],
    ['another address', '/lake', {}, 404],
  ])('is refused: %s', async (_what, path, body, status) => {
    expect((await post(path, body, await tokenOf(captain))).status).toBe(status)
  })

  it('is refused without a valid session', async () => {
    expect((await post('/lake/events/bite?private=true', {}, 'not.a.token')).status).toBe(401)
    expect((await post('/lake/events/bite?private=true', {}, engine.publishableKey)).status).toBe(403)
  })
})

it('receives broadcasts from SQL, at commit', async () => {
  const listener = await enter(crew, 'lake')
  await engine.owner.query(`
    create table public.logbook (id int primary key, note text);
    create function public.tell() returns trigger language plpgsql security definer set search_path = '' as $$
    begin
      perform realtime.broadcast_changes('lake', tg_op, tg_op, tg_table_name, tg_table_schema, new, old);
      return null;
    end $$;
    create trigger tell after insert or delete on public.logbook for each row execute function public.tell()`)
  await engine.owner.query(`select realtime.send('{"fish":"eel"}', 'bite', 'lake')`)
  await engine.owner.query(`insert into public.logbook values (1, 'first frost')`)
  await listener.until(2)
  expect(listener.received).toEqual([
    { event: 'bite', payload: { fish: 'eel', id: expect.any(String) } },
    {
      event: 'INSERT',
      payload: {
        operation: 'INSERT',
        schema: 'public',
        table: 'logbook',
        record: { id: 1, note: 'first frost' },
        old_record: null,
        id: expect.any(String),
      },
    },
  ])
  await crew.removeAllChannels()
})

it('cannot be sent to by members through functions of the database', async () => {
  const { error } = await captain.schema('realtime' as never).rpc('send' as never, { topic: 'lake' } as never)
  expect(error).toMatchObject({ code: 'PGRST106' })
})
