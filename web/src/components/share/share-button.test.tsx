// @vitest-environment happy-dom
import { cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { renderPage } from '../../testing/render-page.tsx'
import { ToastProvider } from '../feedback/toast.tsx'
import { ShareButton } from './share-button.tsx'

let isCopied: boolean
vi.mock('../../lib/copy-text.ts', () => ({ copyText: () => Promise.resolve(isCopied) }))
afterEach(cleanup)

function share() {
  renderPage(
    <ToastProvider>
      <ShareButton path="/newsfeed/1" title="A post" label="Share post" />
    </ToastProvider>,
  )
  fireEvent.click(screen.getByRole('button', { name: 'Share post' }))
}

it('says that the link was copied', async () => {
  isCopied = true
  share()
  expect(await screen.findByText('Link copied')).toBeDefined()
  expect(screen.queryByRole('dialog')).toBeNull()
})

it('shows the link, selected and until it is closed, where the clipboard may not be used', async () => {
  isCopied = false
  share()
  const field = await screen.findByLabelText<HTMLInputElement>('Copy this link')
  expect(field.value).toBe(`${window.location.origin}/newsfeed/1`)
  expect(field.readOnly).toBe(true)
  expect(document.activeElement).toBe(field)
  expect([field.selectionStart, field.selectionEnd]).toEqual([0, field.value.length])
  expect(screen.getByRole('dialog', { name: 'Share this link' }).contains(field)).toBe(true)
  fireEvent.click(screen.getByRole('button', { name: 'Close' }))
  expect(screen.queryByRole('dialog')).toBeNull()
})
