// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useEffect, useRef } from 'react'
import { Link, MemoryRouter, Outlet, Route, Routes } from 'react-router'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { useFocusOnNavigation } from './focus-on-navigation.ts'

function Layout() {
  useFocusOnNavigation()
  return (
    <main>
      <Outlet />
    </main>
  )
}

/** A page whose field takes the focus as soon as the page is painted, as a quick tap does. */
function Tapped() {
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => field.current?.focus(), [])
  return (
    <>
      <h1>Tapped</h1>
      <input ref={field} />
    </>
  )
}

beforeEach(() => {
  render(
    <MemoryRouter>
      <Routes>
        <Route element={<Layout />}>
          <Route
            index
            element={
              <>
                <h1>Home</h1>
                <Link to="/plain">Plain</Link>
                <Link to="/search">Search</Link>
                <Link to="/tapped">Tapped</Link>
                <Link to="/?page=2">Second</Link>
              </>
            }
          />
          <Route path="plain" element={<h1>Plain</h1>} />
          <Route
            path="search"
            element={
              <>
                <h1>Search</h1>
                <input data-first />
              </>
            }
          />
          <Route path="tapped" element={<Tapped />} />
        </Route>
      </Routes>
    </MemoryRouter>,
  )
})
afterEach(cleanup)

const follow = (name: string) => userEvent.click(screen.getByRole('link', { name }))

it('does nothing on the first page, nor on a change of the query', async () => {
  expect(document.activeElement).toBe(document.body)
  await follow('Second')
  expect(document.activeElement?.textContent).toBe('Second')
})

it('moves to the heading of the new page', async () => {
  await follow('Plain')
  expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Plain' }))
})

it('moves to the field of a page for searching', async () => {
  await follow('Search')
  expect(document.activeElement).toBe(screen.getByRole('textbox'))
})

it('takes the focus from no field that was tapped since', async () => {
  await follow('Tapped')
  expect(document.activeElement).toBe(screen.getByRole('textbox'))
})
