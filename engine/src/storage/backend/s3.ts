import { rm } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { setTimeout as delay } from 'node:timers/promises'
import { AwsClient } from 'aws4fetch'
import type { S3Config } from '../../config.ts'
import type { ByteRange } from '../read/byte-range.ts'
import { isBlobKey, shardOf } from './blob-key.ts'
import { type BlobEntry, BlobMissingError, type StorageBackend } from './port.ts'
import { sendFile } from './send-file.ts'

const TIMEOUT_MS = 30_000
/** How long a reader waits for the store: for its answer, and for each part of a file. */
const SILENCE_MS = 10_000
const PUT_ATTEMPTS = 3
/** Before the second attempt; three times as long before the third. */
const PUT_PAUSE_MS = 300

/** Blobs as objects `storage/ab/abcdef…` of one bucket of an S3-compatible store, addressed by path. */
export class S3Backend implements StorageBackend {
  readonly #client: AwsClient
  readonly #base: string
  readonly #silenceMs: number

  /** @param times how long a reader waits for the store, in ms. */
  constructor(config: S3Config, { silenceMs = SILENCE_MS } = {}) {
    this.#silenceMs = silenceMs
    const { accessKeyId, secretAccessKey, region } = config
    this.#client = new AwsClient({ accessKeyId, secretAccessKey, region, service: 's3', retries: 2 })
    this.#base = `${config.endpoint.replace(/\/+$/, '')}/${encodeURIComponent(config.bucket)}`
  }

  async open(): Promise<void> {
    const { status } = await this.#send('HEAD', this.#base)
    // A key without the right to inspect the bucket may still have the right to use it.
    if (status !== 404) return
    const made = await this.#send('PUT', this.#base)
    // 409: another engine was faster.
    await this.#expect(made, 'PUT bucket', [200, 409])
  }

  async putFile(key: string, path: string, type: string): Promise<void> {
    for (let attempt = 1; ; attempt += 1) {
      // Signed for each request, because the signature contains the time.
      const signed = await this.#client.sign(this.#url(key), { method: 'PUT', headers: { 'content-type': type } })
      const { status, answer } = await sendFile(signed, path, TIMEOUT_MS)
      if (status === 200) break
      // The store was down when the engine started, or is a new one: the bucket does not exist yet.
      if (status === 404 && attempt === 1) {
        await this.open()
        continue
      }
      if (attempt === PUT_ATTEMPTS || (status < 500 && status !== 429)) throw refusedBy('PUT', status, answer)
      await delay(PUT_PAUSE_MS * 3 ** (attempt - 1))
    }
    await rm(path, { force: true })
  }

  async get(key: string, range?: ByteRange): Promise<Readable> {
    const headers = range ? { range: `bytes=${range.start}-${range.end}` } : undefined
    const silence = new AbortController()
    const response = await this.#inTime(
      this.#client.fetch(this.#url(key), { ...(headers && { headers }), signal: silence.signal }),
      silence,
    )
    if (response.status === 404) {
      await response.body?.cancel()
      throw new BlobMissingError(key)
    }
    await this.#expect(response, 'GET', range ? [206] : [200])
    return Readable.from(response.body ? this.#parts(response.body, silence) : [], { objectMode: false })
  }

  /** Only waiting for the store is limited: a slow reader may take as long as its own connection is allowed. */
  async *#parts(body: ReadableStream<Uint8Array>, silence: AbortController): AsyncGenerator<Uint8Array> {
    const reader = body.getReader()
    try {
      for (;;) {
        const { done, value } = await this.#inTime(reader.read(), silence)
        if (done) return
        yield value
      }
    } finally {
      await reader.cancel().catch(() => {})
    }
  }

  async #inTime<T>(answer: Promise<T>, silence: AbortController): Promise<T> {
    const timer = setTimeout(() => silence.abort(new Error('the file store does not answer')), this.#silenceMs)
    try {
      return await answer
    } finally {
      clearTimeout(timer)
    }
  }

  async stat(key: string): Promise<{ size: number; modifiedAt: Date } | undefined> {
    const response = await this.#send('HEAD', this.#url(key))
    if (response.status === 404) return undefined
    await this.#expect(response, 'HEAD')
    const { headers } = response
    return { size: Number(headers.get('content-length')), modifiedAt: new Date(headers.get('last-modified') ?? 0) }
  }

  async delete(keys: readonly string[]): Promise<void> {
    for (const key of keys) {
      const response = await this.#send('DELETE', this.#url(key))
      await this.#expect(response, 'DELETE', [200, 204, 404])
    }
  }

  async *list(): AsyncIterable<BlobEntry> {
    let token: string | undefined
    do {
      const query = new URLSearchParams({ 'list-type': '2', prefix: 'storage/', 'max-keys': '1000' })
      if (token !== undefined) query.set('continuation-token', token)
      const response = await this.#send('GET', `${this.#base}?${query}`)
      if (!response.ok) await this.#expect(response, 'LIST')
      const page = await response.text()
      for (const [, entry = ''] of page.matchAll(/<Contents>(.*?)<\/Contents>/gs)) {
        const key = element(entry, 'Key')?.split('/').at(-1)
        if (isBlobKey(key)) yield { key, modifiedAt: new Date(element(entry, 'LastModified') ?? Date.now()) }
      }
      token = element(page, 'IsTruncated') === 'true' ? element(page, 'NextContinuationToken') : undefined
    } while (token !== undefined)
  }

  #url(key: string): string {
    if (!isBlobKey(key)) throw new BlobMissingError(key)
    return `${this.#base}/storage/${shardOf(key)}/${key}`
  }

  #send(method: string, url: string) {
    return this.#client.fetch(url, { method, signal: AbortSignal.timeout(TIMEOUT_MS) })
  }

  async #expect(response: Response, action: string, statuses: readonly number[] = [200, 204]): Promise<void> {
    if (statuses.includes(response.status)) return
    throw refusedBy(action, response.status, (await response.text()).slice(0, 300))
  }
}

/** The store's answer appears in the log only: it contains the names of our bucket and key ID. */
function refusedBy(action: string, status: number, answer: string): Error {
  return new Error(`the file store answered ${action} with ${status}: ${answer}`)
}

/** Text of the first such element; keys and dates need no full XML parser. */
function element(xml: string, name: string): string | undefined {
  const text = new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml)?.[1]
  return text?.replaceAll('&quot;', '"').replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&')
}
