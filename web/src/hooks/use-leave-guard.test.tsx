// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { Link, MemoryRouter, useLocation } from 'react-router'
import { afterEach, expect, it, vi } from 'vitest'
import { LEAVING, type LeaveGuard, useLeaveGuard } from './use-leave-guard.ts'

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

let guard: LeaveGuard
function Page({ active, children }: { active: boolean; children?: React.ReactNode }) {
  guard = useLeaveGuard(active)
  const { pathname, search } = useLocation()
  return (
    <>
      <output>{pathname + search}</output>
      {children}
      <Link to="/games?page=2">Games</Link>
    </>
  )
}

function show(active = true, children?: React.ReactNode) {
  render(
    <MemoryRouter initialEntries={['/profile']}>
      <Page active={active}>{children}</Page>
    </MemoryRouter>,
  )
}
const where = () => screen.getByRole('status').textContent

it('holds a click on a link until the member has answered', () => {
  show()
  fireEvent.click(screen.getByText('Games'))
  expect(guard.asking).toBe(true)
  expect(where()).toBe('/profile')
  act(() => guard.stay())
  expect(guard.asking).toBe(false)
  expect(where()).toBe('/profile')
})

it('goes where the link leads once the member leaves, and lets every form delete its draft', () => {
  const leaving = vi.fn()
  document.addEventListener(LEAVING, leaving, { once: true })
  show()
  fireEvent.click(screen.getByText('Games'))
  expect(leaving).not.toHaveBeenCalled()
  act(() => guard.leave())
  expect(leaving).toHaveBeenCalledTimes(1)
  expect(guard.asking).toBe(false)
  expect(where()).toBe('/games?page=2')
})

it('does not ask about a link that opens a dialog on this page', () => {
  show(
    true,
    <a href="/notifications" aria-haspopup="dialog" onClick={(event) => event.preventDefault()}>
      Notifications
    </a>,
  )
  fireEvent.click(screen.getByText('Notifications'))
  expect(guard.asking).toBe(false)
  expect(where()).toBe('/profile')
})

it('does not intercept links without unsaved text', () => {
  show(false)
  fireEvent.click(screen.getByText('Games'))
  expect(guard.asking).toBe(false)
  expect(where()).toBe('/games?page=2')
})

it.each([
  ['with Ctrl', { ctrlKey: true }],
  ['with Command', { metaKey: true }],
  ['with Shift', { shiftKey: true }],
  ['with Alt', { altKey: true }],
  ['with the middle button', { button: 1 }],
])('does not ask about a click %s, because this page stays', (_, how) => {
  show()
  fireEvent.click(screen.getByText('Games'), how)
  expect(guard.asking).toBe(false)
})

it.each([
  ['another tab', { href: '/games', target: '_blank' }],
  ['a download', { href: '/data.csv', download: '' }],
  ['another site', { href: 'https://tackle.example/rods' }],
  ['a place on this page', { href: '#photos' }],
])('does not ask about a link to %s', (_, attributes) => {
  show(true, <a {...attributes}>Elsewhere</a>)
  // happy-dom would follow the link.
  document.addEventListener('click', (event) => event.preventDefault(), { once: true })
  fireEvent.click(screen.getByText('Elsewhere'))
  expect(guard.asking).toBe(false)
})
