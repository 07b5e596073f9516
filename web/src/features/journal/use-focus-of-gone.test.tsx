// @vitest-environment happy-dom

import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { useFocusOfGone } from './use-focus-of-gone.ts'

afterEach(cleanup)

function List({ rows }: { rows: readonly string[] }) {
  useFocusOfGone('section', () => document.querySelector('h2'))
  return (
    <>
      <section>
        <h2 tabIndex={-1}>Catches</h2>
        {rows.map((row) => (
          <button key={row} type="button">
            {row}
          </button>
        ))}
      </section>
      {rows.map((row) => (
        <button key={row} type="button">
          Outside: {row}
        </button>
      ))}
    </>
  )
}

it.each([
  ['of a row that has left goes to the heading', '20 lb', 'Catches'],
  ['of a row that is still there stays', '30 lb', '30 lb'],
  ['that was elsewhere is left alone', 'Outside: 20 lb', null],
] as const)('the focus %s', (_case, focused, then) => {
  const { rerender } = render(<List rows={['20 lb', '30 lb']} />)
  screen.getByRole('button', { name: focused }).focus()
  rerender(<List rows={['30 lb']} />)
  const { activeElement, body } = document
  expect(activeElement === body ? null : activeElement?.textContent).toBe(then)
})
