import { createHash, createPrivateKey, createPublicKey, type JsonWebKey, type KeyObject } from 'node:crypto'

/** A key pair as in RFC 7517; its public part is published. */
export interface SigningKey {
  kid: string
  alg: 'ES256' | 'RS256'
  publicKey: KeyObject
  /** The published form. */
  publicJwk: Readonly<Record<string, unknown>>
  /** Undefined for a key that no longer signs but whose tokens are still accepted. */
  privateKey: KeyObject | undefined
}

const MIN_RSA_BITS = 2048

/**
 * Reads one JWK or a JWK set; the first key signs.
 * @throws {Error} whose message says what the value must be, to follow the setting's name.
 */
export function readSigningKeys(text: string): SigningKey[] {
  let parsed: unknown
  try {
    parsed = JSON.parse(text)
  } catch {
    throw new Error('must be a JWK or a JWK set in JSON')
  }
  const { keys } = (parsed ?? {}) as { keys?: unknown }
  const list: unknown[] = Array.isArray(keys) ? keys : [parsed]
  const read = list.map(readKey)
  if (read[0]?.privateKey === undefined) throw new Error('must begin with a private key, which signs')
  if (new Set(read.map(({ kid }) => kid)).size < read.length) throw new Error('must give each key a kid of its own')
  return read
}

function readKey(jwk: unknown): SigningKey {
  const { kty, crv, kid, alg: named, d } = (jwk ?? {}) as Record<string, unknown>
  const alg = kty === 'EC' && crv === 'P-256' ? 'ES256' : kty === 'RSA' ? 'RS256' : undefined
  if (alg === undefined || (named !== undefined && named !== alg))
    throw new Error('must hold keys for ES256 (EC, P-256) or RS256 (RSA)')
  const source = { key: jwk as JsonWebKey, format: 'jwk' } as const
  let privateKey: KeyObject | undefined
  let publicKey: KeyObject
  try {
    privateKey = d === undefined ? undefined : createPrivateKey(source)
    publicKey = createPublicKey(privateKey ?? source)
  } catch {
    throw new Error('must hold whole keys')
  }
  if (alg === 'RS256' && (publicKey.asymmetricKeyDetails?.modulusLength ?? 0) < MIN_RSA_BITS)
    throw new Error(`must not hold an RSA key of less than ${MIN_RSA_BITS} bits`)
  const bare = publicKey.export({ format: 'jwk' })
  const id = typeof kid === 'string' && kid !== '' ? kid : thumbprint(bare)
  const publicJwk = Object.freeze({ ...bare, kid: id, alg, use: 'sig', key_ops: ['verify'], ext: true })
  return { kid: id, alg, publicKey, publicJwk, privateKey }
}

/** The key's thumbprint (RFC 7638). */
function thumbprint({ kty, crv, x, y, e, n }: JsonWebKey): string {
  // The members in alphabetical order; JSON leaves out those of the other key type, which are undefined.
  return createHash('sha256').update(JSON.stringify({ crv, e, kty, n, x, y })).digest('base64url')
}
