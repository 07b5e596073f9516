import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Persona, signUp } from '../../../test-support/personas.ts'
import { startEngine, type TestEngine } from '../../../test-support/start-engine.ts'
import { joinPayload, openSocket } from './realtime-socket.ts'

let engine: TestEngine
let angler: Persona

// On the lake everyone may receive all but whispers; the attic's policy depends on the message, so it admits no one.
beforeAll(async () => {
  engine = await startEngine()
  angler = await signUp(engine)
  await engine.owner.query(`
    create policy hear on realtime.messages for select to authenticated
      using (realtime.topic() = 'lake' and event is distinct from 'whisper' or realtime.topic() = 'attic' and event = 'x');
    create policy speak on realtime.messages for insert to authenticated with check (realtime.topic() = 'lake')`)
})
afterAll(async () => {
  await angler.removeAllChannels()
  await engine.close()
})
beforeEach(async () => void (await engine.owner.query('delete from realtime.messages')))

interface Received {
  event: string
  payload: { n: number; id: string }
  meta?: { id: string; replayed?: boolean }
}

const say = async (n: number, event = 'bite', topic = 'lake', isPrivate = true) =>
  await engine.owner.query('select realtime.send(jsonb_build_object($1::text, $2::int), $3, $4, $5)', [
    'n',
    n,
    event,
    topic,
    isPrivate,
  ])
const sayMany = async (count: number) => {
  for (let n = 1; n <= count; n += 1) await say(n)
}

/** Joins the lake and collects its messages, earlier and new ones. */
async function enter(replay: { since: number; limit?: number } | undefined, name = 'lake') {
  const received: Received[] = []
  const broadcast = replay === undefined ? {} : { broadcast: { replay } }
  const channel = angler.channel(name, { config: { private: true, ...broadcast } })
  channel.on('broadcast', { event: '*' }, (message) => void received.push(message as unknown as Received))
  await new Promise<void>((resolve, reject) => {
    channel.subscribe((status, error) => {
      if (status === 'SUBSCRIBED') resolve()
      else if (status !== 'CLOSED') reject(error ?? new Error(status))
    })
  })
  /** When this message has arrived, all earlier ones have arrived too. */
  const numbers = async () => {
    await say(0, 'last')
    await expect.poll(() => received.at(-1)?.event, { timeout: 10_000 }).toBe('last')
    await angler.removeChannel(channel)
    return received.slice(0, -1).map(({ payload }) => payload.n)
  }
  return { channel, received, numbers }
}

/** Sends it to a member who has joined before. One who joins afterwards can only receive it by a replay. */
async function sayToAnother(count: number) {
  const another = await enter(undefined)
  await sayMany(count)
  expect(await another.numbers()).toEqual(Array.from({ length: count }, (_, i) => i + 1))
  await engine.owner.query(`delete from realtime.messages where event = 'last'`)
}

describe('a member who joins a private channel', () => {
  it('receives the messages sent by SQL since a time, oldest first, before any new one', async () => {
    await sayMany(3)
    const [second] = await engine.owner.query<{ ms: number }>(
      `select floor(extract(epoch from inserted_at at time zone 'utc') * 1000)::float8 as ms
       from realtime.messages where payload ->> 'n' = '2'`,
    )
    const { received, numbers } = await enter({ since: second?.ms ?? 0 })
    expect((await numbers()).slice(-2)).toEqual([2, 3])
    expect(received.at(-2)).toEqual({
      type: 'broadcast',
      event: 'bite',
      payload: { n: 3, id: received.at(-2)?.meta?.id },
      meta: { replayed: true, id: expect.any(String) },
    })
    expect(received.at(-1)?.meta).toEqual({ id: received.at(-1)?.payload.id })
  })

  it('receives none of them without asking', async () => {
    await sayToAnother(2)
    expect(await (await enter(undefined)).numbers()).toEqual([])
  })

  it('gets at most the latest 25, or fewer on request', async () => {
    await sayMany(25)
    const upTo = (count: number) => Array.from({ length: count }, (_, i) => i + 1)
    expect(await (await enter({ since: 0 })).numbers()).toEqual(upTo(25))
    await engine.owner.query(`delete from realtime.messages where event = 'last'`)
    await say(26)
    for (const replay of [{ since: 0 }, { since: 0, limit: 25 }, { since: 0, limit: 26 }]) {
      expect(await (await enter(replay)).numbers()).toEqual(upTo(26).slice(1))
      await engine.owner.query(`delete from realtime.messages where event = 'last'`)
    }
    expect(await (await enter({ since: 0, limit: 2 })).numbers()).toEqual([25, 26])
  })

  it('receives every message once when joining while others send', async () => {
    const speaking = sayMany(20)
    const { received, numbers } = await enter({ since: 0 })
    await speaking
    expect(await numbers()).toEqual(Array.from({ length: 20 }, (_, i) => i + 1))
    expect(received.some(({ meta }) => meta?.replayed === undefined)).toBe(true)
  })

  it('receives nothing of other topics or public channels, from clients, or hidden by a policy', async () => {
    const speaker = await enter(undefined)
    await speaker.channel.send({ type: 'broadcast', event: 'bite', payload: { n: 1 } })
    await angler.channel('lake', { config: { private: true } }).httpSend('bite', { n: 2 })
    expect(await speaker.numbers()).toEqual([2])
    await engine.owner.query(`delete from realtime.messages where event = 'last'`)
    expect(await engine.owner.query('select * from realtime.messages')).toEqual([])
    // A whisper is hidden from replays only; the wait for it keeps it from arriving live after the next join.
    const listener = await enter(undefined)
    await say(3, 'bite', 'pond')
    await say(4, 'bite', 'lake', false)
    await say(5, 'whisper')
    await say(6)
    expect(await listener.numbers()).toEqual([5, 6])
    await engine.owner.query(`delete from realtime.messages where event = 'last'`)
    expect(await (await enter({ since: 0 })).numbers()).toEqual([6])
  })

  it('receives nothing older than three days, even if it is still stored', async () => {
    await sayToAnother(2)
    await engine.owner.query(
      `update realtime.messages set inserted_at = inserted_at - interval '72 hours' where payload ->> 'n' = '1'`,
    )
    expect(await (await enter({ since: 0 })).numbers()).toEqual([2])
  })

  it('is admitted by the channel’s policy, not by stored messages', async () => {
    await say(1, 'x', 'attic')
    await expect(enter({ since: 0 }, 'attic')).rejects.toThrow('You do not have permissions to read')
  })
})

it.each([
  ['on a public channel', false, { since: 0 }, 'Replay is not allowed for public channels'],
  ['without a time', true, {}, 'Replay params are not valid'],
  ['with an invalid time', true, { since: 'yesterday' }, 'Replay params are not valid'],
  ['with an invalid limit', true, { since: 0, limit: 'all' }, 'Replay params are not valid'],
])('refuses a replay %s', async (_what, isPrivate, replay, reason) => {
  const socket = await openSocket(engine)
  const payload = joinPayload([], { private: isPrivate, broadcast: { replay } })
  socket.send({ topic: 'realtime:lake', event: 'phx_join', ref: '1', joinRef: '1', payload })
  expect((await socket.reply('1')).payload).toEqual({
    status: 'error',
    response: { reason: `UnableToReplayMessages: ${reason}` },
  })
  socket.close()
})

describe('bytes sent by SQL', () => {
  const sayBytes = (bytes: string, event: string, isPrivate = true) =>
    engine.owner.query(`select realtime.send_binary($1::bytea, $2, 'lake', $3)`, [bytes, event, isPrivate])
  const bytesOf = (message: Received | undefined) => [...new Uint8Array(message?.payload as unknown as ArrayBuffer)]

  it('reach those who may receive them, with the ID of the message, and are replayed', async () => {
    const { received, numbers } = await enter(undefined)
    await sayBytes('\\xdeadbeef00ff', 'depth')
    // More than one notification holds, and more than one line of base64.
    await engine.owner.query(`select realtime.send_binary(decode(repeat('ab', 9000), 'hex'), 'chart', 'lake')`)
    await numbers()
    expect(received.map(({ event }) => event)).toEqual(['depth', 'chart', 'last'])
    expect(bytesOf(received[0])).toEqual([0xde, 0xad, 0xbe, 0xef, 0, 0xff])
    expect(bytesOf(received[1])).toEqual(Array.from({ length: 9000 }, () => 0xab))
    const rows = await engine.owner.query<{ id: string }>(
      `select id from realtime.messages where binary_payload is not null order by inserted_at`,
    )
    expect(received.slice(0, 2).map(({ meta }) => meta)).toEqual(rows.map(({ id }) => ({ id })))
    await engine.owner.query(`delete from realtime.messages where event = 'last'`)
    const later = await enter({ since: 0 })
    await later.numbers()
    expect(later.received.slice(0, 2).map(({ meta }) => meta)).toEqual(rows.map(({ id }) => ({ replayed: true, id })))
    expect(bytesOf(later.received[0])).toEqual([0xde, 0xad, 0xbe, 0xef, 0, 0xff])
  })

  it('do not reach a private channel when they are public, and null warns without failing the statement', async () => {
    const { received, numbers } = await enter(undefined)
    await sayBytes('\\x01', 'open', false)
    await engine.owner.query(`select realtime.send_binary(null, 'none', 'lake')`)
    await numbers()
    expect(received.map(({ event }) => event)).toEqual(['last'])
  })

  it('are sent by every role in SQL, and by nobody through the API', async () => {
    const called = await angler.schema('realtime' as never).rpc('send_binary' as never)
    expect(called.error?.code).toBe('PGRST106')
    const [{ may } = { may: [] }] = await engine.owner.query(
      `select array_agg(has_function_privilege(r, 'realtime.send_binary(bytea, text, text, boolean)', 'execute')) as may
       from unnest(array['anon', 'authenticated', 'service_role']) as r`,
    )
    expect(may).toEqual([true, true, true])
  })
})

describe('replication_ready', () => {
  it('tells a client that asks for it, and no other, that messages from SQL reach the channel', async () => {
    for (const [ready, told] of [
      [true, [{ channel: 'lake', extension: 'system', message: 'Replication connection established', status: 'ok' }]],
      [false, []],
    ] as const) {
      const heard: unknown[] = []
      const config = { private: true, broadcast: { replication_ready: ready } }
      const channel = angler.channel('lake', { config })
      channel.on('system', {}, (payload) => void heard.push(payload))
      const arrived = new Promise<void>((resolve) => channel.on('broadcast', { event: 'bite' }, () => resolve()))
      await new Promise<void>((resolve) => channel.subscribe((status) => void (status === 'SUBSCRIBED' && resolve())))
      await say(1)
      await arrived
      expect(heard).toEqual(told)
      await angler.removeChannel(channel)
    }
  })
})
