// @vitest-environment happy-dom
import { act, cleanup, render, screen } from '@testing-library/react'
import { lazy, StrictMode, Suspense, useState } from 'react'
import {
  unstable_HistoryRouter as HistoryRouter,
  Link,
  Route,
  Routes,
  useLocation,
  useNavigate,
  useNavigationType,
} from 'react-router'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createLayeredHistory } from '../lib/layers.ts'
import { useBackCloses } from './use-back-closes.ts'

// In browsers `history.go` is asynchronous; here it would run at once.
const { go } = window.history
const gone: number[] = []
let held: Promise<void> | undefined
window.history.go = (delta = 0) => {
  gone.push(delta)
  setTimeout(() => (held ? void held.then(() => go.call(window.history, delta)) : go.call(window.history, delta)))
}

const history = createLayeredHistory()

function Layer({ name, keeps = false }: { name: string; keeps?: boolean }) {
  const [open, setOpen] = useState(false)
  const [asked, setAsked] = useState(0)
  useBackCloses(open, () => (keeps ? setAsked((count) => count + 1) : setOpen(false)))
  return (
    <>
      <output>{`${name} ${open ? 'open' : 'closed'}${asked > 0 ? ` asked ${asked}` : ''}`}</output>
      <button type="button" onClick={() => setOpen(!open)}>
        {name}
      </button>
    </>
  )
}

function Page() {
  const { pathname, search } = useLocation()
  const navigate = useNavigate()
  return (
    <>
      <output data-type={useNavigationType()}>{pathname + search}</output>
      <Layer name="sheet" />
      <Layer name="question" />
      <Layer name="form" keeps />
      <Link to="/games">games</Link>
      <button type="button" onClick={() => navigate('/login', { replace: true })}>
        redirect
      </button>
      <button type="button" onClick={() => navigate('?q=tom', { replace: true })}>
        search
      </button>
    </>
  )
}

function Elsewhere() {
  return <output>{useLocation().pathname}</output>
}

let load: () => void
const Late = lazy(
  () =>
    new Promise<{ default: typeof Elsewhere }>((resolve) => {
      load = () => resolve({ default: Elsewhere })
    }),
)

const turn = () => new Promise((resolve) => setTimeout(resolve))

/** The text of the page once page and history have followed each other, which takes several turns. */
const shown = async () => {
  for (let turns = 0; turns < 6; turns += 1) await act(turn)
  return [...document.querySelectorAll('output')].map(({ textContent }) => textContent)
}
const press = (name: string) => act(async () => screen.getByText(name, { selector: 'button, a' }).click())
const travel = async (delta: number) => {
  await shown()
  await act(async () => window.history.go(delta))
}
const address = () => window.location.pathname + window.location.search

afterEach(cleanup)
beforeEach(async () => {
  act(() => history.push('/dashboard'))
  act(() => history.push('/network'))
  render(
    <StrictMode>
      <HistoryRouter history={history}>
        <Suspense>
          <Routes>
            <Route path="/network" element={<Page />} />
            <Route path="/late" element={<Late />} />
            <Route path="*" element={<Elsewhere />} />
          </Routes>
        </Suspense>
      </HistoryRouter>
    </StrictMode>,
  )
  await shown()
})

it('closes on Back and stays on the page; the next Back leaves it', async () => {
  await press('sheet')
  await travel(-1)
  expect(await shown()).toEqual(['/network', 'sheet closed', 'question closed', 'form closed'])
  expect(address()).toBe('/network')
  // The router is not notified.
  expect(screen.getByText('/network').dataset.type).toBe('PUSH')
  await travel(-1)
  expect(await shown()).toEqual(['/dashboard'])
})

it('leaves no history entry when it is closed without Back', async () => {
  await press('sheet')
  await shown()
  await press('sheet')
  await travel(-1)
  expect(await shown()).toEqual(['/dashboard'])
})

it('stays closed on Forward, and can be opened again', async () => {
  await press('sheet')
  await travel(-1)
  await travel(1)
  expect(await shown()).toContain('sheet closed')
  await press('sheet')
  expect(await shown()).toContain('sheet open')
  await travel(-1)
  expect(await shown()).toContain('sheet closed')
  await travel(-1)
  expect(await shown()).toEqual(['/dashboard'])
})

it('closes the topmost layer only', async () => {
  await press('sheet')
  await press('question')
  await travel(-1)
  expect(await shown()).toEqual(['/network', 'sheet open', 'question closed', 'form closed'])
  await travel(-1)
  expect(await shown()).toEqual(['/network', 'sheet closed', 'question closed', 'form closed'])
  await travel(-1)
  expect(await shown()).toEqual(['/dashboard'])
})

it('passes its entry to a layer that opens as it closes', async () => {
  await press('sheet')
  await shown()
  gone.length = 0
  await act(async () => {
    screen.getByText('sheet', { selector: 'button' }).click()
    screen.getByText('question', { selector: 'button' }).click()
  })
  expect(await shown()).toEqual(['/network', 'sheet closed', 'question open', 'form closed'])
  expect(gone).toEqual([])
  await travel(-1)
  expect(await shown()).toContain('question closed')
  await travel(-1)
  expect(await shown()).toEqual(['/dashboard'])
})

it('asks a layer that stays open on every Back, and never leaves the page under it', async () => {
  await press('form')
  await travel(-1)
  await travel(-1)
  await travel(-1)
  expect(await shown()).toContain('form open asked 3')
  expect(address()).toBe('/network')
  await press('form')
  await travel(-1)
  expect(await shown()).toEqual(['/dashboard'])
})

it('is replaced in the history by a link followed inside it', async () => {
  await press('sheet')
  await shown()
  await press('games')
  expect(await shown()).toEqual(['/games'])
  await travel(-1)
  expect(await shown()).toEqual(['/network', 'sheet closed', 'question closed', 'form closed'])
  await travel(1)
  expect(await shown()).toEqual(['/games'])
  await travel(-2)
  expect(await shown()).toEqual(['/dashboard'])
})

it('delays a link that follows its closing until its entry is removed', async () => {
  await press('sheet')
  await shown()
  let arrive = () => {}
  held = new Promise((resolve) => {
    arrive = resolve
  })
  await press('sheet')
  await shown()
  await press('games')
  expect(await shown()).toContain('/network')
  arrive()
  held = undefined
  expect(await shown()).toEqual(['/games'])
  expect(address()).toBe('/games')
  await travel(-1)
  expect(await shown()).toContain('/network')
  await travel(-1)
  expect(await shown()).toEqual(['/dashboard'])
})

it('lets a redirect replace the page below it', async () => {
  await press('sheet')
  await shown()
  await press('redirect')
  expect(await shown()).toEqual(['/login'])
  expect(address()).toBe('/login')
  await travel(-1)
  expect(await shown()).toEqual(['/dashboard'])
})

it('keeps a change of the address made while it was open', async () => {
  await press('sheet')
  await shown()
  await press('search')
  await travel(-1)
  expect(await shown()).toEqual(['/network?q=tom', 'sheet closed', 'question closed', 'form closed'])
  expect(address()).toBe('/network?q=tom')
  await travel(-1)
  expect(await shown()).toEqual(['/dashboard'])
})

it('leaves no history entry when a jump leaves the page', async () => {
  await press('sheet')
  await travel(-2)
  expect(await shown()).toEqual(['/dashboard'])
  await travel(1)
  expect(await shown()).toEqual(['/network', 'sheet closed', 'question closed', 'form closed'])
  await travel(-1)
  expect(await shown()).toEqual(['/dashboard'])
})

it('keeps the entries of Forward while the page it jumped to still loads', async () => {
  await act(async () => history.push('/late'))
  await act(async () => history.push('/network?q=ann'))
  await shown()
  await press('sheet')
  await travel(-2)
  expect(await shown()).toContain('sheet open')
  load()
  expect(await shown()).toEqual(['/late'])
  await travel(1)
  expect(await shown()).toContain('/network?q=ann')
})
