import { SignJWT } from 'jose'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Persona, service, signIn, signUp } from '../../../test-support/personas.ts'
import { startEngine, type TestEngine } from '../../../test-support/start-engine.ts'
import { follow } from './realtime-follow.ts'
import { joinPayload, openSocket } from './realtime-socket.ts'

let engine: TestEngine
let admin: Persona
beforeAll(async () => {
  engine = await startEngine()
  admin = await signUp(engine, { admin: true })
})
afterAll(async () => {
  await engine.close()
})

const points = { event: '*', schema: 'public', table: 'points_log' } as const
const topic = 'realtime:own-points'
const now = () => Math.floor(Date.now() / 1000)

const tokenOf = async (client: Persona) => (await client.auth.getSession()).data.session?.access_token ?? ''
const tokenFor = async (id: string, exp: number, claims: object = { role: 'authenticated' }) =>
  await new SignJWT({ ...claims, aud: 'authenticated' })
    .setProtectedHeader({ alg: 'HS256' })
    .setSubject(id)
    .setExpirationTime(exp)
    .sign(Buffer.from(engine.jwtSecret))

async function joinAs(accessToken: unknown) {
  const socket = await openSocket(engine)
  const payload = { ...joinPayload([points]), access_token: accessToken }
  socket.send({ topic, event: 'phx_join', ref: '1', joinRef: '1', payload })
  return { socket, reply: (await socket.reply('1')).payload }
}

const give = async (id: string, change: number) =>
  await admin.from('points_log').insert({ user_id: id, points_change: change, reason: 'weigh-in' }).throwOnError()

describe('the end of a session', () => {
  it.each([
    ['signing out', async (member: Persona) => void (await member.auth.signOut())],
    ['deletion', async ({ user }: Persona) => void (await service(engine).auth.admin.deleteUser(user.id))],
  ])('by %s closes its channels, and leaves those of other members open', async (_how, end) => {
    const [member, other] = [await signUp(engine), await signUp(engine)]
    const [{ socket }, { socket: stays }] = [await joinAs(await tokenOf(member)), await joinAs(await tokenOf(other))]
    await end(member)
    expect(await socket.frame(({ event, payload }) => event === 'system' && payload.status === 'error')).toMatchObject({
      payload: { extension: 'system', message: 'InvalidJWTToken: The session of this token has ended' },
    })
    expect(await socket.frame(({ event }) => event === 'phx_close')).toMatchObject({ topic, joinRef: '1' })
    await give(other.user.id, 5)
    await stays.frame(({ event }) => event === 'postgres_changes')
    expect(socket.frames.some(({ event }) => event === 'postgres_changes')).toBe(false)
    for (const { close } of [socket, stays]) close()
  })

  it('refuses a join that is under way', async () => {
    const member = await signUp(engine)
    const token = await tokenOf(member)
    const other = new pg.Client(engine.databaseUrl)
    await other.connect()
    const socket = await openSocket(engine)
    try {
      // The rights of a private channel are read from this table.
      await other.query('begin; lock table realtime.messages in access exclusive mode')
      const payload = { config: { private: true }, access_token: token }
      const own = `realtime:member:${member.user.id}`
      socket.send({ topic: own, event: 'phx_join', ref: '1', joinRef: '1', payload })
      // Only this join: the engine's own sender of live messages may wait for the table, too.
      const waiting = `select from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock' and query like '%channel_rights%'`
      await expect.poll(() => engine.owner.query(waiting), { timeout: 15_000 }).toHaveLength(1)
      await member.auth.signOut()
      await other.query('rollback')
      expect((await socket.reply('1')).payload).toMatchObject({
        status: 'error',
        response: { reason: 'InvalidJWTToken: The session of this token has ended' },
      })
    } finally {
      await other.end()
      socket.close()
    }
  })

  it('does not affect the member’s other device', async () => {
    const phone = await signUp(engine)
    const laptop = await signIn(engine, phone.user)
    const seen = await follow(laptop, [points])
    await phone.auth.signOut({ scope: 'local' })
    await give(phone.user.id, 6)
    expect(await seen.until((changes) => changes.length > 0)).toMatchObject([{ new: { points_change: 6 } }])
    await laptop.removeAllChannels()
  })
})

describe('the age of a token', () => {
  it('closes the channel when it expires', async () => {
    const { socket, reply } = await joinAs(await tokenFor(admin.user.id, now() + 2))
    expect(reply).toMatchObject({ status: 'ok' })
    const notice = await socket.frame(({ event, payload }) => event === 'system' && payload.status === 'error')
    expect(notice.payload.message).toMatch(/^InvalidJWTToken: Token has expired \d+ seconds ago$/)
    await socket.frame(({ event }) => event === 'phx_close')
    socket.close()
  })

  it('is checked before a join', async () => {
    const { socket, reply } = await joinAs(await tokenFor(admin.user.id, now() - 10))
    expect(reply).toMatchObject({
      status: 'error',
      response: { reason: expect.stringMatching(/^InvalidJWTToken: Token has expired 1\d seconds ago$/) },
    })
    const without = await joinAs(await tokenFor(admin.user.id, now() + 60, {}))
    expect(without.reply).toEqual({
      status: 'error',
      response: { reason: 'InvalidJWTToken: Fields `role` and `exp` are required in JWT' },
    })
    for (const { close } of [socket, without.socket]) close()
  })

  it('is extended by a new token, and not by keys, an empty value or the same token', async () => {
    const member = await signUp(engine)
    const { socket } = await joinAs(await tokenFor(member.user.id, now() + 2))
    const lasting = await tokenOf(member)
    for (const token of ['sb_publishable_x', null, lasting, lasting])
      socket.send({ topic, event: 'access_token', joinRef: '1', payload: { access_token: token } })
    // The short token has expired before this message, and a channel with it would have been closed.
    const { socket: short } = await joinAs(await tokenFor(admin.user.id, now() + 2))
    await short.frame(({ event }) => event === 'phx_close')
    await give(member.user.id, 8)
    await socket.frame(({ event }) => event === 'postgres_changes')
    expect(socket.frames.some(({ event }) => event === 'phx_close')).toBe(false)
    for (const { close } of [socket, short]) close()
  })

  it('changes the rights: a guest becomes the member, and a broken token closes the channel', async () => {
    const member = await signUp(engine)
    const { socket } = await joinAs(engine.publishableKey)
    socket.send({ topic, event: 'access_token', joinRef: '1', payload: { access_token: await tokenOf(member) } })
    socket.send({ topic: 'phoenix', event: 'heartbeat', ref: '2' })
    await socket.reply('2')
    // Joins on one socket are answered in order: this one follows the new token.
    socket.send({ topic: 'realtime:after', event: 'phx_join', ref: '3', joinRef: '3', payload: joinPayload() })
    await socket.reply('3')
    await give(member.user.id, 9)
    const { payload } = await socket.frame(({ event }) => event === 'postgres_changes')
    expect(payload.data).toMatchObject({ errors: null, record: { points_change: 9, user_id: member.user.id } })
    socket.send({ topic, event: 'access_token', joinRef: '1', payload: { access_token: 'a.b.c' } })
    await socket.frame(({ event, topic: closed }) => event === 'phx_close' && closed === topic)
    socket.close()
  })
})
