// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { jpegHead } from '../../testing/photo-head.ts'
import type { PhotoSending } from './photo-sending.ts'
import { uploadPhoto } from './photo-upload.ts'

interface Session {
  access_token: string
  user: { id: string }
}
const { session, sendInParts, remove, drawn } = vi.hoisted(() => ({
  session: { current: null as Session | null, error: null as Error | null },
  sendInParts: vi.fn<(sending: PhotoSending) => Promise<string>>(),
  remove: vi.fn<(paths: string[]) => Promise<{ error: Error | null }>>(),
  drawn: { bytes: 5 },
}))
vi.mock('./send-in-parts.ts', () => ({ sendInParts }))
vi.mock('../../config/runtime-config.ts', () => ({
  loadConfig: async () => ({ url: 'https://api.example', publishableKey: 'key' }),
}))
vi.mock('../supabase.ts', () => ({
  supabase: async () => ({
    auth: { getSession: async () => ({ data: { session: session.current }, error: session.error }) },
    storage: {
      from: (bucket: string) => ({
        remove,
        getPublicUrl: (path: string) => ({ data: { publicUrl: `https://api.example/public/${bucket}/${path}` } }),
      }),
    },
  }),
}))
vi.mock('./photo-shrink.ts', () => ({
  shrinkPhoto: async () => new File([new Uint8Array(drawn.bytes)], 'photo.webp', { type: 'image/webp' }),
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
    this.onloadend()
  }
  answer(status: number, text = '{}') {
    this.status = status
    this.responseText = text
    this.onload()
    this.onloadend()
  }
  progress(loaded: number, total: number) {
    this.upload.onprogress?.({ lengthComputable: true, loaded, total })
  }
}

beforeEach(() => {
  Object.assign(session, { current: { access_token: 'token', user: { id: 'me' } }, error: null })
  drawn.bytes = 5
  sendInParts.mockReset().mockImplementation(async ({ path }) => path)
  remove.mockReset().mockResolvedValue({ error: null })
  sessionStorage.clear()
  vi.stubGlobal('XMLHttpRequest', Request)
  Request.last = new Request()
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const jpeg = new File([new Uint8Array(jpegHead())], 'carp.jpg', { type: 'image/jpeg' })
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

  it('without an answer goes on in parts, as the same object', async () => {
    const waits: boolean[] = []
    const { done, request } = await start({ onWait: (waiting) => waits.push(waiting) })
    request.progress(2, 4)
    request.onerror()
    expect(await done).toBe(`https://api.example/public/avatars/${sendInParts.mock.calls[0]?.[0].path}`)
    const sending = sendInParts.mock.calls[0]?.[0]
    expect(request.address.endsWith(`/avatars/${sending?.path}`)).toBe(true)
    expect(sending).toMatchObject({ bucket: 'avatars', userId: 'me', mayBeStored: false })
    expect(waits).toEqual([true])
  })

  it('without an answer after its last byte may be stored already', async () => {
    const { done, request } = await start()
    request.progress(4, 4)
    request.onerror()
    await done
    expect(sendInParts.mock.calls[0]?.[0].mayBeStored).toBe(true)
  })

  it('on a line at a standstill goes on in parts', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const { done, request } = await start()
    await vi.advanceTimersByTimeAsync(29_000)
    request.progress(1, 4)
    await vi.advanceTimersByTimeAsync(29_000)
    // All of it is on its way: the answer takes longer than the next byte.
    request.progress(4, 4)
    await vi.advanceTimersByTimeAsync(59_000)
    expect(sendInParts).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(1_000)
    await done
    expect(sendInParts).toHaveBeenCalledOnce()
  })

  it('whose token cannot be renewed without a line goes on in parts', async () => {
    Object.assign(session, { current: null, error: Object.assign(new Error(), { name: 'AuthRetryableFetchError' }) })
    await uploadPhoto({ bucket: 'avatars', file: jpeg, userId: 'me' })
    const sending = sendInParts.mock.calls[0]?.[0]
    await expect(sending?.headers()).rejects.toMatchObject({ name: 'PhotoError', kind: 'network' })
    Object.assign(session, { current: { access_token: 'renewed', user: { id: 'me' } }, error: null })
    expect(await sending?.headers()).toMatchObject({ authorization: 'Bearer renewed' })
    Object.assign(session, { current: { access_token: 'other', user: { id: 'you' } } })
    await expect(sending?.headers()).rejects.toMatchObject({ kind: 'refused' })
  })

  it('of a large photo is sent in parts, and returns the address under which it was begun', async () => {
    drawn.bytes = 300_000
    sendInParts.mockResolvedValue('me/1.webp')
    expect(await uploadPhoto({ bucket: 'avatars', file: jpeg, userId: 'me' })).toBe(
      'https://api.example/public/avatars/me/1.webp',
    )
    expect(Request.last.body).toBeUndefined()
  })

  it.each([
    ['all of it was sent', 4, 1],
    ['a part of it was sent', 3, 0],
  ])('that is cancelled after %s removes what may be stored', async (_when, loaded, removals) => {
    const cancel = new AbortController()
    const { done, request } = await start({ signal: cancel.signal })
    request.progress(loaded, 4)
    cancel.abort()
    await expect(done).rejects.toMatchObject({ name: 'AbortError' })
    await vi.waitFor(() => expect(remove).toHaveBeenCalledTimes(removals))
    if (removals) expect(request.address).toContain(String(remove.mock.calls[0]?.[0]))
  })

  it('that is cancelled removes the photo after what was begun in parts, and again when the line is lost', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    drawn.bytes = 300_000
    let cleared = () => {}
    const cancel = new AbortController()
    sendInParts.mockImplementation(async (sending) => {
      Object.assign(sending, {
        mayBeStored: true,
        clearing: new Promise<void>((resolve) => {
          cleared = resolve
        }),
      })
      cancel.abort()
      return sending.signal.throwIfAborted() as never
    })
    remove.mockResolvedValueOnce({ error: new Error('no line') })
    await expect(
      uploadPhoto({ bucket: 'avatars', file: jpeg, userId: 'me', signal: cancel.signal }),
    ).rejects.toMatchObject({ name: 'AbortError' })
    await vi.advanceTimersByTimeAsync(60_000)
    expect(remove).not.toHaveBeenCalled()
    cleared()
    await vi.advanceTimersByTimeAsync(60_000)
    expect(remove).toHaveBeenCalledTimes(2)
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
