import { expect, it, vi } from 'vitest'
import type { HttpRequest } from '../../http/types.ts'
import type { StorageDeps } from '../deps.ts'
import { storeObject } from '../upload/store-object.ts'
import { completeUpload } from './complete.ts'

vi.mock('../upload/store-object.ts', () => ({ storeObject: vi.fn(async () => {}) }))

type Args = Parameters<typeof completeUpload>

it.each([
  ['the client has gone', 'client'],
  ['the turn is lost', 'turn'],
] as const)('gives up its place among the pictures that wait when %s', async (_, ends) => {
  const [client, turn] = [new AbortController(), new AbortController()]
  const request = { signal: client.signal } as HttpRequest
  const upload = { id: 'an upload', bucket_id: 'a bucket', name: 'carp.jpg', is_upsert: false, length: 1 }
  const deps = { log: { warn: () => {} }, db: {} } as unknown as StorageDeps
  await completeUpload(
    deps,
    request,
    { upload, writer: 'w', lost: turn.signal } as unknown as Args[2],
    {} as Args[3],
    '',
  )
  const waiting = vi.mocked(storeObject).mock.lastCall?.[1].signal
  expect(waiting?.aborted).toBe(false)
  for (const one of ends === 'client' ? [client] : [turn]) one.abort()
  expect(waiting?.aborted).toBe(true)
})
