// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import { consoleFailureText } from '../../lib/console-failure-text.ts'
import { type DataColumn, DataTable, type DataTableProps } from './data-table.tsx'
import { PickAll } from './select-all.tsx'

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

interface Row {
  id: string
  points: number
}

const COLUMNS: DataColumn<Row>[] = [
  { key: 'id', header: 'User', sortable: true, cell: (row) => row.id },
  { key: 'points', header: 'Points', align: 'end', cell: (row) => row.points },
]
const table = (props: Partial<DataTableProps<Row>> = {}) =>
  render(
    <DataTable
      label="Users"
      columns={COLUMNS}
      rows={[{ id: 'ken', points: 5 }]}
      rowKey={(row) => row.id}
      empty={<p>Nobody</p>}
      {...props}
    />,
  )

it('sorts ascending first, then descending, and announces the direction', async () => {
  const onSort = vi.fn()
  const { rerender } = table({ onSort, sort: { key: 'points', dir: 'asc' } })
  const header = () => screen.getByRole('columnheader', { name: 'User' })
  expect(header().getAttribute('aria-sort')).toBe('none')
  await userEvent.click(screen.getByRole('button', { name: 'User' }))
  expect(onSort).toHaveBeenLastCalledWith({ key: 'id', dir: 'asc' })
  rerender(
    <DataTable
      label="Users"
      columns={COLUMNS}
      rows={[{ id: 'ken', points: 5 }]}
      rowKey={(row) => row.id}
      sort={{ key: 'id', dir: 'asc' }}
      onSort={onSort}
    />,
  )
  expect(header().getAttribute('aria-sort')).toBe('ascending')
  await userEvent.click(screen.getByRole('button', { name: 'User' }))
  expect(onSort).toHaveBeenLastCalledWith({ key: 'id', dir: 'desc' })
  expect(screen.queryByRole('button', { name: 'Points' })).toBeNull()
})

it('keeps its rows while the next ones load', () => {
  table({ loading: true })
  expect(screen.getByRole('table', { name: 'Users' }).getAttribute('aria-busy')).toBe('true')
  expect(screen.getByText('ken')).toBeTruthy()
})

it('shows skeletons, then the empty state, never both', () => {
  table({ rows: [], loading: true })
  expect(screen.getByText('Loading')).toBeTruthy()
  expect(screen.queryByText('Nobody')).toBeNull()
  cleanup()
  table({ rows: [] })
  expect(screen.getByText('Nobody')).toBeTruthy()
})

it('shows the failure with a retry and keeps the existing rows', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  const onRetry = vi.fn()
  table({ error: new Error('network'), failure: consoleFailureText.loadUsers, onRetry })
  expect(screen.getByText('Failed to load users')).toBeTruthy()
  expect(screen.getByText('ken')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }))
  expect(onRetry).toHaveBeenCalledTimes(1)
})

const PEOPLE: Row[] = ['ann', 'bob', 'cat'].map((id) => ({ id, points: 1 }))

/** The table with a selection of its own. */
const selecting = (selected: readonly string[], { rows = PEOPLE, isPicking = false } = {}) => {
  const [onToggle, onTogglePage] = [vi.fn(), vi.fn()]
  const { container } = table({
    rows,
    selection: {
      nameOf: (row) => row.id,
      isSelected: (row) => selected.includes(row.id),
      onToggle,
      onTogglePage,
      isPicking,
    },
  })
  return { container, onToggle, onTogglePage }
}
const box = (name: string) => screen.getByRole<HTMLInputElement>('checkbox', { name })
const all = () => box('Select all on this page')

it('has no checkboxes without a selection', () => {
  table({ rows: PEOPLE })
  expect(screen.queryAllByRole('checkbox')).toEqual([])
  expect(screen.getAllByRole('columnheader')).toHaveLength(2)
})

it('marks the selected rows, and the page when some or all of it are', () => {
  const { container } = selecting(['bob', 'zoe'])
  expect(['ann', 'bob', 'cat'].map((name) => box(`Select ${name}`).checked)).toEqual([false, true, false])
  expect(container.querySelectorAll('tr[data-selected]')).toHaveLength(1)
  expect([all().checked, all().indeterminate]).toEqual([false, true])
  cleanup()
  selecting(['ann', 'bob', 'cat'])
  expect([all().checked, all().indeterminate]).toEqual([true, false])
  cleanup()
  selecting(['zoe'])
  expect([all().checked, all().indeterminate]).toEqual([false, false])
})

it('tells a press from one with Shift, by mouse and by keyboard', async () => {
  const user = userEvent.setup()
  const { onToggle, onTogglePage } = selecting([])
  await user.click(box('Select ann'))
  expect(onToggle).toHaveBeenLastCalledWith(PEOPLE[0], false)
  await user.keyboard('{Shift>}')
  await user.click(box('Select cat'))
  expect(onToggle).toHaveBeenLastCalledWith(PEOPLE[2], true)
  await user.keyboard('{/Shift}')
  box('Select bob').focus()
  await user.keyboard(' ')
  expect(onToggle).toHaveBeenLastCalledWith(PEOPLE[1], false)
  await user.keyboard('{Shift>} {/Shift}')
  expect(onToggle).toHaveBeenLastCalledWith(PEOPLE[1], true)
  expect(onToggle).toHaveBeenCalledTimes(4)
  await user.click(all())
  expect(onTogglePage).toHaveBeenCalledTimes(1)
})

it('offers the whole page with its text above the cards of a phone, while they are picked', async () => {
  selecting(['bob'])
  expect(screen.queryByText('Select all on this page')).toBeNull()
  cleanup()
  const { onTogglePage } = selecting(['bob'], { isPicking: true })
  // One is of the table's head and one of the cards; the styles show one of them.
  const boxes = screen.getAllByRole<HTMLInputElement>('checkbox', { name: 'Select all on this page' })
  expect(boxes.map(({ checked, indeterminate }) => [checked, indeterminate])).toEqual([
    [false, true],
    [false, true],
  ])
  await userEvent.click(screen.getByText('Select all on this page'))
  expect(onTogglePage).toHaveBeenCalledTimes(1)
})

it('offers it without picking above a list without a head', async () => {
  const onTogglePage = vi.fn()
  const selection = { nameOf: (row: Row) => row.id, isSelected: () => false, onToggle: vi.fn(), isPicking: false }
  render(<PickAll headless page={PEOPLE} selection={{ ...selection, onTogglePage }} />)
  await userEvent.click(screen.getByText('Select all on this page'))
  expect(onTogglePage).toHaveBeenCalledTimes(1)
})
