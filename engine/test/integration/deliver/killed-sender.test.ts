import { randomInt, randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { cloneTemplate, databaseTarget, databaseUrl } from '../../../../test-support/database.ts'
import { type PushBrowser, type PushService, startPushService } from '../../../../test-support/push-service.ts'
import { type SmtpSink, startSmtpSink } from '../../../../test-support/smtp-sink.ts'
import { type Checkout, makeCheckout } from '../lifecycle/checkout.ts'
import { cleanUp, type EngineProcess, startProcess, temporaryFolder } from '../lifecycle/engine-process.ts'

// KILL_ROUNDS=200 kills as many engines and prints what arrived twice.
const ROUNDS = Number(process.env.KILL_ROUNDS ?? 8)
const MEMBERS = 5
/** From the call of the sender to its end: from before the first message until after the last one. */
const LATEST_MS = 700
/** Messages that one sender has under way. */
const UNDER_WAY = 10
const SECRET_KEY = `sb_secret_${'k'.repeat(32)}`

let checkout: Checkout
let owner: pg.Pool
let push: PushService
let smtp: SmtpSink
let start: () => Promise<EngineProcess>
let drop: () => Promise<void>

beforeAll(async () => {
  checkout = await makeCheckout()
  const socketDirectory = inject('socketDirectory')
  const clone = await cloneTemplate(socketDirectory)
  drop = clone.drop
  owner = new pg.Pool({ ...databaseTarget(socketDirectory, clone.database).owner, max: 2 })
  await owner.query('delete from cron.job')
  push = await startPushService()
  smtp = await startSmtpSink()
  const folder = temporaryFolder()
  start = () =>
    startProcess(checkout.main, {
      DATA_DIR: folder,
      DATABASE_URL: databaseUrl(socketDirectory, clone.database),
      LOG_LEVEL: 'error',
      SUPABASE_SECRET_KEY: SECRET_KEY,
      SMTP_URL: smtp.url,
    })
}, 180_000)
afterAll(async () => {
  await cleanUp()
  await owner.end()
  await drop()
  await Promise.all([push.close(), smtp.close()])
  checkout.remove()
})

const deliver = (engine: EngineProcess) =>
  fetch(`${engine.url}/functions/v1/deliver`, { method: 'POST', headers: { apikey: SECRET_KEY } })

/** A new account; the trigger makes its profile. */
async function account(): Promise<string> {
  const [id, name] = [randomUUID(), randomUUID().slice(0, 12)]
  await owner.query(
    'insert into auth.users (id, email, raw_user_meta_data, email_confirmed_at) values ($1, $2, $3, now())',
    [id, `${name}@example.com`, { username: `angler-${name}` }],
  )
  return id
}

/** A member whose post has got a comment: one push message and one mail are due. */
async function expectant(): Promise<PushBrowser> {
  const [id, mate] = [await account(), await account()]
  const browser = push.subscribe()
  await owner.query(
    `with session as (insert into auth.sessions (id, user_id) values (gen_random_uuid(), $1) returning id)
      insert into private.push_subscriptions (user_id, session_id, endpoint, p256dh, auth, device)
        select $1, id, $2, $3, $4, '' from session`,
    [id, browser.endpoint, browser.p256dh, browser.auth],
  )
  await owner.query(
    `insert into private.notification_times (user_id, quiet_from, quiet_until) values ($1, '0:00', '0:00')`,
    [id],
  )
  await owner.query(
    `insert into private.notification_choices (user_id, group_name, channel, is_on) values ($1, 'replies', 'email', true)`,
    [id],
  )
  await owner.query(
    `with post as (insert into public.newsfeed_posts (user_id, content) values ($1, 'A tench') returning id)
      insert into public.newsfeed_comments (post_id, user_id, content) select id, $2, 'Well caught' from post`,
    [id, mate],
  )
  return browser
}

/** An invitation that is to be mailed. */
const invitation = () =>
  owner.query(
    `insert into private.mailed_invitations (address, code, expires_at)
      values (gen_random_uuid() || '@lake.test', gen_random_uuid(), now() + interval '30 days')`,
  )

/** As if the time had passed after which the next sender may take what is left. @returns how many are. */
async function makeDue(): Promise<number> {
  const [messages, invitations] = await Promise.all(
    ['deliveries', 'mailed_invitations'].map((table) =>
      owner.query(`update private.${table} set due_at = now() where outcome is null`),
    ),
  )
  return (messages?.rowCount ?? 0) + (invitations?.rowCount ?? 0)
}

it(
  'every message arrives although senders are killed, and a message that arrives twice has the same ID',
  async () => {
    // A second try starts from nothing.
    await owner.query('delete from auth.users')
    await owner.query('delete from private.mailed_invitations')
    while (smtp.unread() > 0) await smtp.nextMail()
    const browsers: PushBrowser[] = []
    for (let round = 0; round < ROUNDS; round += 1) {
      for (let n = 0; n < MEMBERS; n += 1) {
        browsers.push(await expectant())
        await invitation()
      }
      const engine = await start()
      const cut = deliver(engine).catch(() => 'cut')
      await delay(randomInt(LATEST_MS))
      await engine.end('SIGKILL')
      await cut
      await makeDue()
    }
    const engine = await start()
    // A run ends after 40 s, and what a slow machine did not send in time is due again later.
    for (let run = 0; run < 5 && (run === 0 || (await makeDue()) > 0); run += 1)
      expect((await deliver(engine)).status).toBe(200)
    expect(await engine.end('SIGTERM')).toBe(0)

    const { rows } = await owner.query(
      `select id, channel, outcome from private.deliveries
        union all select id, 'invitation', outcome from private.mailed_invitations`,
    )
    const ids = (channel: string) => rows.filter((row) => row.channel === channel).map(({ id }) => String(id))
    expect(rows.filter(({ outcome }) => outcome !== 'sent')).toEqual([])
    const counts = [ids('push'), ids('email'), ids('invitation')].map(({ length }) => length)
    expect(counts).toEqual(Array(3).fill(browsers.length))

    // A browser shows what has the same tag once.
    const shown = browsers.map(({ messages }) => new Set(messages.map(({ json }) => json.notification.tag)).size)
    expect(shown).toEqual(browsers.map(() => 1))
    const pushed = browsers.flatMap(({ messages }) =>
      messages.map(({ json }) => String(json.notification.data.delivery)),
    )
    expect(new Set(pushed)).toEqual(new Set(ids('push')))
    const mailed: string[] = []
    while (smtp.unread() > 0) mailed.push(/^Message-ID: <([\w-]+)@/m.exec(await smtp.nextMail())?.[1] ?? 'none')
    expect(new Set(mailed)).toEqual(new Set([...ids('email'), ...ids('invitation')]))
    const twice = pushed.length + mailed.length - 3 * browsers.length
    expect(twice).toBeLessThanOrEqual(ROUNDS * UNDER_WAY)
    if (process.env.KILL_ROUNDS)
      console.info(`${ROUNDS} kills, ${3 * browsers.length} messages, ${twice} arrived twice`)
  },
  60_000 + ROUNDS * 20_000,
)
