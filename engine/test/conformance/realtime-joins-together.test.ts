import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Persona, service, signUp } from '../../../test-support/personas.ts'
import { startEngine, type TestEngine } from '../../../test-support/start-engine.ts'
import { joinPayload, openSocket, type RawSocket } from './realtime-socket.ts'

// Joins that wait at the same moment are asked in one statement. The engine has two connections for them; while the lock
// is held, two joins of "gate" keep them, and the joins after these wait and are asked together.

const LOCK = 77
const SLOW = 78
let engine: TestEngine
let keeper: pg.Client
let gatekeeper: Persona
let angler: Persona
let other: Persona
const sockets: RawSocket[] = []

beforeAll(async () => {
  engine = await startEngine({ realtimeConnections: 4 })
  keeper = new pg.Client(engine.databaseUrl)
  await keeper.connect()
  for (const add of [
    (one: Persona) => (gatekeeper = one),
    (one: Persona) => (angler = one),
    (one: Persona) => (other = one),
  ])
    add(await signUp(engine))
  // A sequence keeps its value when a transaction is rolled back: it counts how often the policy was asked.
  await engine.owner.query(`
    create sequence public.asked;
    grant usage on sequence public.asked to anon, authenticated;
    create table public.trail (note text);
    grant select, insert on public.trail to anon, authenticated;
    create function public.admits(p_topic text) returns boolean language plpgsql volatile as $$
      begin
        perform nextval('public.asked');
        case p_topic
          when 'gate' then
            perform pg_advisory_xact_lock_shared(${LOCK});
            return true;
          when 'open' then return true;
          when 'own' then return auth.uid() = '${angler.user.id}';
          when 'session' then return auth.jwt() ->> 'session_id' is not null;
          when 'trap' then
            if auth.uid() = '${other.user.id}' then raise exception 'not you' using errcode = 'P0001'; end if;
            return true;
          when 'assert' then
            assert auth.uid() <> '${other.user.id}';
            return true;
          when 'slow' then
            if auth.uid() = '${other.user.id}' then perform pg_advisory_xact_lock_shared(${SLOW}); end if;
            return true;
          when 'once' then
            -- True for the first only, if anything of the one before were left.
            insert into public.trail values ('seen');
            perform set_config('bankside.seen', coalesce(current_setting('bankside.seen', true), '') || 'x', false);
            return (select count(*) from public.trail) = 1 and current_setting('bankside.seen') = 'x';
          else return false;
        end case;
      end $$;
    create policy hear on realtime.messages for select to anon, authenticated
      using (extension = 'broadcast' and public.admits(realtime.topic()));`)
})
afterAll(async () => {
  await keeper?.end()
  await engine?.close()
})
beforeEach(async () => {
  await keeper.query('select pg_advisory_lock($1)', [LOCK])
})
afterEach(async () => {
  await keeper.query('select pg_advisory_unlock_all()')
  for (const { close } of sockets.splice(0)) close()
})

const tokenOf = async (client: Persona | undefined) =>
  client ? (await client.auth.getSession()).data.session?.access_token : undefined

async function sendJoin(client: Persona | undefined, topic: string): Promise<RawSocket> {
  const socket = await openSocket(engine)
  sockets.push(socket)
  const payload = { ...joinPayload([], { private: true }), access_token: await tokenOf(client) }
  socket.send({ topic: `realtime:${topic}`, event: 'phx_join', ref: '1', joinRef: '1', payload })
  return socket
}

const answerOf = async (socket: RawSocket) => {
  const { status, response } = (await socket.reply('1')).payload as { status: string; response: { reason?: string } }
  return status === 'ok' ? 'ok' : (response.reason?.split(':')[0] ?? status)
}

/** Holds both connections for questions. @returns a function that lets them go. */
async function holdConnections(): Promise<() => Promise<void>> {
  const waits = `select from pg_locks where locktype = 'advisory' and objid = ${LOCK} and not granted`
  const holders: RawSocket[] = []
  for (const holder of [gatekeeper, undefined]) {
    holders.push(await sendJoin(holder, 'gate'))
    await expect.poll(() => keeper.query(waits).then(({ rowCount }) => rowCount)).toBe(holders.length)
  }
  return async () => {
    await keeper.query('select pg_advisory_unlock($1)', [LOCK])
    expect(await Promise.all(holders.map(answerOf))).toEqual(['ok', 'ok'])
  }
}

/** Joins while the connections are held, so that all are asked together, and then lets them through. */
async function sendTogether(joins: [client: Persona | undefined, topic: string][]): Promise<RawSocket[]> {
  const release = await holdConnections()
  await engine.owner.query(`select setval('public.asked', 1, false)`)
  const sent: RawSocket[] = []
  for (const [client, topic] of joins) sent.push(await sendJoin(client, topic))
  // Messages of a socket are handled in order: the answer to a heartbeat follows what was read before it.
  for (const socket of sent) {
    socket.send({ topic: 'phoenix', event: 'heartbeat', ref: '2' })
    await socket.reply('2')
  }
  await release()
  return sent
}
const joinTogether = async (joins: [client: Persona | undefined, topic: string][]) =>
  await Promise.all((await sendTogether(joins)).map(answerOf))
const asked = async () =>
  (await engine.owner.query<{ n: number }>(`select last_value::int as n from public.asked`))[0]?.n

it('admits and refuses each caller and topic by itself', async () => {
  expect(
    await joinTogether([
      [angler, 'own'],
      [other, 'own'],
      [undefined, 'own'],
      [other, 'open'],
      [undefined, 'open'],
      [angler, 'session'],
      [undefined, 'session'],
      [angler, 'elsewhere'],
      [other, 'elsewhere'],
      [angler, `member:${angler.user.id}`],
      [other, `member:${angler.user.id}`],
      [angler, 'admin'],
    ]),
  ).toEqual(
    ['ok', ...Array.from({ length: 2 }, () => 'Unauthorized'), 'ok', 'ok', 'ok', 'Unauthorized'].concat([
      'Unauthorized',
      'Unauthorized',
      'ok',
      'Unauthorized',
      'Unauthorized',
    ]),
  )
})

describe('a policy', () => {
  it.each(['trap', 'assert'])('that raises an error for one member refuses that member only: %s', async (topic) => {
    expect(
      await joinTogether([
        [angler, topic],
        [other, topic],
        [angler, 'own'],
        [other, 'open'],
      ]),
    ).toEqual(['ok', 'DatabaseUnavailable', 'ok', 'ok'])
  })

  it('that waits for one member neither refuses the others nor makes them wait as long', async () => {
    await keeper.query('select pg_advisory_lock($1)', [SLOW])
    const [slow, ...others] = await sendTogether([
      [other, 'slow'],
      [angler, 'slow'],
      [other, 'own'],
      [angler, 'own'],
    ])
    expect(await Promise.all(others.map(answerOf))).toEqual(['ok', 'Unauthorized', 'ok'])
    await keeper.query('select pg_advisory_unlock($1)', [SLOW])
    expect(await answerOf(slow as RawSocket)).toBe('ok')
  })

  it('leaves nothing of one member to the next, and nothing in the database', async () => {
    expect(
      await joinTogether([
        [angler, 'once'],
        [other, 'once'],
        [gatekeeper, 'once'],
      ]),
    ).toEqual(['ok', 'ok', 'ok'])
    expect(await engine.owner.query('select from public.trail')).toEqual([])
    expect(await engine.owner.query('select from realtime.messages')).toEqual([])
  })
})

it('asks the same question of many sockets once', async () => {
  const answers = await joinTogether(Array.from({ length: 20 }, () => [angler, 'open']))
  expect(answers).toEqual(answers.map(() => 'ok'))
  expect(await asked()).toBe(1)
})

it('a topic that is not UTF-8 does not affect other subscribers', async () => {
  expect(
    await joinTogether([
      [angler, 'half \ud800'],
      [angler, 'own'],
      [other, 'own'],
    ]),
  ).toEqual(['unmatched topic', 'ok', 'Unauthorized'])
})

it('a session that ends while its join waits with others is refused, and they are not', async () => {
  const leaving = await signUp(engine)
  const release = await holdConnections()
  const left = await sendJoin(leaving, 'open')
  const stays = await sendJoin(angler, 'open')
  await leaving.auth.signOut()
  await release()
  expect([await answerOf(left), await answerOf(stays)]).toEqual(['InvalidJWTToken', 'ok'])
})

it('a member who is suspended while the join waits with others is refused, and they are not', async () => {
  const suspended = await signUp(engine)
  const release = await holdConnections()
  const refused = await sendJoin(suspended, 'feed')
  const stays = await sendJoin(angler, 'feed')
  await engine.owner.query('update public.profiles set is_suspended = true where id = $1', [suspended.user.id])
  await release()
  expect([await answerOf(refused), await answerOf(stays)]).toEqual(['Unauthorized', 'ok'])
})

it('an insert policy is checked for each member', async () => {
  await engine.owner.query(`create policy speak on realtime.messages for insert to authenticated
    with check (realtime.topic() = 'open' and auth.uid() = '${angler.user.id}')`)
  await joinTogether([
    [angler, 'open'],
    [other, 'open'],
    [undefined, 'open'],
  ])
  const [speaker, listener, stranger] = sockets.slice(-3) as [RawSocket, RawSocket, RawSocket]
  const bite = (from: string) => ({ type: 'broadcast', event: 'bite', payload: { from } })
  for (const [from, socket] of Object.entries({ stranger, listener, speaker })) {
    socket.send({ topic: 'realtime:open', event: 'broadcast', joinRef: '1', payload: bite(from) })
    socket.send({ topic: 'realtime:none', event: 'phx_leave', ref: '3' })
    await socket.reply('3')
  }
  await listener.frame(({ event }) => event === 'broadcast')
  const heard = listener.frames.filter(({ event }) => event === 'broadcast')
  expect(heard.map(({ payload }) => payload.payload)).toEqual([{ from: 'speaker' }])
  expect((await service(engine).from('profiles').select('id').limit(1)).error).toBeNull()
  await engine.owner.query('drop policy speak on realtime.messages')
})
