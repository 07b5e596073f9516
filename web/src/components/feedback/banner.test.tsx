// @vitest-environment happy-dom
import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { Banner } from './banner.tsx'

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

const network = (onLine: boolean) => vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(onLine)
const comesBack = () => {
  network(true)
  act(() => {
    window.dispatchEvent(new Event('online'))
  })
}

it('says that the device is offline, and removes the message when the connection returns', () => {
  network(false)
  const dismiss = vi.fn()
  render(
    <Banner tone="danger" onDismiss={dismiss}>
      Failed to save profile
    </Banner>,
  )
  expect(screen.getByRole('alert').textContent).toContain('You are offline.')
  expect(dismiss).not.toHaveBeenCalled()
  comesBack()
  expect(screen.queryByRole('alert')).toBeNull()
  expect(dismiss).toHaveBeenCalled()
})

it('does not repeat that there is no connection', () => {
  network(false)
  render(<Banner tone="danger">There is no connection. Check your network and try again.</Banner>)
  expect(screen.getByRole('alert').textContent).toBe('There is no connection. Check your network and try again.')
})

it('keeps other failures, and failures with a button that is still useful', () => {
  network(true)
  const dismiss = vi.fn()
  render(
    <Banner tone="danger" onDismiss={dismiss}>
      Refused
    </Banner>,
  )
  network(false)
  render(
    <Banner tone="danger" action={<button type="button">Retry</button>}>
      Failed to upload
    </Banner>,
  )
  comesBack()
  expect(screen.getByText('Refused')).toBeTruthy()
  expect(screen.getByText('Failed to upload').textContent).not.toContain('offline')
  expect(dismiss).not.toHaveBeenCalled()
})
