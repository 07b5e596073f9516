import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { pageOrShell } from './page-or-shell.ts'
import { isPhoto, NOT_PAGES } from './requests.ts'

const request = new Request('https://club.example/newsfeed')
const reply = (text: string, status = 200) => new Response(text, { status })
const stored = async () => reply('shell')
const text = async (answer: Promise<Response>) => (await answer).text()

beforeEach(() => vi.useFakeTimers())
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

describe('a page', () => {
  it('comes from the network with one request', async () => {
    const fetched = vi.fn(async () => reply('fetched'))
    vi.stubGlobal('fetch', fetched)
    expect(await text(pageOrShell(request, stored))).toBe('fetched')
    expect(fetched).toHaveBeenCalledTimes(1)
  })

  it.each([
    ['there is no network', async () => Promise.reject(new TypeError('Failed to fetch'))],
    ['a proxy answers for an unreachable server', async () => reply('Bad Gateway', 502)],
  ])('is the stored one when %s', async (_, answer) => {
    vi.stubGlobal('fetch', answer)
    expect(await text(pageOrShell(request, stored))).toBe('shell')
  })

  it('is the stored one when the network takes too long', async () => {
    vi.stubGlobal('fetch', () => new Promise(() => {}))
    const answer = text(pageOrShell(request, stored))
    await vi.advanceTimersByTimeAsync(4_000)
    expect(await answer).toBe('shell')
  })

  it('fails, or is the proxy’s answer, when nothing is stored', async () => {
    vi.stubGlobal('fetch', async () => Promise.reject(new TypeError('Failed to fetch')))
    await expect(pageOrShell(request, async () => undefined)).rejects.toThrow('Failed to fetch')
    vi.stubGlobal('fetch', async () => reply('Bad Gateway', 502))
    expect(await text(pageOrShell(request, async () => undefined))).toBe('Bad Gateway')
  })
})

it.each([
  '/auth/v1/verify?token=a.b',
  '/auth/v2/verify',
  '/rest/v1/posts',
  '/realtime/v1/websocket',
  '/functions/send',
  '/storage/v1/object/public/a/b',
  '/healthz',
  '/readyz',
  '/robots.txt',
  '/app.js?x=1',
])('does not count %s as a page of the app', (path) =>
  expect(NOT_PAGES.some((pattern) => pattern.test(path))).toBe(true),
)

it.each(['/', '/newsfeed', '/prizes/claim/1', '/reset-password?next=a.b', '/confirm?type=signup', '/authors'])(
  'counts %s as a page of the app',
  (path) => expect(NOT_PAGES.some((pattern) => pattern.test(path))).toBe(false),
)

it('recognises only public photos as photos', () => {
  const image = { destination: 'image', method: 'GET' } as const
  const url = (path: string) => new URL(path, 'https://api.example')
  expect(isPhoto(url('/storage/v1/object/public/avatars/a/1.webp'), image)).toBe(true)
  expect(isPhoto(url('/storage/v1/render/image/public/avatars/a/1.webp?width=96'), image)).toBe(true)
  expect(isPhoto(url('/storage/v1/object/public/avatars/a/1.webp'), { ...image, destination: '' })).toBe(false)
  expect(isPhoto(url('/storage/v1/object/avatars/a/1.webp'), image)).toBe(false)
  expect(isPhoto(url('/rest/v1/profiles'), image)).toBe(false)
})
