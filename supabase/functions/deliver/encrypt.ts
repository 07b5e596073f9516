// The cryptography of Web Push, with Web Crypto: RFC 8291 (keys), RFC 8188 (content) and RFC 8292 (sender).

/** A browser that receives messages, as its `PushSubscription` describes it. */
export interface Browser {
  endpoint: string
  /** Its public key (P-256, 65 bytes), and its secret (16 bytes), in base64url. */
  p256dh: string
  auth: string
}

/** The key pair of the site, in base64url. */
export interface PushKeys {
  public_key: string
  private_key: string
}

type Bytes = Uint8Array<ArrayBuffer>

const CURVE = { name: 'ECDH', namedCurve: 'P-256' }
/** A record of RFC 8188; a message is one record. Push services accept 4,096 bytes. */
const RECORD_BYTES = 4096
const OVERHEAD_BYTES = 16 + 4 + 1 + 65 + 1 + 16
/** Of a message before its encryption. */
export const MESSAGE_BYTES = RECORD_BYTES - OVERHEAD_BYTES

/**
 * Encrypts a message for one browser: `aes128gcm`, with a key pair and a salt used for this message only.
 * @throws {RangeError} when it is longer than `MESSAGE_BYTES`, and an error when a key of the browser is not valid.
 */
export async function encryptMessage(message: Bytes, browser: Browser): Promise<Bytes> {
  if (message.length > MESSAGE_BYTES) throw new RangeError('the message is too long')
  const theirs = fromBase64Url(browser.p256dh)
  const pair = (await crypto.subtle.generateKey(CURVE, false, ['deriveBits'])) as CryptoKeyPair
  const ours = new Uint8Array(await crypto.subtle.exportKey('raw', pair.publicKey))
  const public_ = await crypto.subtle.importKey('raw', theirs, CURVE, false, [])
  const shared = new Uint8Array(await crypto.subtle.deriveBits({ name: 'ECDH', public: public_ }, pair.privateKey, 256))
  const about = join(utf8('WebPush: info\0'), theirs, ours)
  const material = await derive(shared, fromBase64Url(browser.auth), about, 32)
  const salt = crypto.getRandomValues(new Uint8Array(16))
  const content = await derive(material, salt, utf8('Content-Encoding: aes128gcm\0'), 16)
  const iv = await derive(material, salt, utf8('Content-Encoding: nonce\0'), 12)
  const key = await crypto.subtle.importKey('raw', content, 'AES-GCM', false, ['encrypt'])
  // 2 ends the last record; nothing follows as padding.
  const record = await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, key, join(message, Uint8Array.of(2)))
  const size = new Uint8Array(4)
  new DataView(size.buffer).setUint32(0, RECORD_BYTES)
  return join(salt, size, Uint8Array.of(ours.length), ours, new Uint8Array(record))
}

/**
 * The `Authorization` of a request to a push service: a token that identifies the sender, valid for twelve hours.
 * @param contact an address at which the operators of the push service reach those of the site: `mailto:` or `https:`.
 */
export async function authorize(endpoint: string, keys: PushKeys, contact: string, now = Date.now()): Promise<string> {
  const claims = { aud: new URL(endpoint).origin, exp: Math.floor(now / 1000) + 12 * 3600, sub: contact }
  const text = `${base64Url(utf8('{"typ":"JWT","alg":"ES256"}'))}.${base64Url(utf8(JSON.stringify(claims)))}`
  const point = fromBase64Url(keys.public_key)
  const jwk = {
    kty: 'EC',
    crv: 'P-256',
    x: base64Url(point.slice(1, 33)),
    y: base64Url(point.slice(33)),
    d: keys.private_key,
  }
  const key = await crypto.subtle.importKey('jwk', jwk, { name: 'ECDSA', namedCurve: 'P-256' }, false, ['sign'])
  const signature = await crypto.subtle.sign({ name: 'ECDSA', hash: 'SHA-256' }, key, utf8(text))
  return `vapid t=${text}.${base64Url(new Uint8Array(signature))}, k=${keys.public_key}`
}

/** A new key pair for the site. */
export async function makeKeys(): Promise<PushKeys> {
  const pair = (await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, true, [
    'sign',
  ])) as CryptoKeyPair
  const { d = '' } = await crypto.subtle.exportKey('jwk', pair.privateKey)
  return { public_key: base64Url(new Uint8Array(await crypto.subtle.exportKey('raw', pair.publicKey))), private_key: d }
}

async function derive(secret: Bytes, salt: Bytes, info: Bytes, bytes: number): Promise<Bytes> {
  const key = await crypto.subtle.importKey('raw', secret, 'HKDF', false, ['deriveBits'])
  return new Uint8Array(await crypto.subtle.deriveBits({ name: 'HKDF', hash: 'SHA-256', salt, info }, key, bytes * 8))
}

function join(...parts: Bytes[]): Bytes {
  const all = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const part of parts) {
    all.set(part, at)
    at += part.length
  }
  return all
}

const utf8 = (text: string): Bytes => new Uint8Array(new TextEncoder().encode(text))

function base64Url(bytes: Bytes): string {
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')
}

function fromBase64Url(text: string): Bytes {
  return Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (sign) => sign.charCodeAt(0))
}
