// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { SortChoice } from './sort-choice.tsx'

afterEach(cleanup)

const SORTS = [
  { sort: { key: 'created', dir: 'desc' }, label: 'Newest first' },
  { sort: { key: 'title', dir: 'asc' }, label: 'Title, A to Z' },
] as const

it('shows the order in words, and asks for the chosen one', () => {
  const onSort = vi.fn()
  render(<SortChoice sorts={SORTS} sort={SORTS[0].sort} onSort={onSort} />)
  const select = screen.getByRole<HTMLSelectElement>('combobox', { name: 'Sort' })
  expect(select.selectedOptions[0]?.text).toBe('Newest first')
  fireEvent.change(select, { target: { value: 'title asc' } })
  expect(onSort).toHaveBeenCalledExactlyOnceWith({ key: 'title', dir: 'asc' })
})
