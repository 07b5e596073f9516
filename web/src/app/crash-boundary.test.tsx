// @vitest-environment happy-dom
import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { CrashBoundary } from './crash-boundary.tsx'

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

/** What is rendered until the address changes cannot be; what comes back can. */
let fails = true
function Page() {
  if (fails) throw new Error('the page could not be loaded')
  return <h1>Notifications</h1>
}

const heading = () => screen.getByRole('heading', { level: 1 }).textContent
const goBack = () => act(() => window.dispatchEvent(new PopStateEvent('popstate')))

it('Back leads from a page that could not be loaded to the one before it', () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  fails = true
  render(
    <CrashBoundary>
      <Page />
    </CrashBoundary>,
  )
  expect(heading()).toBe('Unexpected Application Error!')
  fails = false
  goBack()
  expect(heading()).toBe('Notifications')
})

it('a page that cannot be rendered after Back either says so again', () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  fails = true
  render(
    <CrashBoundary>
      <Page />
    </CrashBoundary>,
  )
  goBack()
  expect(heading()).toBe('Unexpected Application Error!')
})
