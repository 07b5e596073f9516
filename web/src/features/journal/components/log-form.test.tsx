// @vitest-environment happy-dom

import { act, cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { renderPage } from '../../../testing/render-page.tsx'
import { LogForm } from './log-form.tsx'

const day = () => screen.getByLabelText<HTMLInputElement>(/^Date/).value
const show = () => renderPage(<LogForm userId="7c1e" unit="lbs" best={undefined} onLogged={() => {}} />)
const comeBack = () => act(() => document.dispatchEvent(new Event('visibilitychange')))

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(2026, 10, 28, 23, 50) })
})
afterEach(() => {
  cleanup()
  sessionStorage.clear()
  vi.useRealTimers()
})

it('opens with today, also when the page is shown again on another day', () => {
  show()
  expect(day()).toBe('2026-11-28')
  vi.setSystemTime(new Date(2026, 10, 29, 6, 10))
  comeBack()
  expect(day()).toBe('2026-11-29')
})

it('keeps the day of a catch that was begun before midnight', () => {
  show()
  fireEvent.change(screen.getByLabelText(/^Note/), { target: { value: 'The last one of the night' } })
  vi.setSystemTime(new Date(2026, 10, 29, 0, 10))
  comeBack()
  expect(day()).toBe('2026-11-28')
})
