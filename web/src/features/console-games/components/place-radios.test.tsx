// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { PlaceRadios } from './place-radios.tsx'

afterEach(cleanup)

const peg = (place: number) => screen.getByRole('radio', { name: `Place ${place}` })

test('a press gives a place, a second press removes it', async () => {
  const onChoose = vi.fn()
  const { rerender } = render(<PlaceRadios name="Mel" place={null} onChoose={onChoose} />)
  await userEvent.click(peg(2))
  rerender(<PlaceRadios name="Mel" place={2} onChoose={onChoose} />)
  expect(peg(2).getAttribute('aria-checked')).toBe('true')
  await userEvent.click(peg(2))
  expect(onChoose.mock.calls).toEqual([[2], [null]])
})

test('there is one tab stop, and arrows move without choosing', async () => {
  const onChoose = vi.fn()
  render(<PlaceRadios name="Mel" place={3} onChoose={onChoose} />)
  await userEvent.tab()
  expect(document.activeElement).toBe(peg(3))
  await userEvent.keyboard('{ArrowRight}')
  expect(document.activeElement).toBe(peg(1))
  await userEvent.keyboard('{ArrowLeft}{ArrowLeft}')
  expect(document.activeElement).toBe(peg(2))
  expect(onChoose).not.toHaveBeenCalled()
  await userEvent.keyboard(' ')
  expect(onChoose.mock.calls).toEqual([[2]])
})
