import { createECDH, createPublicKey, randomBytes, verify } from 'node:crypto'
import { createRequire } from 'node:module'
import { expect, it } from 'vitest'
import { authorize, encryptMessage, MESSAGE_BYTES, makeKeys } from '../../../../supabase/functions/deliver/encrypt.ts'

/** An implementation of RFC 8188 by others. */
const ece = createRequire(import.meta.url)('http_ece') as { decrypt(message: Buffer, keys: object): Buffer }

function browser() {
  const key = createECDH('prime256v1')
  const auth = randomBytes(16).toString('base64url')
  const endpoint = 'https://push.example/send/1'
  return { key, auth, endpoint, p256dh: key.generateKeys('base64url') }
}
const open = (message: Uint8Array, { key, auth }: ReturnType<typeof browser>) =>
  ece.decrypt(Buffer.from(message), { version: 'aes128gcm', privateKey: key, authSecret: auth })

it.each([0, 1, 16, 100, MESSAGE_BYTES])(
  'a message of %i bytes is decrypted by an independent implementation',
  async (size) => {
    const to = browser()
    const message = new Uint8Array(randomBytes(size))
    const sent = await encryptMessage(message, to)
    expect(sent.length).toBeLessThanOrEqual(4096)
    expect(open(sent, to)).toEqual(Buffer.from(message))
  },
)

it('another browser cannot decrypt it, and no two messages are equal', async () => {
  const [to, other] = [browser(), browser()]
  const message = new TextEncoder().encode('A tench of 9 lb')
  const [first, second] = [await encryptMessage(message, to), await encryptMessage(message, to)]
  expect(() => open(first, other)).toThrow()
  expect(() => open(first, { ...to, auth: other.auth })).toThrow()
  expect(Buffer.from(first).equals(Buffer.from(second))).toBe(false)
})

it('a longer message is refused, and so is a key that is not a point of the curve', async () => {
  await expect(encryptMessage(new Uint8Array(MESSAGE_BYTES + 1), browser())).rejects.toThrow(RangeError)
  const p256dh = Buffer.from([4, ...randomBytes(64)]).toString('base64url')
  await expect(encryptMessage(new Uint8Array(1), { ...browser(), p256dh })).rejects.toThrow()
})

it('the token names the sender and the service, and is signed with the key that it names', async () => {
  const keys = await makeKeys()
  const now = Date.UTC(2026, 11, 1)
  const header = await authorize('https://push.example:8443/send/1', keys, 'mailto:club@example.com', now)
  const [, text = '', signature = '', key] = /^vapid t=([\w-]+\.[\w-]+)\.([\w-]+), k=([\w-]+)$/.exec(header) ?? []
  expect(key).toBe(keys.public_key)
  const [head, claims] = text.split('.').map((part) => JSON.parse(Buffer.from(part, 'base64url').toString()))
  expect(head).toEqual({ typ: 'JWT', alg: 'ES256' })
  expect(claims).toEqual({
    aud: 'https://push.example:8443',
    exp: now / 1000 + 12 * 3600,
    sub: 'mailto:club@example.com',
  })
  const point = Buffer.from(keys.public_key, 'base64url')
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((half) => half.toString('base64url'))
  const publicKey = createPublicKey({ format: 'jwk', key: { kty: 'EC', crv: 'P-256', x, y } as never })
  const made = Buffer.from(signature, 'base64url')
  expect(verify('sha256', Buffer.from(text), { key: publicKey, dsaEncoding: 'ieee-p1363' }, made)).toBe(true)
  expect(verify('sha256', Buffer.from(`${text}x`), { key: publicKey, dsaEncoding: 'ieee-p1363' }, made)).toBe(false)
})
