import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { pressLink } from '../../../test-support/mailed-link.ts'
import { guest, service, signUp } from '../../../test-support/personas.ts'
import { linkIn, type SmtpSink, startSmtpSink } from '../../../test-support/smtp-sink.ts'
import { startEngine, type TestEngine } from '../../../test-support/start-engine.ts'

// A rename that is not committed yet holds its username against all others.

let engine: TestEngine
let mailing: TestEngine
let sink: SmtpSink
beforeAll(async () => {
  sink = await startSmtpSink()
  engine = await startEngine()
  mailing = await startEngine({ smtpUrl: sink.url, confirmEmail: true })
})
afterAll(async () => {
  await engine.close()
  await mailing.close()
  await sink.close()
})

async function whileHeld(club: TestEngine, username: string, holder: string, work: () => Promise<void>) {
  const renaming = new pg.Client(club.databaseUrl)
  await renaming.connect()
  try {
    await renaming.query('begin')
    await renaming.query('update public.profiles set username = $1 where id = $2', [username, holder])
    await work()
    await renaming.query('rollback')
  } finally {
    await renaming.end()
  }
}

const register = (club: TestEngine, username: string) =>
  guest(club).auth.signUp({
    email: `${randomUUID()}@example.com`,
    password: 'tight lines',
    options: { data: { username } },
  })
const newName = () => `held-${randomUUID().slice(0, 8)}`

// More than the service has connections.
const CROWD = 12

it('sign-ups with it do not keep sign-ins waiting, and can be repeated', async () => {
  const username = newName()
  const { user } = await signUp(engine)
  await whileHeld(engine, username, user.id, async () => {
    const crowd = Array.from({ length: CROWD }, () => register(engine, username))
    const { email, password } = user
    expect((await guest(engine).auth.signInWithPassword({ email, password })).error).toBeNull()
    for (const { data, error } of await Promise.all(crowd)) {
      expect(error).toMatchObject({ status: 503 })
      expect(data.session).toBeNull()
    }
  })
  const { data, error } = await register(engine, username)
  expect(error).toBeNull()
  expect(data.user?.user_metadata).toMatchObject({ username })
})

it('a mailed link that needs it stays valid', async () => {
  const username = newName()
  const { data: holder } = await service(mailing).auth.admin.createUser({
    email: `${randomUUID()}@example.com`,
    email_confirm: true,
    user_metadata: { username: newName() },
  })
  expect((await register(mailing, username)).error).toBeNull()
  const link = linkIn(await sink.nextMail())
  await whileHeld(mailing, username, holder.user?.id ?? '', async () => {
    expect((await pressLink(mailing, link)).status).toBe(503)
  })
  const { status, fragment } = await pressLink(mailing, link)
  expect(status).toBe(303)
  expect(fragment.has('access_token')).toBe(true)
})
