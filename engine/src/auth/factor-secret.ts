import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

const PREFIX = 'v1:'
const NONCE_BYTES = 12
const TAG_BYTES = 16

/**
 * Encrypts the secret of a factor for the database, so that nobody who reads a backup can compute codes.
 * @param key the engine's secret; the same on every engine.
 * @param factorId bound to the text: it does not decrypt as the secret of another factor.
 */
export function sealFactorSecret(secret: string, factorId: string, key: string): string {
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv('aes-256-gcm', keyOf(key), nonce).setAAD(Buffer.from(factorId))
  const sealed = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()])
  return PREFIX + Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64url')
}

/**
 * The secret in base32. A text without the mark of this version is a secret from elsewhere, which was stored plainly.
 * @returns undefined if the text was encrypted with another key.
 */
export function openFactorSecret(stored: string, factorId: string, key: string): string | undefined {
  if (!stored.startsWith(PREFIX)) return stored
  const bytes = Buffer.from(stored.slice(PREFIX.length), 'base64url')
  const nonce = bytes.subarray(0, NONCE_BYTES)
  const tag = bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES)
  try {
    const decipher = createDecipheriv('aes-256-gcm', keyOf(key), nonce).setAAD(Buffer.from(factorId)).setAuthTag(tag)
    return decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES), undefined, 'utf8') + decipher.final('utf8')
  } catch {
    return undefined
  }
}

function keyOf(key: string): Uint8Array {
  return new Uint8Array(hkdfSync('sha256', key, '', 'secrets of factors', 32))
}
