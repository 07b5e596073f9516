import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type { Persona } from '../../../../test-support/personas.ts'
import type { PushBrowser } from '../../../../test-support/push-service.ts'
import { openSender, type Sender } from './sender.ts'

// Thirty acts of others must not be thirty sounds of a phone.

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
const titles = () => browser.messages.map(({ json }) => json.notification.title)
/** Comments on as many posts of the member, each of which is a notification of its own. @returns the posts. */
async function comments(count: number): Promise<string[]> {
  const posts = []
  for (let n = 0; n < count; n += 1) {
    const post = await sender.post(member)
    await sender.comment(post)
    posts.push(post)
  }
  return posts
}
/** Lets five minutes pass for what was sent to the member and what waits. */
async function wait() {
  await owner(`update private.deliveries set created_at = created_at - interval '5 minutes' where user_id = $1`, [
    member.user.id,
  ])
  await owner(
    `update private.outbox set due_at = due_at - interval '5 minutes' where user_id = $1 and sent_at is null`,
    [member.user.id],
  )
}
/** The number of unread notifications in the app. */
const inApp = async () =>
  (await owner('select from private.notifications where user_id = $1 and read_at is null', [member.user.id])).length

it('a member gets five push messages in five minutes, and then one that says how many more there are', async () => {
  for (let n = 0; n < 10; n += 1) {
    await comments(3)
    await sender.deliver()
  }
  expect(titles()).toHaveLength(5)
  expect(await inApp()).toBe(30)
  await wait()
  await sender.deliver()
  expect(titles()).toHaveLength(6)
  const many = browser.messages[5]
  expect(many?.json).toMatchObject({
    notification: {
      title: '25 new notifications',
      body: expect.stringMatching(/^(“mate-\S+” commented on your post(\n|$)){3}$/),
      navigate: `${sender.engine.url}/notifications`,
    },
  })
  await sender.deliver()
  expect(titles()).toHaveLength(6)
})

it('each browser of the member gets as many', async () => {
  const second = await sender.browserOf(member)
  await comments(8)
  await sender.deliver()
  await wait()
  await sender.deliver()
  for (const { messages } of [browser, second])
    expect(messages.map(({ json }) => json.notification.title).slice(5)).toEqual(['3 new notifications'])
})

it('prizes are never delayed or counted', async () => {
  for (let n = 0; n < 7; n += 1) await sender.prize(member)
  await comments(6)
  await sender.prize(member)
  await sender.deliver()
  expect(titles().filter((title) => title.startsWith('You won'))).toHaveLength(8)
  expect(titles().filter((title) => title.includes('commented'))).toHaveLength(5)
})

it('what was read meanwhile is not counted, and a single one that is left is said as ever', async () => {
  const posts = await comments(7)
  await sender.deliver()
  const waiting = await owner<{ path: string }>(
    `select '/newsfeed/' || n.subject_id as path from private.outbox as o
      join private.notifications as n on n.id = o.notification_id where o.user_id = $1 and o.sent_at is null`,
    [member.user.id],
  )
  expect(waiting).toHaveLength(2)
  await member.rpc('mark_notifications_read', { path: waiting[0]?.path ?? '' }).throwOnError()
  await wait()
  await sender.deliver()
  expect(titles()).toHaveLength(6)
  expect(titles()[5]).toMatch(/ commented on your post$/)
  expect(posts).toContain(new URL(browser.messages[5]?.json.notification.navigate ?? '').pathname.split('/')[2])
})

it('the message about many marks none of them as read when it is opened', async () => {
  await comments(8)
  await sender.deliver()
  await wait()
  await sender.deliver()
  const body = JSON.stringify({ delivery: browser.messages[5]?.json.notification.data.delivery, read: true })
  const reply = await fetch(`${sender.engine.url}/functions/v1/deliver/opened`, { method: 'POST', body })
  expect(await reply.json()).toEqual({ unread: true })
  expect(await inApp()).toBe(8)
})
