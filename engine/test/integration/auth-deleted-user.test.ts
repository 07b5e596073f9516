import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Persona, service, signIn, signUp } from '../../../test-support/personas.ts'
import { startEngine, type TestEngine } from '../../../test-support/start-engine.ts'
import { authRequest } from '../conformance/auth-request.ts'

let engine: TestEngine
let admin: Persona
beforeAll(async () => {
  engine = await startEngine()
  admin = await signUp(engine, { admin: true })
})
afterAll(() => engine.close())

/** Every use of a token that was copied before: its HTTP status at REST, Storage and Auth, and at a refresh. */
async function statuses(token: string, refreshToken: string): Promise<number[]> {
  const headers = {
    apikey: engine.publishableKey,
    authorization: `Bearer ${token}`,
    'content-type': 'application/json',
  }
  const status = async (path: string, init: RequestInit = {}) =>
    (await fetch(engine.url + path, { headers, ...init })).status
  const body = JSON.stringify({ prefix: '' })
  const refresh = await authRequest(engine, '/token?grant_type=refresh_token', {
    method: 'POST',
    body: { refresh_token: refreshToken },
  })
  return [
    await status('/rest/v1/profiles?select=id&limit=1'),
    await status('/storage/v1/object/list/avatars', { method: 'POST', body }),
    await status('/auth/v1/user'),
    refresh.status,
  ]
}

it.each<[string, (id: string) => Promise<unknown>]>([
  ['an admin of the club deletes the member', async (id) => (await admin.rpc('delete_user', { user_id: id })).error],
  ['the secret key deletes the account', async (id) => (await service(engine).auth.admin.deleteUser(id)).error],
  ['the operator deletes the account by SQL', (id) => engine.owner.query('delete from auth.users where id = $1', [id])],
])('ends every session at every service when %s', async (_how, remove) => {
  const member = await signUp(engine)
  const elsewhere = await signIn(engine, member.user)
  const copies = await Promise.all(
    [member, elsewhere].map(async (client) => (await client.auth.getSession()).data.session),
  )
  for (const copy of copies) {
    expect(await statuses(copy?.access_token ?? '', copy?.refresh_token ?? '')).toEqual([200, 200, 200, 200])
  }
  await remove(member.user.id)
  // The database notifies the engine, also when the deletion was not made by the engine.
  for (const copy of copies)
    await expect
      .poll(() => statuses(copy?.access_token ?? '', copy?.refresh_token ?? ''), { timeout: 1000, interval: 20 })
      .toEqual([401, 400, 403, 400])
})
