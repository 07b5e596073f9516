// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { RowBoundary } from './row-boundary.tsx'

interface Row {
  id: number
  bad?: boolean
}

function Entry({ row }: { row: Row }) {
  if (row.bad) throw new RangeError('Invalid time value')
  return <li>Entry {row.id}</li>
}

const list = (rows: Row[]) => (
  <ul>
    {rows.map((row) => (
      <RowBoundary key={row.id} of={row} as="li" actions={<button type="button">Delete {row.id}</button>}>
        <Entry row={row} />
      </RowBoundary>
    ))}
  </ul>
)
const shown = () => screen.getAllByRole('listitem').map((item) => item.textContent)
const BROKEN = 'This entry cannot be shown.'

let log: ReturnType<typeof vi.spyOn>
beforeEach(() => {
  log = vi.spyOn(console, 'error').mockImplementation(() => {})
})
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

it('shows a placeholder with its actions for an entry that cannot be drawn, and draws the others', () => {
  render(list([{ id: 1 }, { id: 2, bad: true }, { id: 3 }]))
  expect(shown()).toEqual(['Entry 1', `${BROKEN}Delete 2`, 'Entry 3'])
  expect(log).toHaveBeenCalledWith('row', expect.any(RangeError), expect.any(String))
})

it('draws again when the entry changes, and not for the same entry', () => {
  const bad = { id: 2, bad: true }
  const { rerender } = render(list([bad]))
  rerender(list([bad]))
  expect(shown()).toEqual([`${BROKEN}Delete 2`])
  rerender(list([{ id: 2 }]))
  expect(shown()).toEqual(['Entry 2'])
})
