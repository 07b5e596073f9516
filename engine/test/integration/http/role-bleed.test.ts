import { connect } from 'node:net'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { guest, type Persona, signUp } from '../../../../test-support/personas.ts'
import { startEngine, type TestEngine } from '../../../../test-support/start-engine.ts'

vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 })

const REQUESTS = 10_000
const MEMBERS = 50
const AT_ONCE = 64

let engine: TestEngine
let members: Persona[]
beforeAll(async () => {
  engine = await startEngine()
  await engine.owner.query(`
    create function public.who_asks(fail boolean default false) returns jsonb
      language plpgsql stable set search_path = ''
      as $$
      begin
        if fail then raise exception 'on purpose' using errcode = 'P0001'; end if;
        return jsonb_build_object('id', auth.uid(), 'role', current_user,
          'claims', pg_catalog.current_setting('request.jwt.claims', true)::jsonb ->> 'sub');
      end
      $$;
    grant execute on function public.who_asks(boolean) to anon, authenticated;
    notify pgrst, 'reload schema'`)
  members = []
  while (members.length < MEMBERS) members.push(...(await Promise.all(Array.from({ length: 5 }, () => signUp(engine)))))
})
afterAll(() => engine.close())

/** Sends a request and disconnects without reading the answer. */
function abandon(path: string, token: string): Promise<void> {
  const { hostname, port, host } = new URL(engine.url)
  return new Promise((resolve) => {
    const socket = connect(Number(port), hostname, () => {
      const head = [`GET ${path} HTTP/1.1`, `Host: ${host}`, `apikey: ${engine.publishableKey}`]
      socket.write(`${head.join('\r\n')}\r\nAuthorization: Bearer ${token}\r\n\r\n`, () => {
        setImmediate(() => socket.resetAndDestroy())
      })
    })
    socket.on('error', () => {})
    socket.on('close', () => resolve())
  })
}

it('answers 10,000 requests of fifty members and a guest each as its own caller, while others disconnect and fail', async () => {
  // The engine has loaded the new function.
  await expect.poll(async () => (await guest(engine).rpc('who_asks')).error).toBeNull()
  const tokens = await Promise.all(
    members.map(async (member) => (await member.auth.getSession()).data.session?.access_token ?? ''),
  )
  const callers = [...tokens.map((token, n) => ({ token, id: members[n]?.user.id ?? null })), undefined]
  const seen = { own: 0, failed: 0, left: 0, strange: [] as unknown[] }
  let next = 0
  const work = async () => {
    for (let n = next++; n < REQUESTS; n = next++) {
      const caller = callers[n % callers.length]
      const token = caller?.token ?? engine.publishableKey
      if (n % 5 === 1) {
        await abandon('/rest/v1/rpc/who_asks', token)
        seen.left += 1
        continue
      }
      const fails = n % 20 === 7
      const reply = await fetch(`${engine.url}/rest/v1/rpc/who_asks${fails ? '?fail=true' : ''}`, {
        headers: { apikey: engine.publishableKey, authorization: `Bearer ${token}` },
      })
      const answer = (await reply.json()) as Record<string, unknown>
      const id = caller?.id ?? null
      const role = caller ? 'authenticated' : 'anon'
      if (fails && reply.status === 400 && answer.message === 'on purpose') seen.failed += 1
      else if (!fails && answer.id === id && answer.claims === id && answer.role === role) seen.own += 1
      else seen.strange.push({ n, status: reply.status, answer, id, role })
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  expect(seen).toEqual({ own: 7_500, failed: 500, left: 2_000, strange: [] })
})
