import { createECDH, randomBytes } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { guest, type Persona, service, signIn, signUp } from '../../../test-support/personas.ts'
import { expectAllowed, expectDenied, expectError } from '../support/denied.ts'
import { type MemberArea, openMemberArea } from '../support/member-area.ts'

let area: MemberArea
let member: Persona
let other: Persona
beforeAll(async () => {
  area = await openMemberArea()
})
afterAll(() => area.engine.close())
beforeEach(async () => {
  member = await signUp(area.engine)
  other = await signUp(area.engine)
})

/** What a browser says about its subscription. */
const browser = (endpoint = `https://fcm.googleapis.com/fcm/send/${randomBytes(20).toString('hex')}`) => ({
  endpoint,
  p256dh: createECDH('prime256v1').generateKeys('base64url'),
  auth: randomBytes(16).toString('base64url'),
  device: 'Chrome on Android',
})
const save = (who: Pick<Persona, 'rpc'>, args: object) => who.rpc('save_push_subscription', args)
const stored = (who: Persona) =>
  area.engine.owner.query(
    'select endpoint, p256dh, auth, device from private.push_subscriptions where user_id = $1 order by used_at, id',
    [who.user.id],
  )

it('a member saves a browser, and saving it again renews its keys', async () => {
  const first = browser()
  expectAllowed(await save(member, first))
  expect(await stored(member)).toEqual([first])
  const renewed = { ...browser(first.endpoint), device: '' }
  expectAllowed(await save(member, renewed))
  expect(await stored(member)).toEqual([renewed])
})

it('a browser is the member’s for as long as the session lasts that saved it last', async () => {
  const saved = browser()
  expectAllowed(await save(member, saved))
  const second = await signIn(area.engine, member.user)
  const hasPush = async (who: Persona) =>
    (expectAllowed(await who.rpc('my_notification_settings')) as { has_push: boolean }).has_push
  const devices = async (who: Persona) =>
    (expectAllowed(await who.rpc('my_data')) as { push_devices: unknown[] }).push_devices
  expect(await hasPush(second)).toBe(true)
  expect(await devices(second)).toHaveLength(1)
  await member.auth.signOut({ scope: 'local' })
  expect(await hasPush(second)).toBe(false)
  expect(await devices(second)).toEqual([])
  expectAllowed(await save(second, saved))
  expect(await hasPush(second)).toBe(true)
})

it('a guest saves and removes nothing', async () => {
  const saved = browser()
  expectAllowed(await save(member, saved))
  expectDenied(await save(guest(area.engine), browser()))
  expectDenied(await guest(area.engine).rpc('remove_push_subscription', { endpoint: saved.endpoint }))
  expect(await stored(member)).toEqual([saved])
})

it('a browser belongs to the account that saved it last', async () => {
  const shared = browser()
  expectAllowed(await save(member, shared))
  expectAllowed(await save(other, shared))
  expect(await stored(member)).toEqual([])
  expect(await stored(other)).toEqual([shared])
})

it('a member removes a browser of their own, and none of another member', async () => {
  const saved = browser()
  expectAllowed(await save(member, saved))
  expectAllowed(await other.rpc('remove_push_subscription', { endpoint: saved.endpoint }))
  expect(await stored(member)).toEqual([saved])
  expectAllowed(await member.rpc('remove_push_subscription', { endpoint: saved.endpoint }))
  expect(await stored(member)).toEqual([])
})

it.each([
  'https://fcm.googleapis.com/fcm/send/abc',
  'https://updates.push.services.mozilla.com/wpush/v2/abc',
  'https://web.push.apple.com/abc',
  'https://wns2-par02p.notify.windows.com/w/?token=abc',
])('the push service of a browser is known: %s', async (endpoint) => {
  expectAllowed(await save(member, browser(endpoint)))
})

it.each([
  'http://fcm.googleapis.com/fcm/send/abc',
  'https://127.0.0.1/abc',
  'https://[::1]/abc',
  'https://localhost/abc',
  'https://database.internal/abc',
  'https://fcm.googleapis.com.example/abc',
  'https://notfcm.googleapis.com/abc',
  'https://fcm.googleapis.com:8443/abc',
  'https://fcm.googleapis.com@127.0.0.1/abc',
  'https://fcm.googleapis.com/a b',
  `https://fcm.googleapis.com/${'a'.repeat(1000)}`,
  'fcm.googleapis.com/abc',
  '',
  null,
])('no other address is stored: %s', async (endpoint) => {
  expectError(await save(member, { ...browser(), endpoint }), '22023')
  expect(await stored(member)).toEqual([])
})

it('keys of another form are refused', async () => {
  // Of 65 bytes, but not with a first byte of 4, or with letters that no encoder writes.
  for (const p256dh of [`B${'a'.repeat(86)}`, `BA${'A'.repeat(84)}B`])
    expectError(await save(member, { ...browser(), p256dh }), '22023')
  for (const wrong of [{ p256dh: 'short' }, { p256dh: null }, { auth: 'a'.repeat(21) }, { auth: null }])
    expectError(await save(member, { ...browser(), ...wrong }), '22023')
  expect(await stored(member)).toEqual([])
})

it('a member has the ten browsers used last', async () => {
  const all = Array.from({ length: 12 }, () => browser())
  for (const one of all) expectAllowed(await save(member, one))
  expect(await stored(member)).toEqual(all.slice(2))
})

describe('a message to a browser', () => {
  const operator = () => service(area.engine)
  const messages = (who: Persona) =>
    area.engine.owner.query<{ endpoint: string; items: number }>(
      `select s.endpoint,
          (select count(*)::int from private.delivery_items as i where i.delivery_id = d.id) as items
        from private.deliveries as d left join private.push_subscriptions as s on s.id = d.subscription_id
        where d.user_id = $1 order by s.used_at`,
      [who.user.id],
    )
  const items = async () => (await area.row('select count(*)::int as count from private.delivery_items'))?.count

  /** A comment by another member, and the messages about it that the sender has taken, one for each browser. */
  async function taken(...browsers: { endpoint: string }[]) {
    await area.row('delete from private.deliveries')
    for (const one of browsers) expectAllowed(await save(member, one))
    await member.rpc('save_notification_times', { quiet_from: '00:00', quiet_until: '00:00' }).throwOnError()
    const write = (who: Persona, table: string, row: object) =>
      who
        .from(table)
        .insert(row as never)
        .select('id')
        .single<{ id: string }>()
        .throwOnError()
    const { data: post } = await write(member, 'newsfeed_posts', { content: `Tench ${randomBytes(8).toString('hex')}` })
    const { data: comment } = await write(other, 'newsfeed_comments', { post_id: post.id, content: 'Well in' })
    const all = expectAllowed(await operator().rpc('take_deliveries', { size: 100 })) as {
      id: string
      attempt: number
      browser: { endpoint: string }
    }[]
    expect(all.map((one) => one.browser.endpoint).toSorted()).toEqual(browsers.map((one) => one.endpoint).toSorted())
    return { comment: comment.id, all }
  }

  it('is deleted with the browser that its member removes, and by no other member', async () => {
    const [kept, removed] = [browser(), browser()]
    await taken(kept, removed)
    const { endpoint } = removed
    expectAllowed(await other.rpc('remove_push_subscription', { endpoint }))
    expect(await messages(member)).toEqual([
      { endpoint: kept.endpoint, items: 1 },
      { endpoint, items: 1 },
    ])
    expectAllowed(await member.rpc('remove_push_subscription', { endpoint }))
    expect(await messages(member)).toEqual([{ endpoint: kept.endpoint, items: 1 }])
    expect(await items()).toBe(1)
  })

  it('is deleted with a browser that its push service no longer knows, but not after a mere failure to send', async () => {
    const [kept, gone] = [browser(), browser()]
    const { all } = await taken(kept, gone)
    const results = all.map(({ id, attempt, browser: { endpoint } }) => ({
      id,
      attempt,
      outcome: endpoint === gone.endpoint ? 'gone' : 'failed',
    }))
    expectDenied(await member.rpc('end_deliveries', { results }))
    expect(await messages(member)).toHaveLength(2)
    expectAllowed(await operator().rpc('end_deliveries', { results }))
    expect(await messages(member)).toEqual([{ endpoint: kept.endpoint, items: 1 }])
    expect(await items()).toBe(1)
  })

  it('says and marks nothing for a browser that is signed out, or is another account’s, and does until then', async () => {
    const unread = async (who: Persona) => (await who.rpc('unread_notifications').throwOnError()).data
    for (const end of ['sign-out', 'another account']) {
      const second = await signIn(area.engine, member.user)
      const saved = browser()
      const { all } = await taken(saved)
      const id = String(all[0]?.id)
      const open = async (is_read: boolean) =>
        (await operator().rpc('open_delivery', { id, is_read }).throwOnError()).data
      expect(await open(false)).toBe(true)
      if (end === 'sign-out') await member.auth.signOut({ scope: 'local' })
      else expectAllowed(await save(other, saved))
      const before = await unread(second)
      expect(await open(true)).toBe(false)
      expect(await unread(second)).toBe(before)
      expectAllowed(await save(second, saved))
      expect(await open(true)).toBe(true)
      expect(await unread(second)).toBe(Number(before) - 1)
      expectAllowed(await second.rpc('remove_push_subscription', { endpoint: saved.endpoint }))
      member = second
    }
  })

  it('says nothing any more when the comment that it is about is deleted, and does until then', async () => {
    const { comment, all } = await taken(browser())
    const id = String(all[0]?.id)
    const isUnread = async () => (await operator().rpc('open_delivery', { id }).throwOnError()).data
    expect(await isUnread()).toBe(true)
    await member.from('newsfeed_comments').delete().eq('id', comment)
    expect(await messages(member)).toMatchObject([{ items: 1 }])
    await other.from('newsfeed_comments').delete().eq('id', comment).throwOnError()
    expect(await isUnread()).toBe(false)
    expect(await messages(member)).toMatchObject([{ items: 0 }])
  })
})

it('browsers are deleted with the account, and the export lists them without their addresses', async () => {
  expectAllowed(await save(member, browser()))
  const data = expectAllowed(await member.rpc('my_data')) as { push_devices: object[] }
  expect(data.push_devices).toEqual([
    { device: 'Chrome on Android', created_at: expect.any(String), used_at: expect.any(String) },
  ])
  await area.engine.owner.query('delete from auth.users where id = $1', [member.user.id])
  expect(await stored(member)).toEqual([])
})

it('the key pair is made once, and only the service reads it', async () => {
  const pair = () => ({
    public_key: createECDH('prime256v1').generateKeys('base64url'),
    private_key: randomBytes(32).toString('base64url'),
  })
  const first = pair()
  for (const who of [guest(area.engine), member, area.admin]) expectDenied(await who.rpc('keep_push_keys', first))
  expect(expectAllowed(await service(area.engine).rpc('keep_push_keys', {}))).toBeNull()
  expect(expectAllowed(await service(area.engine).rpc('keep_push_keys', first))).toEqual(first)
  expect(expectAllowed(await service(area.engine).rpc('keep_push_keys', pair()))).toEqual(first)
  expect(expectAllowed(await service(area.engine).rpc('keep_push_keys', {}))).toEqual(first)
})
