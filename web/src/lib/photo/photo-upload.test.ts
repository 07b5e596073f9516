import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { uploadPhoto } from './photo-upload.ts'

const session = vi.hoisted(() => ({ current: { access_token: 'token' } as { access_token: string } | null }))
vi.mock('../../config/runtime-config.ts', () => ({
  loadConfig: async () => ({ url: 'https://api.example', publishableKey: 'key' }),
}))
vi.mock('../supabase.ts', () => ({
  supabase: async () => ({
    auth: { getSession: async () => ({ data: { session: session.current } }) },
    storage: {
      from: (bucket: string) => ({
        getPublicUrl: (path: string) => ({ data: { publicUrl: `https://api.example/public/${bucket}/${path}` } }),
      }),
    },
  }),
}))
vi.mock('./photo-shrink.ts', () => ({
  shrinkPhoto: async () => new File(['drawn'], 'photo.webp', { type: 'image/webp' }),
  fileExtension: () => 'webp',
}))

/** Replaces the browser's request; each test answers it. */
class Request {
  static last: Request
  address = ''
  headers: Record<string, string> = {}
  body: FormData | undefined
  status = 0
  responseText = ''
  upload: { onprogress?: (event: { lengthComputable: boolean; loaded: number; total: number }) => void } = {}
  onload = () => {}
  onerror = () => {}
  onabort = () => {}
  onloadend = () => {}
  constructor() {
    Request.last = this
  }
  open(_method: string, address: string) {
    this.address = address
  }
  setRequestHeader(name: string, value: string) {
    this.headers[name] = value
  }
  send(body: FormData) {
    this.body = body
  }
  abort() {
    this.onabort()
  }
  answer(status: number, text = '{}') {
    this.status = status
    this.responseText = text
    this.onload()
  }
}

beforeEach(() => {
  session.current = { access_token: 'token' }
  vi.stubGlobal('XMLHttpRequest', Request)
  Request.last = new Request()
})
afterEach(() => vi.unstubAllGlobals())

const jpeg = new File([new Uint8Array([0xff, 0xd8, 0xff, 0xe0])], 'carp.jpg', { type: 'image/jpeg' })
const start = async (more: Partial<Parameters<typeof uploadPhoto>[0]> = {}) => {
  const done = uploadPhoto({ bucket: 'avatars', file: jpeg, userId: 'me', ...more })
  done.catch(() => {})
  await vi.waitFor(() => expect(Request.last.body).toBeDefined())
  return { done, request: Request.last }
}

describe('an upload', () => {
  it('stores the photo in the member’s own folder, as the client would, and returns its public address', async () => {
    const { done, request } = await start()
    expect(request.address).toMatch(/^https:\/\/api\.example\/storage\/v1\/object\/avatars\/me\/\d{13}\.webp$/)
    expect(request.headers).toEqual({ authorization: 'Bearer token', apikey: 'key', 'x-upsert': 'false' })
    expect(request.body?.get('cacheControl')).toBe('3600')
    expect(request.body?.get('')).toMatchObject({ type: 'image/webp' })
    request.answer(200)
    expect(await done).toMatch(/^https:\/\/api\.example\/public\/avatars\/me\/\d{13}\.webp$/)
  })

  it('reports its progress', async () => {
    const shares: number[] = []
    const { done, request } = await start({ onProgress: (share) => shares.push(share) })
    request.upload.onprogress?.({ lengthComputable: true, loaded: 1, total: 4 })
    request.upload.onprogress?.({ lengthComputable: false, loaded: 2, total: 0 })
    request.answer(200)
    await done
    expect(shares).toEqual([0.25])
  })

  it('can be cancelled while it runs, and does not start when already cancelled', async () => {
    const cancel = new AbortController()
    const { done } = await start({ signal: cancel.signal })
    cancel.abort()
    await expect(done).rejects.toMatchObject({ name: 'AbortError' })
    await expect(
      uploadPhoto({ bucket: 'avatars', file: jpeg, userId: 'me', signal: cancel.signal }),
    ).rejects.toMatchObject({ name: 'AbortError' })
  })

  it.each([
    [415, '{}', 'damaged'],
    [400, '{"statusCode":"415","error":"invalid_mime_type"}', 'damaged'],
    [403, '{}', 'refused'],
    [429, '{}', 'refused'],
    [413, '{"statusCode":"413"}', 'refused'],
    [503, 'down', 'network'],
  ])('answered with %i %s fails as %s', async (status, text, kind) => {
    const { done, request } = await start()
    request.answer(status, text)
    await expect(done).rejects.toMatchObject({ name: 'PhotoError', kind })
  })

  it('without an answer fails as a network error', async () => {
    const { done, request } = await start()
    request.onerror()
    await expect(done).rejects.toMatchObject({ kind: 'network' })
  })

  it('is refused for a guest, and not sent for a file that is not a photo', async () => {
    session.current = null
    await expect(uploadPhoto({ bucket: 'avatars', file: jpeg, userId: 'me' })).rejects.toMatchObject({
      kind: 'refused',
    })
    await expect(
      uploadPhoto({ bucket: 'avatars', file: new File(['GIF89a'], 'x.jpg'), userId: 'me' }),
    ).rejects.toMatchObject({ kind: 'type' })
    expect(Request.last.body).toBeUndefined()
  })
})
