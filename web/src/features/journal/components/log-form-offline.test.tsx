// @vitest-environment happy-dom

import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { waitingStore } from '../../../data/catches/waiting-store.ts'
import type { MemoryWaitingStore } from '../../../testing/memory-waiting-store.ts'
import { renderPage } from '../../../testing/render-page.tsx'
import { LogForm } from './log-form.tsx'

vi.mock('../../../data/catches/waiting-store.ts', async () => {
  const { memoryWaitingStore } = await import('../../../testing/memory-waiting-store.ts')
  return { waitingStore: memoryWaitingStore() }
})

const store = waitingStore as MemoryWaitingStore
const save = () => screen.getByRole('button', { name: 'Save catch' })
const note = () => screen.getByLabelText<HTMLTextAreaElement>(/^Note/)

function fillIn() {
  fireEvent.change(screen.getByLabelText('Pounds'), { target: { value: '32' } })
  fireEvent.click(screen.getByRole('radio', { name: 'Mirror' }))
  fireEvent.change(note(), { target: { value: 'No line here' } })
}

beforeEach(() => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  vi.spyOn(console, 'error').mockImplementation(() => {})
})
afterEach(() => {
  cleanup()
  sessionStorage.clear()
  localStorage.clear()
  store.catches.clear()
  vi.restoreAllMocks()
})

it('keeps a catch that is saved twice without a line once, and says so once', async () => {
  const logged = vi.fn()
  renderPage(<LogForm userId="7c1e" unit="lbs" best={undefined} onLogged={logged} />)
  fillIn()
  fireEvent.click(save())
  fireEvent.click(save())
  await waitFor(() => expect(logged).toHaveBeenCalled())
  fireEvent.click(save())
  await waitFor(() => expect(note().value).toBe(''))
  expect(logged.mock.calls.map(([answer]) => answer)).toEqual(['kept'])
  expect([...store.catches.values()].map(({ fields }) => [fields.words, fields.grams])).toEqual([
    ['No line here', 14_515],
  ])
  expect(localStorage.getItem('bankside-waiting-7c1e')).toBe('yes')
})

it('keeps the words in the form, and says why, where nothing can be stored', async () => {
  vi.spyOn(store, 'add').mockRejectedValue(new DOMException('no storage', 'InvalidStateError'))
  const logged = vi.fn()
  renderPage(<LogForm userId="7c1e" unit="lbs" best={undefined} onLogged={logged} />)
  fillIn()
  fireEvent.click(save())
  expect((await screen.findByRole('alert')).textContent).toContain('this browser cannot keep the catch')
  expect([note().value, logged.mock.calls]).toEqual(['No line here', []])
})
