import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { type Persona, service, signIn, signUp } from '../../../test-support/personas.ts'
import { startEngine, type TestEngine } from '../../../test-support/start-engine.ts'
import { REALTIME_LIMITS } from '../../src/realtime/limits.ts'
import { joinPayload, openSocket } from '../conformance/realtime-socket.ts'

let engine: TestEngine
let tokenChecks: number
beforeAll(async () => {
  // Without the check every few seconds, only the database's notification can close a channel.
  const { setInterval } = globalThis
  const timers = vi.spyOn(globalThis, 'setInterval')
  timers.mockImplementation((work, ms, ...rest) =>
    setInterval(work, ms === REALTIME_LIMITS.tokenCheckMs ? 3_600_000 : ms, ...rest),
  )
  engine = await startEngine()
  tokenChecks = timers.mock.calls.filter(([, ms]) => ms === REALTIME_LIMITS.tokenCheckMs).length
  timers.mockRestore()
})
afterAll(async () => {
  await engine.close()
})

const tokenOf = async (member: Persona) => (await member.auth.getSession()).data.session?.access_token

async function joined(member: Persona) {
  const socket = await openSocket(engine)
  const payload = { ...joinPayload(), access_token: await tokenOf(member) }
  socket.send({ topic: 'realtime:anything', event: 'phx_join', ref: '1', joinRef: '1', payload })
  expect((await socket.reply('1')).payload.status).toBe('ok')
  return socket
}

it.each([
  ['signing out', async (member: Persona) => void (await member.auth.signOut({ scope: 'local' }))],
  ['deletion', async ({ user }: Persona) => void (await service(engine).auth.admin.deleteUser(user.id))],
  [
    'another engine',
    async ({ user }: Persona) =>
      void (await engine.owner.query('delete from auth.sessions where user_id = $1', [user.id])),
  ],
])('a session that ends by %s closes its channels without waiting for the next check', async (_how, end) => {
  expect(tokenChecks).toBeGreaterThan(0)
  const member = await signUp(engine)
  const socket = await joined(member)
  await end(member)
  expect(await socket.frame(({ event }) => event === 'phx_close')).toMatchObject({ topic: 'realtime:anything' })
  socket.close()
})

it('a session that ends leaves the channels of the same member on another device', async () => {
  const phone = await signUp(engine)
  const laptop = await signIn(engine, phone.user)
  const [onPhone, onLaptop] = [await joined(phone), await joined(laptop)]
  await phone.auth.signOut({ scope: 'local' })
  await onPhone.frame(({ event }) => event === 'phx_close')
  onLaptop.send({ topic: 'phoenix', event: 'heartbeat', ref: '2', payload: {} })
  await onLaptop.reply('2')
  expect(onLaptop.frames.some(({ event }) => event === 'phx_close')).toBe(false)
  for (const { close } of [onPhone, onLaptop]) close()
})
