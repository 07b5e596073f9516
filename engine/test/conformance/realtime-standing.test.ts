import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Persona, signUp } from '../../../test-support/personas.ts'
import { startEngine, type TestEngine } from '../../../test-support/start-engine.ts'
import { joinPayload, openSocket, type RawSocket } from './realtime-socket.ts'

// Members on the list may receive broadcasts on the boat; those on board may also send. While the lock is held, the
// policy for the topic "lock" waits. The database announces that the standing of an account has changed, and the engine
// checks again what the account may do.

let engine: TestEngine
let angler: Persona
let other: Persona

beforeAll(async () => {
  engine = await startEngine()
  angler = await signUp(engine)
  other = await signUp(engine)
  await engine.owner.query(`
    create table public.crew_list (id uuid primary key, on_board boolean not null default false);
    grant select on public.crew_list to authenticated;
    create function public.pass_lock() returns boolean language plpgsql as $$
      begin
        perform pg_advisory_xact_lock_shared(42);
        return true;
      end $$;
    create policy hear on realtime.messages for select to authenticated using (
      (realtime.topic() in ('boat', 'pier') or (realtime.topic() = 'lock' and public.pass_lock()))
      and exists (select from public.crew_list as c where c.id = (select auth.uid())));
    create policy speak on realtime.messages for insert to authenticated with check (
      realtime.topic() = 'boat'
      and exists (select from public.crew_list as c where c.id = (select auth.uid()) and c.on_board))`)
})
afterAll(() => engine.close())
beforeEach(() =>
  engine.owner.query('insert into public.crew_list (id) values ($1), ($2) on conflict do nothing', [
    angler.user.id,
    other.user.id,
  ]),
)

const say = (n: number, topic = 'boat') =>
  engine.owner.query(`select realtime.send(jsonb_build_object('n', $1::int), 'news', $2)`, [n, topic])
const notify = `select pg_notify('realtime_recheck', $1::uuid::text)`
const strike = (id: string, then: string) =>
  engine.owner.query(
    `with struck as (delete from public.crew_list where id = $1 returning id),
      notified as materialized (${notify.replace('$1', 'id')} from struck)
    ${then} from notified`,
    [id],
  )

async function enter(client: Persona, topic = 'boat', broadcast: object = {}): Promise<RawSocket> {
  const socket = await openSocket(engine)
  const { data } = await client.auth.getSession()
  const payload = { ...joinPayload([], { private: true, broadcast }), access_token: data.session?.access_token }
  socket.send({ topic: `realtime:${topic}`, event: 'phx_join', ref: '1', joinRef: '1', payload })
  expect((await socket.reply('1')).payload).toMatchObject({ status: 'ok' })
  return socket
}

const received = ({ frames }: RawSocket) =>
  frames.flatMap(({ event, payload }) => (event === 'broadcast' ? [(payload.payload as { n: number }).n] : []))
const receives = (socket: RawSocket, n: number) =>
  socket.frame(({ event, payload }) => event === 'broadcast' && (payload.payload as { n: number }).n === n)

describe('an account whose standing has changed', () => {
  it('is removed from channels that it may no longer receive, and receives no later message', async () => {
    const [out, stays] = [await enter(angler), await enter(other)]
    await say(1)
    await receives(out, 1)
    // In one transaction with the loss of the right, as in a trigger.
    await strike(angler.user.id, `select realtime.send('{"n": 2}', 'news', 'boat')`)
    await out.frame(({ event }) => event === 'phx_close')
    expect(await out.frame(({ event }) => event === 'system')).toMatchObject({
      payload: {
        status: 'error',
        message: 'Unauthorized: You do not have permissions to read from this Channel topic: boat',
      },
    })
    await say(3)
    await receives(stays, 3)
    out.send({ topic: 'phoenix', event: 'heartbeat', ref: '9' })
    await out.reply('9')
    expect([received(out), received(stays)]).toEqual([[1], [1, 2, 3]])
    for (const { close } of [out, stays]) close()
  })

  it('keeps receiving everything, once and in order, where its rights are unchanged', async () => {
    const socket = await enter(angler)
    for (let n = 1; n <= 20; n += 1) {
      await engine.owner.query(`${notify}, realtime.send(jsonb_build_object('n', ${n}), 'news', 'boat')`, [
        angler.user.id,
      ])
    }
    await receives(socket, 20)
    expect(received(socket)).toEqual(Array.from({ length: 20 }, (_, i) => i + 1))
    expect(socket.frames.some(({ event }) => event === 'phx_close' || event === 'phx_error')).toBe(false)
    socket.close()
  })

  it('has to join again where it may do more, or less, than before', async () => {
    const socket = await enter(angler)
    await engine.owner.query('update public.crew_list set on_board = true where id = $1', [angler.user.id])
    await engine.owner.query(notify, [angler.user.id])
    await socket.frame(({ event }) => event === 'phx_error')
    socket.close()
    const again = await enter(angler)
    const listener = await enter(other)
    await engine.owner.query('update public.crew_list set on_board = false where id = $1', [angler.user.id])
    await engine.owner.query(notify, [angler.user.id])
    // Sent before the client can know of the change.
    const shout = { type: 'broadcast', event: 'news', payload: { n: 7 } }
    again.send({ topic: 'realtime:boat', event: 'broadcast', ref: '2', joinRef: '1', payload: shout })
    await again.frame(({ event }) => event === 'phx_error')
    await say(8)
    await receives(listener, 8)
    for (const { close } of [again, listener]) close()
  })

  it('keeps its other channels, and does not affect those of other accounts', async () => {
    const [own, foreign] = [await enter(angler, 'pier'), await enter(other, 'boat')]
    await engine.owner.query(notify, [angler.user.id])
    await say(1, 'pier')
    await say(2, 'boat')
    await Promise.all([receives(own, 1), receives(foreign, 2)])
    for (const { close } of [own, foreign]) close()
  })

  it('receives stored messages first and then new ones, when both arrive together', async () => {
    await engine.owner.query('delete from realtime.messages')
    for (const n of [1, 2, 3]) await say(n)
    const joining = enter(angler, 'boat', { replay: { since: 0 } })
    await engine.owner.query(`${notify}, realtime.send('{"n": 4}', 'news', 'boat')`, [angler.user.id])
    const socket = await joining
    await say(5)
    await receives(socket, 5)
    expect(received(socket)).toEqual([1, 2, 3, 4, 5])
    socket.close()
  })

  it('is not admitted by an answer from before the change', async () => {
    const present = await enter(angler)
    const keeper = new pg.Client(engine.databaseUrl)
    await keeper.connect()
    await keeper.query('select pg_advisory_lock(42)')
    const late = await openSocket(engine)
    const { data } = await angler.auth.getSession()
    const payload = { ...joinPayload([], { private: true }), access_token: data.session?.access_token }
    late.send({ topic: 'realtime:lock', event: 'phx_join', ref: '1', joinRef: '1', payload })
    const waits = `select from pg_locks where locktype = 'advisory' and objid = 42 and not granted`
    await expect.poll(() => keeper.query(waits).then(({ rowCount }) => rowCount)).toBe(1)
    await strike(angler.user.id, 'select 1')
    // The engine has received the change, and the check that began before it has not finished.
    await present.frame(({ event }) => event === 'phx_close')
    await keeper.end()
    expect((await late.reply('1')).payload).toMatchObject({
      status: 'error',
      response: { reason: expect.stringContaining('Unauthorized') },
    })
    for (const { close } of [present, late]) close()
  })
})

it('closes private channels at once on signing out', async () => {
  const leaving = await signUp(engine)
  await engine.owner.query('insert into public.crew_list (id) values ($1)', [leaving.user.id])
  const socket = await enter(leaving)
  await leaving.auth.signOut()
  await socket.frame(({ event }) => event === 'phx_close')
  const stays = await enter(other)
  await say(1)
  await receives(stays, 1)
  expect(received(socket)).toEqual([])
  for (const { close } of [socket, stays]) close()
})
