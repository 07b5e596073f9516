import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { SignJWT } from 'jose'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Persona, signUp } from '../../../../test-support/personas.ts'
import { startEngine, type TestEngine } from '../../../../test-support/start-engine.ts'

const DAY_MS = 86_400_000
const shiftedClient = fileURLToPath(new URL('./shifted-client.ts', import.meta.url))

let engine: TestEngine
let member: Persona
let sessionId: string

beforeAll(async () => {
  engine = await startEngine()
  member = await signUp(engine)
  const rows = await engine.owner.query('select id from auth.sessions where user_id = $1', [member.user.id])
  sessionId = rows[0]?.id
})
afterAll(() => engine.close())

/** Status of a read with a token of the member's session whose times are that many seconds from now. */
async function statusWith(times: { iat?: number; nbf?: number; exp: number }): Promise<number> {
  const now = Math.floor(Date.now() / 1000)
  const claims = Object.fromEntries(Object.entries(times).map(([name, seconds]) => [name, now + seconds]))
  const token = await new SignJWT({ ...claims, sub: member.user.id, role: 'authenticated', session_id: sessionId })
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .setAudience('authenticated')
    .sign(new TextEncoder().encode(engine.jwtSecret))
  const reply = await fetch(`${engine.url}/rest/v1/profiles?select=id&limit=1`, {
    headers: { apikey: engine.publishableKey, authorization: `Bearer ${token}` },
  })
  return reply.status
}

describe('different clocks of two engines', () => {
  it.each([
    ['one that expired 20 s ago', { exp: -20 }, 200],
    ['one that expired 35 s ago', { exp: -35 }, 401],
    ['one that becomes valid in 20 s', { nbf: 20, exp: 3600 }, 200],
    ['one that becomes valid in 40 s', { nbf: 40, exp: 3600 }, 401],
    ['one that is issued in 20 s', { iat: 20, exp: 3620 }, 200],
  ] as const)('make no difference to a token up to half a minute: %s', async (_, times, status) => {
    expect(await statusWith(times)).toBe(status)
  })

  it('do not revive a session that has ended in the database', async () => {
    const other = await signUp(engine)
    const { data } = await other.auth.getSession()
    await engine.owner.query(`update auth.sessions set not_after = now() - interval '1 second' where user_id = $1`, [
      other.user.id,
    ])
    const { error } = await other.auth.refreshSession({ refresh_token: data.session?.refresh_token ?? '' })
    expect(error?.code).toBe('session_expired')
  })
})

it.each([-DAY_MS, -3_600_000, 3_600_000, DAY_MS])(
  'a browser whose clock is wrong by %i ms signs in, writes, refreshes and reads; and its rows have the database’s time',
  async (shift) => {
    const { stdout } = await promisify(execFile)(process.execPath, ['--import', 'tsx', shiftedClient], {
      env: {
        ...process.env,
        ENGINE_URL: engine.url,
        ENGINE_KEY: engine.publishableKey,
        EMAIL: member.user.email,
        PASSWORD: member.user.password,
        CLOCK_SHIFT_MS: String(shift),
      },
    })
    const seen = JSON.parse(stdout.trim().split('\n').at(-1) ?? '')
    expect(seen.errors).toEqual([null, null, null, null, null])
    expect(Math.abs(Date.parse(seen.createdAt) - Date.now())).toBeLessThan(60_000)
  },
)
