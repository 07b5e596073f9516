import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { guest, type Persona, signUp } from '../../../test-support/personas.ts'
import { startEngine, type TestEngine } from '../../../test-support/start-engine.ts'
import { follow } from '../conformance/realtime-follow.ts'
import { openSocket } from '../conformance/realtime-socket.ts'

let first: TestEngine
let second: TestEngine
let admin: Persona
beforeAll(async () => {
  first = await startEngine()
  const { databaseUrl, jwtSecret, publishableKey, secretKey } = first
  second = await startEngine({ databaseUrl, jwtSecret, publishableKey, secretKey })
  admin = await signUp(first, { admin: true })
})
afterAll(async () => {
  await second.close()
  await first.close()
})

const cards = { event: 'INSERT', schema: 'public', table: 'info_cards' } as const
const addCard = async (title: string) =>
  await admin
    .from('info_cards')
    .insert({ placement: 'home', title, is_active: true, start_date: '2026-01-01', end_date: '2099-01-01' })
    .throwOnError()

describe('two engines on one database', () => {
  it('deliver each other’s changes to their subscribers, each of them once', async () => {
    const readers = [guest(first), guest(second)]
    const followed = await Promise.all(readers.map((reader) => follow(reader, [cards])))
    for (let i = 0; i < 20; i += 1) await addCard(`card ${i}`)
    const seen = await Promise.all(followed.map(({ until }) => until(({ length }) => length >= 20)))
    const titles = Array.from({ length: 20 }, (_, i) => `card ${i}`)
    expect(seen.map((changes) => changes.map((change) => change.new.title))).toEqual([titles, titles])
    await Promise.all(readers.map((reader) => reader.removeAllChannels()))
  })

  it('close the channels of a session that ended at the other one', async () => {
    const member = await signUp(second)
    const seen = await follow(member, [cards])
    const { access_token: token } = (await member.auth.getSession()).data.session ?? { access_token: '' }
    await fetch(`${first.url}/auth/v1/logout`, {
      method: 'POST',
      headers: { apikey: first.publishableKey, authorization: `Bearer ${token}` },
    })
    await seen.status('CLOSED')
    await member.removeAllChannels()
  })
})

describe('the capture', () => {
  const update = `update public.info_cards set title = 'changed'`

  /** The notifications during the work, and its duration in milliseconds. */
  const notificationsOf = async (work: () => Promise<unknown>) => {
    const listener = new pg.Client(first.databaseUrl)
    await listener.connect()
    const received: string[] = []
    const ended = new Promise<void>((resolve) => {
      listener.on('notification', ({ payload = '' }) => {
        if (payload === 'end') resolve()
        else received.push(payload)
      })
    })
    await listener.query('listen realtime_change')
    await first.owner.query(`select setval('engine.woken_at', 0)`)
    const began = performance.now()
    await work()
    await first.owner.query(`select pg_notify('realtime_change', 'end')`)
    await ended
    const ms = performance.now() - began
    await listener.end()
    return { received, ms }
  }

  it('wakes the engines once per transaction that changes rows and commits', async () => {
    const { owner } = first
    await addCard('to be changed')
    const both = `do $$ begin ${update}; ${update}; end $$`
    expect((await notificationsOf(() => owner.query(both))).received).toEqual([''])
    expect((await notificationsOf(() => owner.query(`${update} where false`))).received).toEqual([])
    const undone = `do $$ begin ${update}; raise 'no'; end $$`
    expect((await notificationsOf(() => owner.query(undone).catch(() => {}))).received).toEqual([])
  })

  it('wakes them at most once in 50 ms, however many transactions write', async () => {
    const { received, ms } = await notificationsOf(async () => {
      for (let i = 0; i < 100; i += 1) await first.owner.query(update)
    })
    expect(received.length).toBeGreaterThan(0)
    expect(received.length).toBeLessThanOrEqual(1 + Math.floor(ms / 50))
  })
})

describe('private channels', () => {
  interface Seen {
    payload: unknown
  }
  const enter = async (engine: TestEngine) => {
    const client = guest(engine)
    const [received, present]: [Seen[], string[][]] = [[], []]
    const statuses: string[] = []
    const channel = client.channel('lake', { config: { private: true, presence: { key: engine.url } } })
    channel.on('broadcast', { event: '*' }, (message: Seen) => void received.push(message))
    channel.on('presence', { event: 'sync' }, () => void present.push(Object.keys(channel.presenceState())))
    channel.subscribe((status) => void statuses.push(status))
    await expect.poll(() => statuses).toEqual(['SUBSCRIBED'])
    return { client, channel, received, present, statuses }
  }

  it('carry broadcasts and presence from one engine to the other, each once, and survive a lost database', async () => {
    await first.owner.query(
      'create policy all_ears on realtime.messages for all to anon using (true) with check (true)',
    )
    const [here, there] = [await enter(first), await enter(second)]
    for (const { channel } of [here, there]) await channel.track({})
    for (const { present } of [here, there])
      await expect.poll(() => present.at(-1)?.toSorted()).toEqual([first.url, second.url].toSorted())
    for (let i = 0; i < 5; i += 1) await here.channel.send({ type: 'broadcast', event: 'bite', payload: { i } })
    await expect.poll(() => there.received.map(({ payload }) => payload)).toEqual([0, 1, 2, 3, 4].map((i) => ({ i })))
    await there.client.removeAllChannels()
    await expect.poll(() => here.present.at(-1)).toEqual([first.url])

    await first.owner.query(`
      select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()`)
    await expect.poll(() => here.statuses, { timeout: 15_000 }).toEqual(['SUBSCRIBED', 'CHANNEL_ERROR', 'SUBSCRIBED'])
    await here.client.removeAllChannels()
  })

  it('drop the presences of a stopped engine', async () => {
    const { databaseUrl, jwtSecret, publishableKey, secretKey } = first
    const third = await startEngine({ databaseUrl, jwtSecret, publishableKey, secretKey })
    const [stays, goes] = [await enter(first), await enter(third)]
    for (const { channel } of [stays, goes]) await channel.track({})
    await expect.poll(() => stays.present.at(-1)).toHaveLength(2)
    await third.close()
    await expect.poll(() => stays.present.at(-1)).toEqual([first.url])
    await goes.client.removeAllChannels()
    await stays.client.removeAllChannels()
  })
})

it('deliver all messages of a transaction, also those that are equal but for their topic', async () => {
  const content = 'carp '.repeat(1_500)
  const heard: string[] = []
  // As long as each other, so that they have parts in common.
  const topics = ['left', 'pool']
  const member = await signUp(second)
  await first.owner.query(`create policy hear_all on realtime.messages for select to authenticated using (true)`)
  for (const topic of topics)
    await new Promise<void>((resolve) => {
      member
        .channel(topic, { config: { private: true } })
        .on('broadcast', { event: 'news' }, ({ payload }) => heard.push(`${topic} ${payload.content.length}`))
        .subscribe((status) => status === 'SUBSCRIBED' && resolve())
    })
  await first.owner.query(
    `select realtime.send(jsonb_build_object('id', 1, 'content', $1::text), 'news', t) from unnest($2::text[]) as t`,
    [content, topics],
  )
  await expect.poll(() => heard.toSorted()).toEqual(topics.map((topic) => `${topic} ${content.length}`))
  await first.owner.query('drop policy hear_all on realtime.messages')
  await member.removeAllChannels()
})

it('removes messages that are older than three days at the start of an engine', async () => {
  const { databaseUrl, jwtSecret, publishableKey, secretKey, owner } = first
  for (const topic of ['new', 'old']) await owner.query(`select realtime.send('{}', 'bite', $1)`, [topic])
  await owner.query(`update realtime.messages set inserted_at = inserted_at - interval '72 hours' where topic = 'old'`)
  const third = await startEngine({ databaseUrl, jwtSecret, publishableKey, secretKey })
  const topics = async () =>
    (await owner.query(`select topic from realtime.messages where topic in ('new', 'old')`)).map(({ topic }) => topic)
  await expect.poll(topics, { timeout: 10_000 }).toEqual(['new'])
  await third.close()
})

describe('a lost database', () => {
  it('ends with every client joined again, notified to reload, and subscribed', async () => {
    const readers = [guest(first), guest(second)]
    const followed = await Promise.all(readers.map((reader) => follow(reader, [cards])))
    const before = followed.map(({ statuses }) => statuses.length)
    await first.owner.query(`
      select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()`)
    await Promise.all(followed.map(({ status }) => status('SUBSCRIBED', 2)))
    expect(followed.map(({ statuses }, i) => statuses.slice(before[i]))).toEqual([
      ['CHANNEL_ERROR', 'SUBSCRIBED'],
      ['CHANNEL_ERROR', 'SUBSCRIBED'],
    ])
    await addCard('after the storm')
    const seen = await Promise.all(
      followed.map(({ until }) => until((changes) => changes.some((change) => change.new.title === 'after the storm'))),
    )
    expect(seen.map(({ length }) => length)).toEqual([1, 1])
    await Promise.all(readers.map((reader) => reader.removeAllChannels()))
  })
})

it('closes its sockets with a code when it stops, and does not wait for those that do not answer', async () => {
  const { databaseUrl, jwtSecret, publishableKey, secretKey } = first
  const third = await startEngine({ databaseUrl, jwtSecret, publishableKey, secretKey })
  const [polite, stuck] = [await openSocket(third), await openSocket(third)]
  stuck.socket.pause()
  await third.close()
  expect(await polite.closed).toBe(1012)
  stuck.socket.terminate()
})
