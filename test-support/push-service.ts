import { createECDH, createPublicKey, type ECDH, randomBytes, randomUUID, verify } from 'node:crypto'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'

/** An implementation of RFC 8188 by others; it has no types. */
const { decrypt } = createRequire(import.meta.url)('http_ece') as { decrypt(message: Buffer, keys: object): Buffer }

/** What the operator of a push service and the browser together know of a message. */
export interface PushMessage {
  headers: IncomingHttpHeaders
  /** The claims of the sender's token, whose signature was checked. */
  claims: { aud: string; exp: number; sub: string }
  /** The public key that signed the token. */
  sender: string
  // biome-ignore lint/suspicious/noExplicitAny: whatever was sent
  json: any
}

/** A browser that has subscribed, as its PushSubscription describes it. */
export interface PushBrowser {
  endpoint: string
  p256dh: string
  auth: string
  /** Decrypted messages that were accepted, in the order of their arrival. */
  messages: PushMessage[]
}

/** A push service (RFC 8030) whose browsers are the test's. */
export interface PushService {
  url: string
  subscribe(): PushBrowser
  /** How the next requests are answered; the last one applies to all further ones. 201 at first. */
  answer(...statuses: (number | { status: number; headers: Record<string, string> })[]): void
  /** The number of all requests. */
  requests(): number
  close(): Promise<void>
}

export async function startPushService(): Promise<PushService> {
  const browsers = new Map<string, PushBrowser & { key: ECDH }>()
  let answers: { status: number; headers: Record<string, string> }[] = [{ status: 201, headers: {} }]
  let requests = 0
  const server = createServer(async (request, response) => {
    const body = await buffer(request)
    requests += 1
    const next = (answers.length > 1 ? answers.shift() : answers[0]) ?? { status: 201, headers: {} }
    const browser = browsers.get(request.url ?? '')
    if (next.status === 201 && browser) {
      try {
        const { key, auth } = browser
        const text = decrypt(body, { version: 'aes128gcm', privateKey: key, authSecret: auth }).toString()
        browser.messages.push({ headers: request.headers, ...readSender(request.headers), json: JSON.parse(text) })
      } catch (error) {
        response.writeHead(400).end(String(error))
        return
      }
    }
    response.writeHead(browser ? next.status : 404, next.headers).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    url,
    subscribe() {
      const path = `/send/${randomUUID()}`
      const key = createECDH('prime256v1')
      const p256dh = key.generateKeys('base64url')
      const auth = randomBytes(16).toString('base64url')
      const browser = { endpoint: url + path, p256dh, auth, messages: [], key }
      browsers.set(path, browser)
      return browser
    },
    answer(...statuses) {
      answers = statuses.map((one) => (typeof one === 'number' ? { status: one, headers: {} } : one))
    },
    requests: () => requests,
    close: () => new Promise((resolve) => void server.close(() => resolve()).closeAllConnections()),
  }
}

/** @throws {Error} when nobody has signed the request. */
function readSender({ authorization = '' }: IncomingHttpHeaders): Pick<PushMessage, 'claims' | 'sender'> {
  const [, text = '', signature = '', sender = ''] =
    /^vapid t=([\w-]+\.[\w-]+)\.([\w-]+), k=([\w-]+)$/.exec(authorization) ?? []
  const point = Buffer.from(sender, 'base64url')
  const [x = '', y = ''] = [point.subarray(1, 33), point.subarray(33)].map((half) => half.toString('base64url'))
  const key = createPublicKey({ format: 'jwk', key: { kty: 'EC', crv: 'P-256', x, y } })
  const isSigned = verify(
    'sha256',
    Buffer.from(text),
    { key, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  )
  if (!isSigned) throw new Error('the token is not signed with its key')
  return { claims: JSON.parse(Buffer.from(text.split('.')[1] ?? '', 'base64url').toString()), sender }
}
