// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { ToastProvider } from '../../../components/feedback/toast.tsx'
import type { PushState } from '../../../data/push/subscription.ts'
import { renderPage } from '../../../testing/render-page.tsx'
import { PushAsk } from './push-ask.tsx'

let after: PushState
vi.mock('../../../data/push/subscription.ts', () => ({
  pushState: () => Promise.resolve('off'),
  turnPushOn: () => Promise.resolve(after),
}))
afterEach(() => {
  cleanup()
  localStorage.clear()
})

async function answer(name: string) {
  renderPage(
    <ToastProvider>
      <PushAsk closesAt="22:00" />
    </ToastProvider>,
  )
  const button = await screen.findByRole('button', { name })
  button.focus()
  fireEvent.click(button)
}

it.each<[string, PushState, RegExp]>([
  ['Yes, notify me', 'on', /^We will notify you on this device/],
  ['Yes, notify me', 'blocked', /^Your browser blocks notifications/],
  ['Not now', 'off', /^You can turn on push notifications later/],
])('after "%s" the focus is on what was answered, with push %s', async (name, state, text) => {
  after = state
  await answer(name)
  const told = await screen.findByText(text)
  await waitFor(() => expect(document.activeElement).toBe(told))
  expect(screen.queryByRole('region')).toBeNull()
})

it('keeps the question and the focus when the browser’s question is dismissed', async () => {
  after = 'off'
  await answer('Yes, notify me')
  const button = screen.getByRole('button', { name: 'Yes, notify me' })
  await waitFor(() => expect(button.getAttribute('aria-disabled')).toBeNull())
  expect(document.activeElement).toBe(button)
})
