// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { PhotoError } from './photo-error.ts'
import type { PhotoSending } from './photo-sending.ts'
import { sendInParts } from './send-in-parts.ts'
import { LineLost } from './upload-line.ts'

// The library's build for browsers: the one for Node takes no files.
vi.mock('tus-js-client', async () => (await import('tus-js-client/dist/tus.js' as string)).default)

const SITE = 'https://api.example'
const UPLOADS = `${SITE}/storage/v1/upload/resumable`
const SIZE = 1_000

type Fate =
  /** Nothing gets through. */
  | 'lost'
  /** The service gets the request, but not the browser its answer. */
  | 'unanswered'
  /** Nothing happens at all. */
  | 'stalled'
  /** So many bytes get through. */
  | { bytes: number }
  | { status: number; body?: string }

interface Sent {
  method: string
  url: string
  headers: Record<string, string>
  bytes: number
}

/** The service, and the line to it. */
class Lake {
  sent: Sent[] = []
  begun = new Map<string, { path: string; received: number }>()
  stored: string[] = []
  /** What happens to the next request of a method; without one it is answered. */
  fates: [method: string, fate: Fate][] = []
  /** Requests of which the answer is held back. */
  held: (() => void)[] = []
  holds = false

  methods = () => this.sent.map(({ method }) => method)

  next(method: string): Fate | undefined {
    const at = this.fates.findIndex(([name]) => name === method || name === '*')
    if (at < 0) return undefined
    const [fate] = this.fates.splice(at, 1)
    return fate?.[1]
  }

  handle({ method, url, headers, bytes }: Sent): { status: number; headers: Record<string, string> } {
    const id = url.slice(UPLOADS.length + 1)
    const upload = this.begun.get(id)
    if (method === 'POST') {
      const name = /objectName ([^,]+)/.exec(headers['Upload-Metadata'] ?? '')?.[1] ?? ''
      const path = atob(name)
      if (this.stored.includes(path)) return { status: 409, headers: {} }
      const created = `upload-${this.begun.size + 1}`
      this.begun.set(created, { path, received: 0 })
      return { status: 201, headers: { Location: `/storage/v1/upload/resumable/${created}` } }
    }
    if (!upload) return { status: 404, headers: {} }
    if (method === 'DELETE') {
      this.begun.delete(id)
      return { status: 204, headers: {} }
    }
    if (method === 'PATCH') {
      if (Number(headers['Upload-Offset']) !== upload.received) return { status: 409, headers: {} }
      upload.received += bytes
      if (upload.received === SIZE) this.stored.push(upload.path)
    }
    const known = { 'Upload-Offset': String(upload.received), 'Upload-Length': String(SIZE) }
    return { status: method === 'HEAD' ? 200 : 204, headers: known }
  }
}

let lake: Lake

class Request {
  upload: { onprogress?: (event: { lengthComputable: boolean; loaded: number }) => void } = {}
  onload = () => {}
  onerror = (_error?: unknown) => {}
  status = 0
  responseText = ''
  #sent: Sent = { method: '', url: '', headers: {}, bytes: 0 }
  #answer: Record<string, string> = {}
  #aborted = false
  open(method: string, url: string) {
    Object.assign(this.#sent, { method, url })
  }
  setRequestHeader(name: string, value: string) {
    this.#sent.headers[name] = value
  }
  getResponseHeader(name: string) {
    return this.#answer[name] ?? null
  }
  abort() {
    this.#aborted = true
  }
  send(body: Blob | null) {
    this.#sent.bytes = body?.size ?? 0
    lake.sent.push(this.#sent)
    const fate = lake.next(this.#sent.method)
    const run = () => {
      if (!this.#aborted) this.#meet(fate)
    }
    if (lake.holds) lake.held.push(run)
    else queueMicrotask(run)
  }
  #meet(fate: Fate | undefined) {
    const { bytes } = this.#sent
    if (fate === 'stalled') return
    if (fate === 'lost') return this.onerror(new Error('no line'))
    if (typeof fate === 'object' && 'bytes' in fate) {
      lake.handle({ ...this.#sent, bytes: fate.bytes })
      this.upload.onprogress?.({ lengthComputable: true, loaded: fate.bytes })
      return this.onerror(new Error('no line'))
    }
    if (bytes > 0) this.upload.onprogress?.({ lengthComputable: true, loaded: bytes })
    if (typeof fate === 'object') Object.assign(this, { status: fate.status, responseText: fate.body ?? '' })
    else {
      const { status, headers } = lake.handle(this.#sent)
      this.status = status
      this.#answer = headers
      if (fate === 'unanswered') return this.onerror(new Error('no line'))
    }
    this.onload()
  }
}

beforeEach(() => {
  lake = new Lake()
  sessionStorage.clear()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
  vi.stubGlobal('XMLHttpRequest', Request)
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const ME = '11111111-1111-4111-8111-111111111111'
const photo = new File([new Uint8Array(SIZE).fill(7)], 'photo.webp', { type: 'image/webp' })

function start(more: Partial<PhotoSending> = {}) {
  const cancel = new AbortController()
  const shares: number[] = []
  const waits: boolean[] = []
  const sending: PhotoSending = {
    url: SITE,
    bucket: 'fishing-photos',
    path: `${ME}/1.webp`,
    photo,
    userId: ME,
    headers: async () => ({ authorization: 'Bearer token', apikey: 'key', 'x-upsert': 'false' }),
    signal: cancel.signal,
    onProgress: (share) => shares.push(share),
    onWait: (waiting) => waits.push(waiting),
    mayBeStored: false,
    clearing: undefined,
    ...more,
  }
  const done = sendInParts(sending)
  done.catch(() => {})
  return { done, cancel: () => cancel.abort(), sending, shares, waits }
}

const until = (count: number) => vi.waitFor(() => expect(lake.sent).toHaveLength(count))
const later = (ms: number) => vi.advanceTimersByTimeAsync(ms)

describe('a photo that is sent in parts', () => {
  it('is begun and sent as Supabase documents it', async () => {
    const { done, shares } = start()
    expect(await done).toBe(`${ME}/1.webp`)
    expect(lake.methods()).toEqual(['POST', 'PATCH'])
    expect(lake.sent[0]).toMatchObject({
      url: UPLOADS,
      bytes: 0,
      headers: { authorization: 'Bearer token', apikey: 'key', 'x-upsert': 'false', 'Upload-Length': String(SIZE) },
    })
    const metadata = (lake.sent[0]?.headers['Upload-Metadata'] ?? '').split(',').map((pair) => {
      const [key = '', value = ''] = pair.split(' ')
      return [key, atob(value)]
    })
    expect(Object.fromEntries(metadata)).toEqual({
      bucketName: 'fishing-photos',
      objectName: `${ME}/1.webp`,
      contentType: 'image/webp',
      cacheControl: '3600',
    })
    expect(shares.at(-1)).toBe(1)
    expect(sessionStorage).toHaveLength(0)
  })

  it('goes on where the line was lost, by itself, and says that it waits', async () => {
    lake.fates = [
      ['PATCH', { bytes: 400 }],
      ['HEAD', 'lost'],
    ]
    const { done, shares, waits } = start()
    await until(2)
    await vi.waitFor(() => expect(waits.at(-1)).toBe(true))
    expect(shares.at(-1)).toBe(0.4)
    await later(1_000)
    expect(waits.at(-1)).toBe(true)
    await later(2_000)
    await done
    expect(lake.methods()).toEqual(['POST', 'PATCH', 'HEAD', 'HEAD', 'PATCH'])
    expect(lake.sent.at(-1)).toMatchObject({ bytes: 600, headers: { 'Upload-Offset': '400' } })
    expect(waits.at(-1)).toBe(false)
    expect(shares.at(-1)).toBe(1)
    expect(lake.stored).toEqual([`${ME}/1.webp`])
  })

  it('ends instead of waiting when its caller throws, and a further call goes on with it', async () => {
    lake.fates = [['PATCH', { bytes: 400 }]]
    const onWait = (waiting: boolean) => {
      if (waiting) throw new LineLost()
    }
    await expect(start({ onWait }).done).rejects.toBeInstanceOf(LineLost)
    expect(lake.methods()).toEqual(['POST', 'PATCH'])
    expect(await start({ onWait }).done).toBe(`${ME}/1.webp`)
    expect(lake.methods().slice(2)).toEqual(['HEAD', 'PATCH'])
  })

  it('goes on at once when the browser says that it is online, also after hours', async () => {
    lake.fates = [['PATCH', { bytes: 400 }], ...Array.from({ length: 300 }, (): ['HEAD', 'lost'] => ['HEAD', 'lost'])]
    const { done } = start()
    await until(2)
    await later(2 * 3_600_000)
    const before = lake.sent.length
    // The delays grow to half a minute.
    expect(before).toBeGreaterThan(200)
    expect(before).toBeLessThan(260)
    lake.fates = []
    dispatchEvent(new Event('online'))
    await done
    expect(lake.methods().slice(before)).toEqual(['HEAD', 'PATCH'])
  })

  it('notices a line at a standstill, and ends the request', async () => {
    lake.fates = [['PATCH', 'stalled']]
    const { done, waits } = start()
    await until(2)
    await later(29_000)
    expect(waits).not.toContain(true)
    await later(1_000)
    expect(waits.at(-1)).toBe(true)
    await later(1_000)
    await done
    expect(lake.methods()).toEqual(['POST', 'PATCH', 'HEAD', 'PATCH'])
  })

  it('sends each request with the token of its moment', async () => {
    let renewals = 0
    lake.fates = [['PATCH', { bytes: 400 }]]
    const { done } = start({
      headers: async () => {
        renewals += 1
        return { authorization: `Bearer ${renewals}` }
      },
    })
    await until(2)
    await later(1_000)
    await done
    expect(lake.sent.map(({ headers }) => headers.authorization)).toEqual([
      'Bearer 1',
      'Bearer 2',
      'Bearer 3',
      'Bearer 4',
    ])
  })

  it('waits for a token that cannot be renewed without a line', async () => {
    let isLost = true
    const { done, waits } = start({
      headers: async () => {
        if (isLost) throw new LineLost()
        return {}
      },
    })
    await vi.waitFor(() => expect(waits).toEqual([true]))
    isLost = false
    await later(1_000)
    await done
    expect(lake.stored).toHaveLength(1)
  })

  it('does not begin again when the service cannot say how much it has', async () => {
    lake.fates = [
      ['PATCH', { bytes: 400 }],
      ['HEAD', { status: 503 }],
      ['HEAD', { status: 429 }],
    ]
    const { done } = start()
    await until(2)
    await later(1_000)
    await later(2_000)
    await later(4_000)
    await done
    expect(lake.methods()).toEqual(['POST', 'PATCH', 'HEAD', 'HEAD', 'HEAD', 'PATCH'])
  })

  it('begins again when the service no longer has it', async () => {
    lake.fates = [['PATCH', { bytes: 400 }]]
    const { done } = start()
    await until(2)
    lake.begun.clear()
    await later(1_000)
    expect(await done).toBe(`${ME}/1.webp`)
    expect(lake.methods()).toEqual(['POST', 'PATCH', 'HEAD', 'POST', 'PATCH'])
    expect(lake.stored).toHaveLength(1)
  })
})

describe('a lost answer', () => {
  it('to the last part is asked for, and nothing is sent twice', async () => {
    lake.fates = [['PATCH', 'unanswered']]
    const { done } = start()
    await until(2)
    await later(1_000)
    await done
    expect(lake.methods()).toEqual(['POST', 'PATCH', 'HEAD'])
    expect(lake.stored).toHaveLength(1)
  })

  it('is known from the photo itself when the service has forgotten the upload', async () => {
    lake.fates = [['PATCH', 'unanswered']]
    const { done } = start()
    await until(2)
    lake.begun.clear()
    await later(1_000)
    expect(await done).toBe(`${ME}/1.webp`)
    expect(lake.methods()).toEqual(['POST', 'PATCH', 'HEAD', 'POST'])
    expect(sessionStorage).toHaveLength(0)
  })

  it('of an upload in one request as well', async () => {
    lake.stored = [`${ME}/1.webp`]
    expect(await start({ mayBeStored: true }).done).toBe(`${ME}/1.webp`)
  })

  it('is no excuse for an object that was never sent', async () => {
    lake.stored = [`${ME}/1.webp`]
    await expect(start().done).rejects.toMatchObject({ kind: 'refused' })
  })
})

describe('a refusal', () => {
  it.each([
    ['POST', 403, '{}', 'refused'],
    ['POST', 413, '{}', 'refused'],
    ['POST', 429, '{}', 'refused'],
    ['POST', 400, '{"statusCode":"415"}', 'damaged'],
    ['PATCH', 415, '{}', 'damaged'],
    ['PATCH', 403, '{}', 'refused'],
  ])('of %s with %i %s is final: %s', async (method, status, body, kind) => {
    lake.fates = [[method, { status, body }]]
    const { done, sending } = start()
    await expect(done).rejects.toMatchObject({ name: 'PhotoError', kind })
    await sending.clearing
    await later(60_000)
    expect(lake.methods()).toEqual(method === 'POST' ? ['POST'] : ['POST', 'PATCH', 'DELETE'])
    expect(sessionStorage).toHaveLength(0)
  })

  it('is also that the member has signed out meanwhile', async () => {
    lake.fates = [['PATCH', { bytes: 400 }]]
    let isSignedOut = false
    const { done } = start({
      headers: async () => {
        if (isSignedOut) throw new PhotoError('refused')
        return {}
      },
    })
    await until(2)
    isSignedOut = true
    await later(1_000)
    await expect(done).rejects.toMatchObject({ kind: 'refused' })
    expect(lake.methods()).toEqual(['POST', 'PATCH'])
  })

  it('is not a service that fails for a moment; after six failures a further call goes on', async () => {
    lake.fates = [
      ['PATCH', { bytes: 400 }],
      ...Array.from({ length: 6 }, (): [string, Fate] => ['PATCH', { status: 503 }]),
    ]
    const { done } = start()
    await until(2)
    await later(120_000)
    await expect(done).rejects.toMatchObject({ kind: 'network' })
    const before = lake.sent.length
    const again = start({ path: `${ME}/2.webp` })
    expect(await again.done).toBe(`${ME}/1.webp`)
    expect(lake.methods().slice(before)).toEqual(['HEAD', 'PATCH'])
    expect(lake.sent.at(-1)).toMatchObject({ bytes: 600 })
  })
})

describe('a cancel', () => {
  it('while the upload begins removes it as soon as its address is known', async () => {
    lake.holds = true
    const { done, cancel } = start()
    await until(1)
    cancel()
    await expect(done).rejects.toMatchObject({ name: 'AbortError' })
    lake.holds = false
    for (const answer of lake.held) answer()
    await until(2)
    await later(60_000)
    expect(lake.methods()).toEqual(['POST', 'DELETE'])
    expect(lake.begun.size).toBe(0)
    expect(sessionStorage).toHaveLength(0)
  })

  it('while it is sent removes it', async () => {
    lake.fates = [['PATCH', 'stalled']]
    const { done, cancel, sending } = start()
    await until(2)
    cancel()
    await expect(done).rejects.toMatchObject({ name: 'AbortError' })
    await sending.clearing
    expect(lake.methods()).toEqual(['POST', 'PATCH', 'DELETE'])
    expect(lake.begun.size).toBe(0)
    expect(sessionStorage).toHaveLength(0)
  })

  it('while it waits removes it as soon as there is a line', async () => {
    lake.fates = [
      ['PATCH', { bytes: 400 }],
      ['DELETE', 'lost'],
      ['DELETE', { status: 503 }],
    ]
    const { done, cancel, waits } = start()
    await until(2)
    await vi.waitFor(() => expect(waits).toContain(true))
    cancel()
    await expect(done).rejects.toMatchObject({ name: 'AbortError' })
    await later(1_000)
    await later(2_000)
    await until(5)
    expect(lake.begun.size).toBe(0)
    await later(600_000)
    expect(lake.methods()).toEqual(['POST', 'PATCH', 'DELETE', 'DELETE', 'DELETE'])
  })

  it('before it begins sends nothing', async () => {
    await expect(start({ signal: AbortSignal.abort() }).done).rejects.toMatchObject({ name: 'AbortError' })
    expect(lake.sent).toEqual([])
  })
})

describe('after a reload', () => {
  /** Leaves an upload of which 400 bytes have arrived, as a page that is closed does. */
  const leave = async () => {
    lake.fates = [
      ['PATCH', { bytes: 400 }],
      ['HEAD', 'stalled'],
    ]
    const { waits } = start()
    await vi.waitFor(() => expect(waits).toContain(true))
    vi.clearAllTimers()
    lake.fates = []
    lake.sent = []
  }

  it('the same photo goes on where it was, under the name that it had', async () => {
    await leave()
    expect(await start({ path: `${ME}/2.webp` }).done).toBe(`${ME}/1.webp`)
    expect(lake.methods()).toEqual(['HEAD', 'PATCH'])
    expect(lake.sent[1]).toMatchObject({ bytes: 600 })
  })

  it.each<[string, Partial<PhotoSending>]>([
    ['another photo', { photo: new File([new Uint8Array(SIZE)], 'photo.webp', { type: 'image/webp' }) }],
    ['another bucket', { bucket: 'newsfeed-images' }],
    ['another member', { userId: '22222222-2222-4222-8222-222222222222' }],
  ])('%s is sent from its beginning', async (_what, more) => {
    await leave()
    expect(await start({ path: `${ME}/2.webp`, ...more }).done).toBe(`${ME}/2.webp`)
    expect(lake.methods()).toEqual(['POST', 'PATCH'])
  })

  it('a begun upload is forgotten after a day', async () => {
    await leave()
    vi.setSystemTime(Date.now() + 24 * 3_600_000 + 60_000)
    expect(await start({ path: `${ME}/2.webp` }).done).toBe(`${ME}/2.webp`)
    expect(lake.methods()).toEqual(['POST', 'PATCH'])
  })

  it('what is stored as nonsense is not used', async () => {
    await leave()
    for (const key of Object.keys(sessionStorage)) sessionStorage.setItem(key, '{"uploadUrl":7')
    expect(await start({ path: `${ME}/2.webp` }).done).toBe(`${ME}/2.webp`)
  })
})
