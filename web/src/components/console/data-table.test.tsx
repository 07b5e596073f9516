// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import { consoleFailureText } from '../../lib/console-failure-text.ts'
import { type DataColumn, DataTable, type DataTableProps } from './data-table.tsx'

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
