// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { ToastProvider, useToast } from './toast.tsx'

afterEach(cleanup)

function Buttons() {
  const toast = useToast()
  return (
    <>
      <button type="button" onClick={() => toast('Link copied')}>
        Copy
      </button>
      <button type="button" onClick={() => toast('Failed to save settings', true)}>
        Save
      </button>
    </>
  )
}
const icon = () => screen.getByRole('status').querySelector('svg')?.getAttribute('class')

it('a success has a tick, a failure has not', () => {
  render(
    <ToastProvider>
      <Buttons />
    </ToastProvider>,
  )
  fireEvent.click(screen.getByText('Copy'))
  expect(icon()).toContain('circle-check')
  fireEvent.click(screen.getByText('Save'))
  expect(screen.getByRole('status').textContent).toBe('Failed to save settings')
  expect(icon()).toContain('circle-alert')
})
