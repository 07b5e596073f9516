import { randomUUID } from 'node:crypto'
import type { TestEngine } from '../../../test-support/start-engine.ts'

export interface AuthReply {
  status: number
  headers: Headers
  // biome-ignore lint/suspicious/noExplicitAny: any answer of the service
  body: any
}

export interface AuthRequest {
  method?: string
  /** Sent as JSON; a string is sent unchanged. */
  body?: unknown
  /** Bearer token; the publishable key by default, none when null. */
  token?: string | null
  headers?: Record<string, string>
}

/** One raw request to the Auth service, with the headers that supabase-js sends. Redirects are not followed. */
export async function authRequest(
  engine: Pick<TestEngine, 'url' | 'publishableKey'>,
  path: string,
  { method = 'GET', body, token = engine.publishableKey, headers = {} }: AuthRequest = {},
): Promise<AuthReply> {
  const response = await fetch(`${engine.url}/auth/v1${path}`, {
    method,
    redirect: 'manual',
    headers: {
      apikey: engine.publishableKey,
      ...(token === null ? {} : { Authorization: `Bearer ${token}` }),
      ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
      'X-Supabase-Api-Version': '2024-01-01',
      ...headers,
    },
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  })
  const text = await response.text()
  return { status: response.status, headers: response.headers, body: text === '' ? undefined : JSON.parse(text) }
}

/** Unique credentials and metadata. */
export function newcomer() {
  const unique = randomUUID().slice(0, 12)
  return {
    email: `${unique}@example.com`,
    password: `swim ${unique}`,
    data: { username: `angler-${unique}` } as Record<string, unknown>,
  }
}

/** Claims of a token, unverified. */
export function claimsOf(token: string): Record<string, unknown> {
  return JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())
}
