import type { RealtimeChannel, SupabaseClient } from '@supabase/supabase-js'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { guest, type Persona, service, signUp } from '../../../test-support/personas.ts'
import { startEngine, type TestEngine } from '../../../test-support/start-engine.ts'

// Channels that are not private, which the operator may switch on.
let engine: TestEngine
let member: Persona
let visitor: SupabaseClient

beforeAll(async () => {
  engine = await startEngine({ publicChannels: true })
  member = await signUp(engine)
  visitor = guest(engine)
  await engine.owner.query(`
    create policy hear on realtime.messages for select to authenticated using (realtime.topic() = 'lake');
    create policy speak on realtime.messages for insert to authenticated with check (realtime.topic() = 'lake')`)
})
afterAll(() => engine?.close())
afterEach(async () => {
  await Promise.all([member, visitor].map((client) => client.removeAllChannels()))
})

/** Joins a channel, and collects the broadcasts on it. */
async function enter(client: SupabaseClient, name: string, config: object = {}) {
  const received: object[] = []
  const channel = client.channel(name, { config })
  channel.on('broadcast', { event: '*' }, ({ event, payload }) => void received.push({ event, payload }))
  channel.on('presence', { event: 'sync' }, () => {})
  await joined(channel)
  return { channel, received }
}

const joined = (channel: RealtimeChannel) =>
  new Promise<void>((resolve, reject) => {
    channel.subscribe((status, error) => {
      if (status === 'SUBSCRIBED') resolve()
      else if (status !== 'CLOSED') reject(error ?? new Error(status))
    })
  })
const say = (channel: RealtimeChannel, n: number) => channel.send({ type: 'broadcast', event: 'bite', payload: { n } })
const bites = (...numbers: number[]) => numbers.map((n) => ({ event: 'bite', payload: { n } }))

describe('a public channel', () => {
  it('passes messages of everybody to everybody else, and to the sender on request', async () => {
    const ack = { broadcast: { ack: true, self: true } }
    const [here, there] = [await enter(visitor, 'lake', ack), await enter(member, 'lake')]
    expect(await say(here.channel, 1)).toBe('ok')
    await say(there.channel, 2)
    await vi.waitFor(() => expect(here.received).toEqual(bites(1, 2)))
    expect(there.received).toEqual(bites(1))
  })

  it('is another channel than the private one of its name', async () => {
    const open = await enter(visitor, 'lake')
    const closed = await enter(member, 'lake', { private: true, broadcast: { self: true } })
    await say(closed.channel, 1)
    await vi.waitFor(() => expect(closed.received).toEqual(bites(1)))
    await service(engine).channel('lake').httpSend('bite', { n: 2 })
    await vi.waitFor(() => expect(open.received).toEqual(bites(2)))
    expect(closed.received).toEqual(bites(1))
  })

  it('has the presences of all who track one, and not those of the private channel', async () => {
    const [here, there] = [await enter(visitor, 'lake'), await enter(member, 'pond')]
    const hidden = await enter(member, 'lake', { private: true })
    expect(await hidden.channel.track({ name: 'hidden' })).toBe('ok')
    expect(await here.channel.track({ name: 'guest' })).toBe('ok')
    expect(await there.channel.track({ name: 'elsewhere' })).toBe('ok')
    const names = (channel: RealtimeChannel) =>
      Object.values(channel.presenceState<{ name: string }>()).flatMap((metas) => metas.map(({ name }) => name))
    await vi.waitFor(() => expect(names(here.channel)).toEqual(['guest']))
    const late = await enter(service(engine), 'lake')
    await vi.waitFor(() => expect(names(late.channel)).toEqual(['guest']))
    await here.channel.untrack()
    await vi.waitFor(() => expect(names(late.channel)).toEqual([]))
    await vi.waitFor(() => expect(names(hidden.channel)).toEqual(['hidden']))
    await late.channel.unsubscribe()
  })

  it('hears what SQL sends to it', async () => {
    const open = await enter(visitor, 'lake')
    await engine.owner.query(`select realtime.send('{"n": 5, "id": 1}', 'bite', 'lake', false)`)
    await engine.owner.query(`select realtime.send('{"n": 6, "id": 1}', 'bite', 'lake')`)
    await vi.waitFor(() => expect(open.received).toEqual([{ event: 'bite', payload: { n: 5, id: 1 } }]))
  })
})

describe('a message from a trigger', () => {
  it('is sent as whoever writes, who cannot call the function through the API', async () => {
    await engine.owner.query(`
      create table public.conf_bites (id integer primary key, fish text);
      create function public.conf_tell() returns trigger language plpgsql set search_path = '' as $$
      begin
        perform realtime.broadcast_changes('lake', 'bite', tg_op, tg_table_name, tg_table_schema, new, old);
        perform realtime.send('{"n": 1}', 'bite', new.fish, false);
        return null;
      end $$;
      create trigger tell after insert on public.conf_bites for each row execute function public.conf_tell();
      grant insert on public.conf_bites to authenticated`)
    await vi.waitFor(async () =>
      expect((await member.from('conf_bites').insert({ id: 1, fish: 'carp' })).error).toBeNull(),
    )
    // A message without a topic is a warning and not a failure of the write.
    expect((await member.from('conf_bites').insert({ id: 2, fish: null })).error).toBeNull()
    const topics = await engine.owner.query(`
      select topic, private from realtime.messages
      where extension = 'broadcast' and (topic = 'carp' or payload ? 'operation') order by topic`)
    expect(topics).toEqual([
      { topic: 'carp', private: false },
      { topic: 'lake', private: true },
      { topic: 'lake', private: true },
    ])
    for (const client of [visitor, member])
      expect((await client.schema('realtime').rpc('send', {})).error?.code).toBe('PGRST106')
  })
})
