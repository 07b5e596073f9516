import pg from 'pg'
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { openBrowser } from '../../../test-support/browser.ts'
import { pressLink } from '../../../test-support/mailed-link.ts'
import { guest, service } from '../../../test-support/personas.ts'
import { linkIn, type SmtpSink, startSmtpSink } from '../../../test-support/smtp-sink.ts'
import { startEngine, type TestEngine } from '../../../test-support/start-engine.ts'
import { authRequest, newcomer } from '../conformance/auth-request.ts'

const HOUR_MS = 3_600_000

let engine: TestEngine
let sink: SmtpSink
let hourly: (() => void)[]
beforeAll(async () => {
  sink = await startSmtpSink()
  const timers = vi.spyOn(globalThis, 'setInterval')
  engine = await startEngine({ smtpUrl: sink.url, confirmEmail: true, siteUrl: 'https://club.example' })
  hourly = timers.mock.calls.filter(([, ms]) => ms === HOUR_MS).map(([work]) => work as () => void)
  timers.mockRestore()
})
afterAll(async () => {
  await engine.close()
  await sink.close()
})
beforeEach(() => expect(hourly.length).toBeGreaterThan(0))

/** An unconfirmed sign-up whose last mail was sent that long ago. */
async function waiting(daysAgo: number, invitation?: string) {
  const person = newcomer()
  const { email, password } = person
  const data = { ...person.data, ...(invitation && { invitation }) }
  const signedUp = await openBrowser(engine).client.auth.signUp({ email, password, options: { data } })
  const link = linkIn(await sink.nextMail())
  const id = signedUp.data.user?.id ?? ''
  await setMailed(id, daysAgo)
  return { ...person, id, link }
}
const setMailed = (id: string, daysAgo: number) =>
  engine.owner.query(`update auth.users set confirmation_sent_at = now() - $2 * interval '1 day' where id = $1`, [
    id,
    daysAgo,
  ])
/** Lets an hour pass for the engine, and waits until its deletions are done. */
async function sweep() {
  const mark = await waiting(3_000)
  for (const work of hourly) work()
  await expect.poll(() => left([mark.id]), { timeout: 10_000 }).toEqual([])
}
const left = async (ids: string[]) =>
  (await engine.owner.query('select id from auth.users where id = any($1::uuid[])', [ids])).map(({ id }) => id)
const outcome = ({ fragment }: Awaited<ReturnType<typeof pressLink>>) =>
  fragment.get('error_code') ?? (fragment.has('access_token') ? 'confirmed' : 'nothing')

/** A second connection to the database, in a transaction. */
async function transaction() {
  const client = new pg.Client({ connectionString: engine.databaseUrl })
  await client.connect()
  await client.query('begin')
  return {
    query: (text: string, values: unknown[]) => client.query(text, values),
    end: async (how: 'commit' | 'rollback') => {
      await client.query(how)
      await client.end()
    },
  }
}
const untilSomebodyWaits = () =>
  expect
    .poll(
      async () =>
        (
          await engine.owner.query(
            `select count(*)::int as n from pg_locks as l join pg_stat_activity as a using (pid)
             where not l.granted and a.datname = current_database()`,
          )
        )[0]?.n,
      { timeout: 10_000 },
    )
    .toBeGreaterThan(0)

it('deletes accounts that were not confirmed for 30 days, with all their rows', async () => {
  const [old, young] = [await waiting(31), await waiting(29)]
  await sweep()
  expect(await left([old.id, young.id])).toEqual([young.id])
  for (const table of ['auth.identities', 'auth.one_time_tokens'])
    expect(await engine.owner.query(`select from ${table} where user_id = $1`, [old.id])).toEqual([])
  expect(await engine.owner.query('select from public.points_log where user_id = $1', [old.id])).toEqual([])
  const free = await guest(engine).rpc('is_username_available', { username: String(old.data.username) })
  expect(free.data).toBe(true)
  expect(outcome(await pressLink(engine, old.link))).toBe('otp_expired')
  expect(outcome(await pressLink(engine, young.link))).toBe('confirmed')
})

it('deletes those that were opened with an invitation as well, with what is kept of it', async () => {
  await engine.owner.query(
    `insert into private.club_links (id, note, code, places, expires_at)
      values (gen_random_uuid(), 'Stand', 'the stand', 1, now() + interval '1 day')`,
  )
  const old = await waiting(31, 'the stand')
  const kept = () => engine.owner.query('select from private.invited_accounts where account_id = $1', [old.id])
  expect(await kept()).toHaveLength(1)
  await sweep()
  expect([await left([old.id]), await kept()]).toEqual([[], []])
})

it('keeps all accounts that are more than a sign-up', async () => {
  const { admin } = service(engine).auth
  const [member, banned, asked, held] = [await waiting(31), await waiting(31), await waiting(31), await waiting(31)]
  await pressLink(engine, member.link)
  await setMailed(member.id, 31)
  await admin.updateUserById(banned.id, { ban_duration: '1000h' })
  // A link was requested since, which also confirms the address.
  await engine.owner.query('update auth.users set recovery_sent_at = now() where id = $1', [asked.id])
  // The application has rows about the account.
  await engine.owner.query('insert into public.profiles (id, username) values ($1, $2)', [held.id, held.data.username])
  const invited = await authRequest(engine, '/invite', {
    method: 'POST',
    token: engine.secretKey,
    body: { email: newcomer().email },
  })
  await sink.nextMail()
  await setMailed(invited.body.id, 31)
  const made = await admin.createUser({ email: newcomer().email, password: 'made by the club' })
  const kept = [member.id, banned.id, asked.id, held.id, invited.body.id, made.data.user?.id ?? ''].sort()
  await sweep()
  expect((await left(kept)).sort()).toEqual(kept)
})

it('frees the address, so that its holder can sign up as if for the first time', async () => {
  const old = await waiting(31)
  await sweep()
  const { client, press } = openBrowser(engine)
  await client.auth.signUp({ email: old.email, password: 'another secret', options: { data: old.data } })
  expect(outcome(await press(linkIn(await sink.nextMail())))).toBe('confirmed')
  expect((await client.auth.signInWithPassword({ email: old.email, password: 'another secret' })).error).toBeNull()
  expect(await engine.owner.query('select username from profiles where username = $1', [old.data.username])).toEqual([
    { username: old.data.username },
  ])
})

it('deletes more accounts than fit into one batch', async () => {
  await engine.owner.query(
    `insert into auth.users (id, email, confirmation_sent_at)
     select gen_random_uuid(), 'crowd-' || n || '@example.com', now() - interval '40 days'
     from generate_series(1, 1200) as n`,
  )
  for (const work of hourly) work()
  const crowd = async () =>
    (await engine.owner.query(`select count(*)::int as n from auth.users where email like 'crowd-%'`))[0]?.n
  await expect.poll(crowd, { timeout: 30_000 }).toBe(0)
})

it('does not wait for an account that is being confirmed, and keeps it', async () => {
  const holder = await waiting(31)
  const other = await transaction()
  await other.query('select from auth.users where id = $1 for update', [holder.id])
  const press = pressLink(engine, holder.link)
  await untilSomebodyWaits()
  await sweep()
  await other.end('rollback')
  expect(outcome(await press)).toBe('confirmed')
  await sweep()
  expect(await left([holder.id])).toEqual([holder.id])
})

it('answers a press during the deletion of an account like one that is too late', async () => {
  const late = await waiting(31)
  const other = await transaction()
  await other.query('delete from auth.users where id = $1', [late.id])
  const press = pressLink(engine, late.link)
  await untilSomebodyWaits()
  await other.end('commit')
  expect(outcome(await press)).toBe('otp_expired')
})

it('either deletes or confirms each of twenty accounts whose links are pressed at the same moment', async () => {
  const people = []
  for (let n = 0; n < 20; n += 1) people.push(await waiting(31))
  const presses = people.map(({ link }) => pressLink(engine, link))
  for (const work of hourly) work()
  const outcomes = (await Promise.all(presses)).map(outcome)
  await sweep()
  const ids = people.map(({ id }) => id)
  const confirmed = ids.filter((_, index) => outcomes[index] === 'confirmed')
  expect(outcomes.every((one) => one === 'confirmed' || one === 'otp_expired')).toBe(true)
  expect((await left(ids)).sort()).toEqual([...confirmed].sort())
  const profiles = await engine.owner.query('select id from profiles where id = any($1::uuid[])', [ids])
  expect(profiles.map(({ id }) => id).sort()).toEqual([...confirmed].sort())
})
