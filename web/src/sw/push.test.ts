import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openMessage, showMessage, subscribeAgain } from './push.ts'
import type { WorkerScope } from './worker-scope.ts'

const SITE = 'https://club.example'
const data = { delivery: 'an ID', ask: `${SITE}/functions/v1/deliver/opened` }
const message = (navigate = `${SITE}/games/1`) =>
  JSON.stringify({
    web_push: 8030,
    notification: { title: 'Swim 12 has a result', body: '', navigate, tag: 'a tag', data },
    app_badge: 2,
  })

/** A worker with these windows open. */
function worker(...urls: string[]) {
  const windows = urls.map((url) => ({
    url,
    focus: vi.fn(async () => {}),
    navigate: vi.fn(async function (this: unknown) {
      return windows[0] ?? null
    }),
  }))
  const showNotification = vi.fn(async () => {})
  const openWindow = vi.fn(async () => {})
  const setAppBadge = vi.fn(async () => {})
  const scope = {
    location: new URL(SITE),
    navigator: { setAppBadge },
    registration: { showNotification },
    clients: { matchAll: async () => windows, openWindow },
  } as unknown as WorkerScope
  return { scope, windows, showNotification, openWindow, setAppBadge }
}

const ask = vi.fn<typeof fetch>()
const sent = () => ask.mock.calls.map(([url, init]) => [url, JSON.parse(String(init?.body))])
beforeEach(() => {
  ask.mockImplementation(async () => Response.json({ unread: true }))
  vi.stubGlobal('fetch', ask)
})
afterEach(() => {
  ask.mockReset()
  vi.unstubAllGlobals()
})

test('a message is shown under its tag, with the number of unread notifications', async () => {
  const { scope, showNotification, setAppBadge } = worker()
  await showMessage(message(), scope)
  expect(showNotification).toHaveBeenCalledWith(
    'Swim 12 has a result',
    expect.objectContaining({ tag: 'a tag', data: { ...data, navigate: `${SITE}/games/1` } }),
  )
  expect(setAppBadge).toHaveBeenCalledWith(2)
  expect(sent()).toEqual([[data.ask, { delivery: 'an ID', read: false }]])
})

test('a message is not shown if its notification was read in the meantime', async () => {
  ask.mockImplementation(async () => Response.json({ unread: false }))
  const { scope, showNotification } = worker()
  await showMessage(message(), scope)
  expect(showNotification).not.toHaveBeenCalled()
})

test('a message is shown when the site does not answer', async () => {
  for (const answer of [
    () => Promise.reject(new TypeError('offline')),
    async () => new Response(null, { status: 503 }),
  ]) {
    ask.mockImplementation(answer)
    const { scope, showNotification } = worker()
    await showMessage(message(), scope)
    expect(showNotification).toHaveBeenCalledOnce()
  }
})

test('a message that is not from the site is ignored', async () => {
  const { scope, showNotification } = worker()
  for (const text of ['', 'text', '{}', '{"notification":{"title":"x"}}', 'null']) await showMessage(text, scope)
  expect(showNotification).not.toHaveBeenCalled()
})

const shown = (navigate = `${SITE}/games/1`) => ({
  data: { ...data, navigate },
  close: vi.fn<() => void>(),
})

test('a press marks it as read, and opens its address in a new window when there is none', async () => {
  const { scope, openWindow } = worker()
  const notification = shown()
  await openMessage(notification, scope)
  expect(notification.close).toHaveBeenCalledOnce()
  expect(sent()).toEqual([[data.ask, { delivery: 'an ID', read: true }]])
  expect(openWindow).toHaveBeenCalledWith(`${SITE}/games/1`)
})

test('a press opens the address in an existing window of the site, or focuses the window that already shows it', async () => {
  const elsewhere = worker(`${SITE}/newsfeed`)
  await openMessage(shown(), elsewhere.scope)
  expect(elsewhere.windows[0]?.navigate).toHaveBeenCalledWith(`${SITE}/games/1`)
  expect(elsewhere.windows[0]?.focus).toHaveBeenCalledOnce()
  const there = worker(`${SITE}/newsfeed`, `${SITE}/games/1`)
  await openMessage(shown(), there.scope)
  expect(there.windows.map(({ navigate }) => navigate.mock.calls.length)).toEqual([0, 0])
  expect(there.windows[1]?.focus).toHaveBeenCalledOnce()
  for (const { openWindow } of [elsewhere, there]) expect(openWindow).not.toHaveBeenCalled()
})

test('a press opens no other site', async () => {
  const { scope, openWindow } = worker()
  await openMessage(shown('https://elsewhere.example/'), scope)
  expect(openWindow).not.toHaveBeenCalled()
})

const options = { userVisibleOnly: true, applicationServerKey: new ArrayBuffer(65) }
const ended = { options } as PushSubscription
const subscriber = () => {
  const subscribe = vi.fn(async () => ({}))
  return { subscribe, scope: { registration: { pushManager: { subscribe } } } as unknown as WorkerScope }
}

test('a subscription that the browser has ended is made again with the same key', async () => {
  const { scope, subscribe } = subscriber()
  await subscribeAgain({ oldSubscription: ended, newSubscription: null }, scope)
  expect(subscribe.mock.calls).toEqual([[options]])
})

test.each([
  ['says nothing of what it has ended', {}],
  ['has a new subscription already', { oldSubscription: ended, newSubscription: ended }],
])('no new subscription is made when the browser %s', async (_, change) => {
  const { scope, subscribe } = subscriber()
  await subscribeAgain(change, scope)
  expect(subscribe).not.toHaveBeenCalled()
})

test('a refused subscription is an error of the event, not of the worker', async () => {
  const { scope, subscribe } = subscriber()
  subscribe.mockRejectedValue(new DOMException('denied', 'NotAllowedError'))
  await expect(subscribeAgain({ oldSubscription: ended }, scope)).rejects.toThrow('denied')
})
