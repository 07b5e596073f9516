// @vitest-environment happy-dom
import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

const MEMBER = '5383144b-8421-41bf-a658-fd923ec673ae'
const SITE = 'https://club.example'
const PHOTO = `${SITE}/storage/v1/object/public/games-images/${MEMBER}/1.jpg`

/** The requests sent to the network in order: address and authorization. */
let asked: { address: string; authorization: string | null }[]
let rows: Record<string, unknown>[]

beforeEach(() => {
  vi.resetModules()
  globalThis.early = undefined
  asked = []
  rows = []
  vi.stubGlobal('fetch', async (input: RequestInfo | URL, init?: RequestInit) => {
    const address = String(input)
    if (address === '/config.json') return Response.json({ url: SITE, publishableKey: 'public-key' })
    const headers = new Headers(init?.headers)
    asked.push({ address, authorization: headers.get('authorization') })
    return Response.json(headers.get('accept')?.includes('pgrst.object') ? { is_suspended: false } : rows)
  })
})
afterEach(() => {
  vi.unstubAllGlobals()
  localStorage.clear()
  document.head.replaceChildren()
})

/** Opens a page as a member whose token is valid for so many seconds, or as a guest without one. */
async function open(path: string, tokenLeft?: number) {
  window.history.replaceState(null, '', path)
  if (tokenLeft !== undefined) localStorage.setItem('bankside-session', JSON.stringify(session(tokenLeft)))
  await import('./start.ts')
  await globalThis.early?.config
}

function session(tokenLeft: number, token = 'token') {
  const expires_at = Math.floor(Date.now() / 1000) + tokenLeft
  const user = { id: MEMBER, aud: 'authenticated', email: 'tom@club.example' }
  const claims = btoa(JSON.stringify({ sub: MEMBER, exp: expires_at }))
  return {
    access_token: `${token}.${claims}.s`,
    refresh_token: 'r',
    token_type: 'bearer',
    expires_in: 3600,
    expires_at,
    user,
  }
}

const tokenHere = (): string | undefined => JSON.parse(localStorage.getItem('bankside-session') ?? '{}').access_token

/** The app's code loads and requests the data of its page. */
async function appArrives(page: 'newsfeed' | 'games' | 'landing', userId?: string) {
  const { prepare } = await import(`../routes/${page}.tsx`)
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  prepare(queries, userId)
  if (userId !== undefined) {
    // Like the bars around every page of a member.
    const [{ summaryQuery }, { activeVideoQuery }] = await Promise.all([
      import('../../data/auth/summary-query.ts'),
      import('../../data/live/active-video-query.ts'),
    ])
    void queries.prefetchQuery(summaryQuery(userId))
    void queries.prefetchQuery(activeVideoQuery())
  }
  await vi.waitFor(() => expect(queries.isFetching()).toBe(0))
  const all = queries.getQueryCache().getAll()
  expect(all.length).toBeGreaterThan(0)
  for (const { state } of all) expect(state.error).toBeNull()
}

describe('the app repeats no request of the page’s head', () => {
  it.each([
    ['/newsfeed', 'newsfeed', MEMBER, 5],
    ['/games', 'games', MEMBER, 3],
    ['/', 'landing', undefined, 2],
  ] as const)('on %s', async (path, page, userId, requests) => {
    await open(path, userId && 3600)
    expect(asked).toHaveLength(requests)
    const as = new Set(asked.map(({ authorization }) => authorization))
    expect(as).toEqual(new Set([`Bearer ${tokenHere() ?? 'public-key'}`]))
    await appArrives(page, userId)
    expect(asked).toHaveLength(requests)
  })
})

describe('the app sends its own request', () => {
  it('when the token has to be renewed first, and the head sends none', async () => {
    await open('/games', 60)
    expect(asked).toEqual([])
  })

  it('when another member has signed in in the meantime', async () => {
    await open('/games', 3600)
    const before = asked.length
    const other = session(3600, 'other')
    localStorage.setItem('bankside-session', JSON.stringify(other))
    await appArrives('games', MEMBER)
    expect(
      asked
        .slice(before)
        .map(({ address }) => address)
        .sort(),
    ).toEqual(
      asked
        .slice(0, before)
        .map(({ address }) => address)
        .sort(),
    )
    for (const { authorization } of asked.slice(before)) expect(authorization).toBe(`Bearer ${other.access_token}`)
  })

  it('when the answers are too old', async () => {
    const started = performance.now()
    await open('/games', 3600)
    const before = asked.length
    const clock = vi.spyOn(performance, 'now').mockReturnValue(started + 20_000)
    await appArrives('games', MEMBER)
    clock.mockRestore()
    expect(asked).toHaveLength(2 * before)
  })

  it('when it needs the data a second time', async () => {
    await open('/games', 3600)
    const before = asked.length
    await appArrives('games', MEMBER)
    await appArrives('games', MEMBER)
    expect(asked).toHaveLength(2 * before)
  })
})

it('receives an early refusal like one of its own request', async () => {
  vi.stubGlobal('fetch', async (input: RequestInfo | URL) =>
    String(input) === '/config.json'
      ? Response.json({ publishableKey: 'public-key' })
      : Response.json({ code: '42501', message: 'no' }, { status: 403 }),
  )
  await open('/games', 3600)
  await expect(appArrives('games', MEMBER)).rejects.toThrow('no')
})

describe('the picture at the top of the screen is fetched with the rows', () => {
  const preloaded = () =>
    [...document.head.querySelectorAll('link')].map((link) => link.getAttribute('href') ?? link.href)

  it('as the lake of the first game that has not ended', async () => {
    const [past, later] = [-1, 1].map((hours) => new Date(Date.now() + hours * 3_600_000).toISOString())
    rows = [
      { type: 'pick_swim', image_url: PHOTO.replace('1.jpg', '0.jpg'), end_date: past },
      { type: 'pick_swim', image_url: PHOTO, end_date: later },
      { type: 'guess_weight', image_url: 'https://elsewhere.example/1.jpg', end_date: later },
    ]
    await open('/games', 3600)
    await vi.waitFor(() => expect(preloaded()).toHaveLength(1))
    expect(preloaded()[0]).toContain(
      `/render/image/public/games-images/${MEMBER}/1.jpg?width=640&height=640&resize=cover`,
    )
  })

  it('as the first card above the feed', async () => {
    rows = [{ image_url: PHOTO }]
    await open('/newsfeed', 3600)
    await vi.waitFor(() => expect(preloaded()).toHaveLength(1))
    expect(preloaded()[0]).toContain(`/1.jpg?width=1280&height=549&resize=cover`)
  })

  it('but not when there is none, or it is from another site', async () => {
    rows = [
      {
        type: 'pick_swim',
        title: '',
        description: '',
        image_url: 'https://elsewhere.example/1.jpg',
        end_date: '2199-01-01',
      },
    ]
    await open('/games', 3600)
    await appArrives('landing')
    expect(preloaded()).toEqual([])
  })
})
