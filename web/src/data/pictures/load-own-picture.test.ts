import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { NotAuthenticated } from '../../lib/not-authenticated.ts'
import { NoPicture } from '../../lib/picture-failure-text.ts'
import type { PictureSubject } from './load-own-picture.ts'
import { ownPicture } from './own-picture.ts'

const { session, tokenRefused } = vi.hoisted(() => ({
  session: { userId: 'tom' },
  tokenRefused: vi.fn(),
}))
vi.mock('../../config/runtime-config.ts', () => ({
  loadConfig: async () => ({ url: 'https://api.example', publishableKey: 'key' }),
}))
vi.mock('../../lib/supabase.ts', () => ({
  tokenRefused,
  supabase: async () => ({
    auth: {
      getSession: async () => ({
        data: { session: { access_token: 'token', user: { id: session.userId } } },
        error: null,
      }),
    },
  }),
}))

const asked = vi.fn<(address: string, init?: RequestInit) => void>()
let settings: () => Response
let picture: () => Response
beforeEach(() => {
  session.userId = 'tom'
  settings = () => Response.json({ ownPictures: true })
  picture = () => new Response('bytes', { headers: { 'content-type': 'image/jpeg' } })
  vi.stubGlobal('fetch', async (address: string, init?: RequestInit) => {
    if (address === '/config.json') return settings()
    asked(address, init)
    return picture()
  })
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.resetAllMocks()
})

const load = (subject: PictureSubject = { kind: 'level' }) => ownPicture('tom', subject)()

it.each<[PictureSubject, string]>([
  [{ kind: 'level' }, 'level.jpg'],
  [{ kind: 'best', catchId: '7c1e' }, 'best/7c1e.jpg'],
  [{ kind: 'record', catchId: '7c1e' }, 'record/7c1e.jpg'],
])('asks for %j at %s with the token of the member', async (subject, path) => {
  const blob = await load(subject)
  expect([blob.type, await blob.text()]).toEqual(['image/jpeg', 'bytes'])
  expect(asked).toHaveBeenCalledWith(
    `https://api.example/share/own/${path}`,
    expect.objectContaining({ headers: { authorization: 'Bearer token', apikey: 'key' }, cache: 'no-store' }),
  )
})

it('asks for nothing on a site that has no pictures', async () => {
  settings = () => Response.json({})
  await expect(load()).rejects.toThrow(new NoPicture('Pictures are not available on this site.'))
  expect(asked).not.toHaveBeenCalled()
})

it('does not take settings that cannot be read for a site without pictures', async () => {
  settings = () => new Response(null, { status: 503 })
  const failure = await load().catch((error: unknown) => error)
  expect(failure).toBeInstanceOf(Error)
  expect(failure).not.toBeInstanceOf(NoPicture)
})

it('asks for nothing when another member is signed in', async () => {
  session.userId = 'mel'
  await expect(load()).rejects.toThrow(NotAuthenticated)
  expect(asked).not.toHaveBeenCalled()
})

it('reports a token that is refused', async () => {
  picture = () => new Response(null, { status: 401 })
  await expect(load()).rejects.toThrow(NotAuthenticated)
  expect(tokenRefused).toHaveBeenCalledTimes(1)
})

it('says that a picture is not there any more', async () => {
  picture = () => new Response('{}', { status: 404 })
  await expect(load()).rejects.toThrow(NoPicture)
})

it.each([
  ['a refusal', () => new Response('{}', { status: 429 })],
  ['a page in place of the picture', () => new Response('<html>', { headers: { 'content-type': 'text/html' } })],
])('fails for %s, which may be another one later', async (_, answer) => {
  picture = answer
  const failure = await load().catch((error: unknown) => error)
  expect(failure).toBeInstanceOf(Error)
  expect(failure).not.toBeInstanceOf(NoPicture)
})
