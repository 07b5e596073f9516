import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { guest, type Persona, service, signIn, signUp } from '../../../../test-support/personas.ts'
import type { PushBrowser } from '../../../../test-support/push-service.ts'
import { openSender, type Sender } from './sender.ts'

let sender: Sender
let member: Persona
let browser: PushBrowser
beforeAll(async () => {
  sender = await openSender()
})
afterAll(() => sender.close())
beforeEach(async () => {
  sender.push.answer(201)
  await sender.deliver()
  member = await sender.member()
  browser = await sender.browserOf(member)
})

const owner = <R extends Record<string, unknown>>(sql: string, values: unknown[] = []) =>
  sender.engine.owner.query<R>(sql, values)
const states = async (who = member) =>
  owner('select outcome, attempts, error from private.deliveries where user_id = $1 order by created_at', [who.user.id])
const call = (path: string, init: RequestInit = {}) => fetch(`${sender.engine.url}/functions/v1/deliver${path}`, init)
const opened = async (body: object) => (await call('/opened', { method: 'POST', body: JSON.stringify(body) })).json()
const unread = async () => (await member.rpc('unread_notifications').throwOnError()).data

describe('a message', () => {
  it('reaches the browser encrypted and signed, once', async () => {
    const postId = await sender.post(member)
    await sender.comment(postId, 'Well caught')
    expect(await sender.deliver()).toMatchObject({ sent: 1 })
    await sender.deliver()
    const [message, ...more] = browser.messages
    expect(more).toEqual([])
    expect(message?.json).toEqual({
      web_push: 8030,
      notification: {
        title: expect.stringMatching(/^“mate-\w+(-\w+)?” commented on your post$/),
        body: 'Well caught',
        navigate: expect.stringMatching(`^${sender.engine.url}/newsfeed/${postId}#comment-[0-9a-f-]{36}$`),
        tag: message?.headers.topic,
        lang: 'en-GB',
        dir: 'auto',
        data: { delivery: expect.any(String), ask: `${sender.engine.url}/functions/v1/deliver/opened` },
      },
      app_badge: 1,
    })
    expect(message?.headers).toMatchObject({ 'content-encoding': 'aes128gcm', ttl: '86400', urgency: 'normal' })
    expect(message?.headers.topic).toMatch(/^[\w-]{32}$/)
    expect(message?.claims.aud).toBe(sender.push.url)
    const { public_key } = (await (await call('/key')).json()) as { public_key: string }
    expect(message?.sender).toBe(public_key)
    expect(await states()).toEqual([{ outcome: 'sent', attempts: 1, error: null }])
  })

  it('has no web address of a member’s own', async () => {
    const writer = await sender.member()
    await owner(
      `begin; set local session_replication_role = replica;
       update public.profiles set username = 'claims.example.com' where id = '${writer.user.id}'; commit`,
    )
    const content =
      'Your account will be closed.\nBankside Team <https://evil.test/login> or evil.test/b, bare evil.test'
    await writer
      .from('newsfeed_comments')
      .insert({ post_id: await sender.post(member), content })
      .throwOnError()
    await sender.deliver()
    expect(browser.messages.at(-1)?.json).toMatchObject({
      notification: {
        title: '“claims.\u2060example.\u2060com” commented on your post',
        body: 'Your account will be closed. Bankside Team <[link] or [link] bare evil.\u2060test',
      },
    })
  })

  it('goes to each browser of the member, and to no other', async () => {
    const second = await sender.browserOf(member)
    const others = await sender.browserOf(await sender.member())
    await sender.comment(await sender.post(member))
    await sender.deliver()
    expect([browser, second, others].map(({ messages }) => messages.length)).toEqual([1, 1, 0])
  })

  it('is one for 30 reactions in a minute', async () => {
    await member
      .rpc('save_notification_setting', { group_name: 'reactions', channel: 'push', is_on: true })
      .throwOnError()
    const postId = await sender.post(member)
    await owner(
      `insert into auth.users (id, email, raw_user_meta_data, email_confirmed_at)
        select gen_random_uuid(), n || $1 || '@example.com', jsonb_build_object('username', 'm' || n || $1::text), now()
        from generate_series(1, 30) as n`,
      [postId.slice(0, 8)],
    )
    await owner(
      `insert into public.newsfeed_reactions (post_id, user_id, reaction)
        select $1, p.id, 'heart' from public.profiles as p where p.username like 'm%' || $2`,
      [postId, postId.slice(0, 8)],
    )
    await sender.deliver()
    await sender.deliver()
    expect(browser.messages.map(({ json }) => json.notification.title)).toEqual([
      expect.stringMatching(/^“m\w+” and 29 others reacted to your post$/),
    ])
  })

  it('of great length is cut, so that push services accept it', async () => {
    await sender.comment(await sender.post(member), '漁'.repeat(2000))
    await sender.deliver()
    expect(browser.messages[0]?.json.notification.body).toBe(`${'漁'.repeat(139)}…`)
  })
})

describe('nothing is sent about', () => {
  const cases: Record<string, (postId: string) => Promise<unknown>> = {
    'what was read': (path) => Promise.resolve(member.rpc('mark_notifications_read', { path: `/newsfeed/${path}` })),
    'what was muted': (subject_id) =>
      Promise.resolve(member.rpc('mute_notifications', { subject_id, is_muted: true }).throwOnError()),
    'what is gone': (id) => owner('delete from public.newsfeed_posts where id = $1', [id]),
    'an act of a member who was suspended since': (id) =>
      owner(
        `update public.profiles set is_suspended = true
          where id in (select user_id from public.newsfeed_comments where post_id = $1)`,
        [id],
      ),
    'what the member has turned off': () =>
      Promise.resolve(
        member
          .rpc('save_notification_setting', { group_name: 'replies', channel: 'push', is_on: false })
          .throwOnError(),
      ),
  }
  it.each(Object.entries(cases))('%s, also if an attempt has failed before', async (_name, end) => {
    const [first, second] = [await sender.post(member), await sender.post(member)]
    await sender.comment(first)
    sender.push.answer(503)
    await sender.deliver()
    await sender.comment(second)
    await end(first)
    await end(second)
    sender.push.answer(201)
    await sender.skipWaiting()
    const count = sender.push.requests()
    await sender.deliver()
    expect(sender.push.requests()).toBe(count)
    expect(browser.messages).toEqual([])
  })

  it('what is due in quiet hours or is to be tried again then, until they end', async () => {
    await sender.comment(await sender.post(member))
    sender.push.answer(503)
    await sender.deliver()
    sender.push.answer(201)
    await sender.comment(await sender.post(member))
    const times = (quiet_from: string, quiet_until: string) =>
      member.rpc('save_notification_times', { quiet_from, quiet_until }).throwOnError()
    const hour = (offset: number) => `${String((new Date().getUTCHours() + offset + 24) % 24).padStart(2, '0')}:00`
    await times(hour(-2), hour(3))
    await sender.skipWaiting()
    await sender.deliver()
    expect(browser.messages).toEqual([])
    await times('00:00', '00:00')
    await owner('update private.outbox set due_at = now() where user_id = $1', [member.user.id])
    await sender.skipWaiting()
    await sender.deliver()
    expect(browser.messages).toHaveLength(2)
  })

  it.each([
    ['the member signs out everywhere', () => member.auth.signOut({ scope: 'global' })],
    [
      'an admin sets a new password',
      async () => {
        const admin = await signUp(sender.engine, { admin: true })
        await admin
          .rpc('set_member_password', { user_id: member.user.id, new_password: 'another tench' })
          .throwOnError()
      },
    ],
    [
      'the member chooses a new password elsewhere',
      async () => {
        const elsewhere = await signIn(sender.engine, member.user)
        const passwords = { password: 'another tench', current_password: member.user.password }
        expect((await elsewhere.auth.updateUser(passwords)).error).toBeNull()
      },
    ],
  ])('a browser whose session has ended, because %s', async (_why, end) => {
    sender.push.answer(503)
    await sender.comment(await sender.post(member))
    await sender.deliver()
    await end()
    sender.push.answer(201)
    await sender.comment(await sender.post(member))
    await sender.skipWaiting()
    await sender.deliver()
    expect(browser.messages).toEqual([])
    // Its address is forgotten with the next message.
    expect(await owner('select from private.push_subscriptions where endpoint = $1', [browser.endpoint])).toEqual([])
  })

  it('a browser that belongs to another account since', async () => {
    sender.push.answer(503)
    await sender.comment(await sender.post(member))
    await sender.deliver()
    const other = await sender.member()
    await owner('update private.push_subscriptions set user_id = $1 where endpoint = $2', [
      other.user.id,
      browser.endpoint,
    ])
    sender.push.answer(201)
    await sender.skipWaiting()
    await sender.deliver()
    expect(browser.messages).toEqual([])
    expect(await states()).toMatchObject([{ outcome: 'dropped' }])
  })
})

describe('a push service that', () => {
  it.each([404, 410])('answers %i ends the subscription', async (status) => {
    sender.push.answer(status)
    await sender.comment(await sender.post(member))
    expect(await sender.deliver()).toMatchObject({ gone: 1 })
    expect(await owner('select from private.push_subscriptions where endpoint = $1', [browser.endpoint])).toEqual([])
    expect(await states()).toEqual([])
  })

  it('would never get a message, because its browser has keys of no point of the curve, ends the subscription', async () => {
    await owner('update private.push_subscriptions set p256dh = $2 where endpoint = $1', [
      browser.endpoint,
      Buffer.from([4, ...Array.from({ length: 64 }, () => 7)]).toString('base64url'),
    ])
    await sender.comment(await sender.post(member))
    expect(await sender.deliver()).toMatchObject({ gone: 1, failed: 0, refused: 0 })
    expect(browser.messages).toEqual([])
    expect(await owner('select from private.push_subscriptions where endpoint = $1', [browser.endpoint])).toEqual([])
    expect(await states()).toEqual([])
  })

  it('fails is tried again later, with the same topic and ID, and no sooner than it requests', async () => {
    sender.push.answer({ status: 429, headers: { 'retry-after': '3600' } }, 201)
    await sender.comment(await sender.post(member))
    expect(await sender.deliver()).toMatchObject({ failed: 1 })
    const [row] = await owner<{ id: string; minutes: number }>(
      `select id, extract(epoch from due_at - now())::integer / 60 as minutes from private.deliveries where user_id = $1`,
      [member.user.id],
    )
    expect(row?.minutes).toBeGreaterThan(55)
    await sender.deliver()
    expect(browser.messages).toEqual([])
    await sender.skipWaiting()
    await sender.deliver()
    expect(browser.messages.map(({ json }) => json.notification.data.delivery)).toEqual([row?.id])
  })

  it('fails eight times loses the message; admins see it, with the reason, and members do not', async () => {
    const admin = await signUp(sender.engine, { admin: true })
    sender.push.answer(503)
    await sender.comment(await sender.post(member))
    for (let attempt = 0; attempt < 9; attempt += 1) {
      await sender.deliver()
      await sender.skipWaiting()
    }
    expect(await states()).toEqual([{ outcome: 'dead', attempts: 8, error: '503' }])
    const { data } = await admin.rpc('dead_deliveries').throwOnError()
    const mine = (data as { user_id: string }[]).filter(({ user_id }) => user_id === member.user.id)
    expect(mine).toMatchObject([{ username: member.user.username, channel: 'push', kinds: ['comment'], error: '503' }])
    expect((await member.rpc('dead_deliveries')).error?.code).toBe('42501')
    expect((await guest(sender.engine).rpc('dead_deliveries')).error?.code).toBe('42501')
  })

  it('and only an admin can send it again, once', async () => {
    const admin = await signUp(sender.engine, { admin: true })
    sender.push.answer(413)
    await sender.comment(await sender.post(member))
    await sender.deliver()
    sender.push.answer(201)
    const [{ id } = { id: '' }] = await owner<{ id: string }>(
      `select id from private.deliveries where user_id = $1 and outcome = 'dead'`,
      [member.user.id],
    )
    const retry = async (who: Pick<Persona, 'rpc'> = admin) => who.rpc('retry_delivery', { delivery_id: id })
    for (const who of [member, guest(sender.engine)]) expect((await retry(who)).error?.code).toBe('42501')
    await sender.deliver()
    expect(browser.messages).toEqual([])
    expect((await retry()).data).toBe(true)
    expect((await retry()).data).toBe(false)
    await sender.deliver()
    expect(browser.messages).toHaveLength(1)
    expect((await retry()).data).toBe(false)
  })

  it('refuses a message is not tried again', async () => {
    sender.push.answer(413)
    await sender.comment(await sender.post(member))
    expect(await sender.deliver()).toMatchObject({ refused: 1 })
    expect(await states()).toMatchObject([{ outcome: 'dead', attempts: 1, error: '413' }])
  })
})

it('a message whose sender was killed is sent by the next one, under the same ID', async () => {
  await sender.comment(await sender.post(member))
  const { data } = await service(sender.engine).rpc('take_deliveries', {}).throwOnError()
  const taken = (data as { id: string; browser: { endpoint: string } }[]).find(
    (one) => one.browser.endpoint === browser.endpoint,
  )
  await sender.deliver()
  expect(browser.messages).toEqual([])
  await sender.skipWaiting()
  await sender.deliver()
  expect(browser.messages.map(({ json }) => json.notification.data.delivery)).toEqual([taken?.id])
})

describe('the browser that received a message', () => {
  it('learns whether it is unread, and marks it as read', async () => {
    await sender.comment(await sender.post(member))
    await sender.deliver()
    const delivery = browser.messages[0]?.json.notification.data.delivery
    expect(await opened({ delivery })).toEqual({ unread: true })
    expect(await unread()).toBe(1)
    expect(await opened({ delivery, read: true })).toEqual({ unread: true })
    expect(await unread()).toBe(0)
    expect(await opened({ delivery })).toEqual({ unread: false })
  })

  it('learns nothing by another ID', async () => {
    expect(await opened({ delivery: randomUUID(), read: true })).toEqual({ unread: false })
    for (const delivery of ['', 'x', null, 7])
      expect((await call('/opened', { method: 'POST', body: JSON.stringify({ delivery }) })).status).toBe(400)
  })
})

describe('only the site', () => {
  it('can send messages', async () => {
    const { session } = (await member.auth.getSession()).data
    const keys: Record<string, string>[] = [
      {},
      { apikey: '' },
      { apikey: sender.engine.publishableKey },
      { apikey: sender.engine.publishableKey, authorization: `Bearer ${session?.access_token}` },
      { apikey: `${sender.engine.secretKey}x` },
    ]
    for (const headers of keys) expect((await call('', { method: 'POST', headers })).status).toBe(401)
    expect((await call('', { method: 'POST', headers: { apikey: sender.engine.secretKey } })).status).toBe(200)
  })

  it('reaches the queue and the private key', async () => {
    const admin = await signUp(sender.engine, { admin: true })
    for (const who of [guest(sender.engine), member, admin]) {
      expect((await who.rpc('take_deliveries', {})).error?.code).toBe('42501')
      expect((await who.rpc('end_deliveries', { results: [] })).error?.code).toBe('42501')
      expect((await who.rpc('open_delivery', { id: randomUUID() })).error?.code).toBe('42501')
      expect((await who.rpc('keep_push_keys', {})).error?.code).toBe('42501')
    }
  })
})

it('the job calls the function when something is due, and not otherwise', async () => {
  const { owner: database } = sender.engine
  expect(await database.query('select private.call_deliver() as called')).toEqual([{ called: false }])
  await sender.comment(await sender.post(member))
  expect(await database.query('select private.call_deliver() as called')).toEqual([{ called: true }])
  await expect.poll(() => browser.messages.length, { timeout: 20_000 }).toBe(1)
})
