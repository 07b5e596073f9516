// @vitest-environment happy-dom

import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, renderHook, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { CatchFields, LoggedCatch } from '../../data/catches/catch-mutations.ts'
import { catchPhotoQuery } from '../../data/catches/photo-query.ts'
import { heldPhoto } from '../../data/catches/waiting-queue.ts'
import { waitingStore } from '../../data/catches/waiting-store.ts'
import { alreadyDrawn } from '../../lib/photo/photo-shrink.ts'
import type { MemoryWaitingStore } from '../../testing/memory-waiting-store.ts'
import { KEPT, useLogOrKeep } from './use-log-or-keep.ts'

const { log } = vi.hoisted(() => ({ log: vi.fn<(input: unknown) => Promise<LoggedCatch>>() }))
vi.mock('../../data/catches/catch-mutations.ts', () => ({ useCatchLogMutation: () => ({ mutateAsync: log }) }))
vi.mock('../../data/catches/waiting-store.ts', async () => {
  const { memoryWaitingStore } = await import('../../testing/memory-waiting-store.ts')
  return { waitingStore: memoryWaitingStore() }
})

const store = waitingStore as MemoryWaitingStore
const queries = new QueryClient()
const wrapper = ({ children }: { children: ReactNode }) => (
  <QueryClientProvider client={queries}>{children}</QueryClientProvider>
)
const ANSWER: LoggedCatch = { id: 'c', is_best: false, gain: null, best_before: null, best_on: null }
const failure = (code: string) => Object.assign(new Error(code), { code })
const fields = (words: string, photo_path: string | null = null): CatchFields => ({
  grams: 14_742,
  caught_on: '2026-11-29',
  variety: 'mirror',
  visibility: 'connections',
  words,
  photo_path,
})
const use = () => renderHook(() => useLogOrKeep('7c1e'), { wrapper }).result.current

function beHidden(hidden: boolean) {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(hidden ? 'hidden' : 'visible')
  document.dispatchEvent(new Event('visibilitychange'))
}

beforeEach(() => {
  log.mockReset()
})
afterEach(() => {
  cleanup()
  localStorage.clear()
  store.catches.clear()
  store.photos.clear()
  queries.clear()
  vi.restoreAllMocks()
})

it('stores nothing of a catch that is answered', async () => {
  const add = vi.spyOn(store, 'add')
  log.mockResolvedValueOnce(ANSWER)
  expect(await use()('answered', fields('one'))).toEqual(ANSWER)
  expect(add).not.toHaveBeenCalled()
})

it('holds the photo that was uploaded before the line was lost', async () => {
  const photo = alreadyDrawn(new File(['carp'], 'photo.webp', { type: 'image/webp' }))
  queries.setQueryData(catchPhotoQuery('7c1e/1.webp', 'whole').queryKey, photo)
  log.mockRejectedValueOnce(failure(''))
  expect(await use()('photo', fields('one', '7c1e/1.webp'))).toBe(KEPT)
  const one = store.catches.get('photo')
  expect(one).toMatchObject({ uploaded: '7c1e/1.webp', sent: { photo_path: '7c1e/1.webp' } })
  expect(await (await heldPhoto(one?.fields.photo_path ?? ''))?.text()).toBe('carp')
})

it('keeps what was sent first with values that were written after a failure without a decision', async () => {
  log.mockRejectedValueOnce(failure('57P01'))
  await expect(use()('twice', fields('first'))).rejects.toMatchObject({ code: '57P01' })
  log.mockRejectedValueOnce(failure(''))
  expect(await use()('twice', fields('second'))).toBe(KEPT)
  expect(store.catches.get('twice')).toMatchObject({ fields: fields('second'), sent: fields('first') })
})

it('keeps nothing as sent that was refused', async () => {
  log.mockRejectedValueOnce(failure('CT001'))
  await expect(use()('refused', fields('first'))).rejects.toMatchObject({ code: 'CT001' })
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  expect(await use()('refused', fields('second'))).toBe(KEPT)
  expect(store.catches.get('refused')).toMatchObject({ fields: fields('second'), sent: null })
})

it.each([
  ['answered', () => ANSWER],
  ['refused', () => Promise.reject(failure('CT001'))],
] as const)('keeps a catch while the page is hidden without its answer, until it is %s', async (_case, end) => {
  let answer = () => {}
  log.mockImplementationOnce(() => new Promise((resolve) => (answer = () => resolve(end()))))
  const saved = use()('hidden', fields('one'))
  saved.catch(() => {})
  beHidden(true)
  await waitFor(() => expect(store.catches.get('hidden')).toMatchObject({ sent: fields('one') }))
  expect(store.catches.get('hidden')?.heldUntil).toBeGreaterThan(Date.now())
  beHidden(false)
  answer()
  await saved.catch(() => {})
  expect(store.catches.size).toBe(0)
})
