import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { createContext, runInContext } from 'node:vm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type PushService, startPushService } from '../../../../test-support/push-service.ts'
import { buildDeliver } from './sender.ts'

// The function with nothing but what browsers and Deno both have, and the part of Deno that it is documented to use.
const WEB = [
  'AbortSignal',
  'DataView',
  'Request',
  'Response',
  'TextDecoder',
  'TextEncoder',
  'URL',
  'Uint8Array',
  'atob',
  'btoa',
  'crypto',
  'fetch',
] as const

let folder: string
let push: PushService
beforeAll(async () => {
  folder = await buildDeliver()
  push = await startPushService()
})
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true })
  await push.close()
})

type Handler = (request: Request) => Promise<Response>

/** The handler that the function registers. @param fetch takes the place of the global one. */
async function load(env: Record<string, string>, fetch: typeof globalThis.fetch): Promise<Handler> {
  let handler: Handler | undefined
  const Deno = {
    env: { get: (name: string) => env[name] },
    serve: (one: Handler) => {
      handler = one
    },
  }
  const globals = Object.fromEntries(WEB.map((name) => [name, globalThis[name]]))
  const context = createContext({ ...globals, fetch, Deno, [Symbol.for('function.exports')]: () => {} })
  await runInContext(`(async () => {\n${readFileSync(join(folder, 'deliver.js'), 'utf8')}\n})()`, context)
  if (!handler) throw new Error('no handler was registered')
  return handler
}

it('the function encrypts and sends with web standards alone', async () => {
  const browser = push.subscribe()
  const calls: string[] = []
  let left = [
    {
      id: '7a0f3c1e-0000-4000-8000-000000000000',
      channel: 'push',
      attempt: 1,
      unread: 3,
      browser,
      notifications: [
        {
          kind: 'badge',
          group: 'points',
          topic: 'badge:1',
          title: 'Night Watch',
          excerpt: null,
          path: '/badges/1',
          details: {},
          actor_count: 0,
          actors: [],
        },
      ],
    },
  ]
  let keys: unknown = null
  const handler = await load(
    { SUPABASE_URL: 'https://api.example', SITE_URL: 'https://club.example', SUPABASE_SERVICE_ROLE_KEY: 'a key' },
    async (address, init) => {
      if (!String(address).startsWith('https://api.example/rest/v1/rpc/')) return await fetch(address, init)
      const name = String(address).split('/').at(-1)
      const args = JSON.parse(String(init?.body))
      calls.push(name ?? '')
      if (name === 'keep_push_keys') {
        keys ??= args.public_key ? args : null
        return Response.json(keys)
      }
      if (name !== 'take_deliveries') return new Response(null, { status: 204 })
      const taken = left
      left = []
      return Response.json(taken)
    },
  )
  const call = (headers: Record<string, string>) =>
    handler(new Request('https://api.example/functions/v1/deliver', { method: 'POST', headers }))
  expect((await call({ apikey: 'another' })).status).toBe(401)
  const reply = await call({ authorization: 'Bearer a key' })
  expect(await reply.json()).toEqual({ sent: 1, failed: 0, refused: 0, gone: 0 })
  expect(browser.messages[0]?.json.notification).toMatchObject({
    title: 'You earned the badge Night Watch',
    navigate: 'https://club.example/badges/1',
  })
  expect(browser.messages[0]?.claims.sub).toBe('https://club.example')
  expect(calls).toEqual(['take_deliveries', 'keep_push_keys', 'keep_push_keys', 'end_deliveries', 'take_deliveries'])
})
