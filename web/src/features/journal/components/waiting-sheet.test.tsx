// @vitest-environment happy-dom

import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { keepCatch } from '../../../data/catches/waiting-queue.ts'
import { waitingStore } from '../../../data/catches/waiting-store.ts'
import type { MemoryWaitingStore } from '../../../testing/memory-waiting-store.ts'
import { renderPage } from '../../../testing/render-page.tsx'
import { WaitingSheet } from './waiting-sheet.tsx'

vi.mock('../../../data/catches/waiting-store.ts', async () => {
  const { memoryWaitingStore } = await import('../../../testing/memory-waiting-store.ts')
  return { waitingStore: memoryWaitingStore() }
})

const store = waitingStore as MemoryWaitingStore
const close = vi.fn()
const isHeld = () => (store.catches.get('a')?.heldUntil ?? 0) > Date.now()
const press = () => fireEvent.click(screen.getByRole('button', { name: 'Delete' }))

beforeEach(async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  await keepCatch('7c1e', {
    requestId: 'a',
    fields: {
      grams: 14_742,
      caught_on: '2026-11-29',
      variety: 'mirror',
      visibility: 'connections',
      words: '',
      photo_path: null,
    },
    sent: null,
  })
})
afterEach(() => {
  cleanup()
  sessionStorage.clear()
  localStorage.clear()
  store.catches.clear()
  close.mockClear()
  vi.restoreAllMocks()
})

function open() {
  const one = store.catches.get('a')
  if (!one) throw new Error('nothing waits')
  return renderPage(<WaitingSheet one={one} unit="lbs" userId="7c1e" onSend={undefined} onClose={close} />)
}

it('holds the catch back also while its deletion is asked, until it is closed', async () => {
  const { unmount } = open()
  await waitFor(() => expect(isHeld()).toBe(true))
  press()
  expect(screen.getByText(/If it has reached your journal already/)).toBeTruthy()
  await new Promise((resolve) => setTimeout(resolve, 0))
  expect(isHeld()).toBe(true)
  unmount()
  await waitFor(() => expect(isHeld()).toBe(false))
})

it('says that the catch in the journal stays when the journal has it with other values', async () => {
  await store.update('7c1e', 'a', (now) => ({ ...now, refusal: 'CT003' }))
  open()
  press()
  expect(screen.getByText(/The catch in your journal stays/)).toBeTruthy()
  expect(screen.queryByText(/it is deleted there, too/)).toBeNull()
})

it('deletes the catch, and says so only if it was there', async () => {
  open()
  press()
  store.catches.clear()
  press()
  expect(await screen.findByText(/It has been sent or deleted in the meantime/)).toBeTruthy()
  expect(close).not.toHaveBeenCalled()
})

it('deletes the catch and closes', async () => {
  open()
  press()
  press()
  await waitFor(() => expect(close).toHaveBeenCalledTimes(1))
  expect(store.catches.size).toBe(0)
})
