// @vitest-environment happy-dom
import { act, cleanup, renderHook } from '@testing-library/react'
import type { ReactNode } from 'react'
import { MemoryRouter, useLocation } from 'react-router'
import { afterEach, expect, it } from 'vitest'
import { useListState } from './use-list-state.ts'

afterEach(cleanup)

const OPTIONS = {
  sort: { key: 'user', dir: 'asc' },
  sorts: ['user', 'points'],
  filters: ['all', 'shipped'],
  choices: { type: ['physical', 'digital'] },
} as const

const at = (address: string) =>
  renderHook(() => ({ list: useListState(OPTIONS), address: useLocation().search }), {
    wrapper: ({ children }: { children: ReactNode }) => (
      <MemoryRouter initialEntries={[address]}>{children}</MemoryRouter>
    ),
  }).result

it('reads everything from the address', () => {
  expect(at('/?q=%20ken%20&sort=-points&page=3&filter=shipped').current.list).toMatchObject({
    search: 'ken',
    sort: { key: 'points', dir: 'desc' },
    page: 3,
    filter: 'shipped',
  })
})

it.each(['/', '/?sort=email&page=0&filter=lost', '/?sort=-&page=1.5', '/?page=99999999999'])(
  'reads %s as the defaults',
  (address) => {
    expect(at(address).current.list).toMatchObject({ search: '', sort: OPTIONS.sort, page: 1, filter: 'all' })
  },
)

it('writes only values that differ from the defaults, and returns to the first page', () => {
  const result = at('/?page=4')
  act(() => result.current.list.onSort({ key: 'points', dir: 'desc' }))
  expect(result.current.address).toBe('?sort=-points')
  act(() => result.current.list.onPage(2))
  act(() => result.current.list.onFilter('shipped'))
  expect(result.current.address).toBe('?sort=-points&filter=shipped')
  act(() => result.current.list.onSearch(' carp '))
  expect(new URLSearchParams(result.current.address).get('q')).toBe('carp')
  act(() => result.current.list.onSort(OPTIONS.sort))
  act(() => result.current.list.onFilter('all'))
  act(() => result.current.list.onSearch(''))
  expect(result.current.address).toBe('')
})

it('reads and writes further filters, and clears all of them with the search', () => {
  const result = at('/?type=lost&sort=-points&page=2&case=7')
  expect(result.current.list.chosen('type')).toBeUndefined()
  expect(result.current.list.isNarrowed).toBe(false)
  act(() => result.current.list.onChoose('type', 'digital'))
  expect(result.current.address).toBe('?type=digital&sort=-points&case=7')
  expect(result.current.list.chosen('type')).toBe('digital')
  expect(result.current.list.isNarrowed).toBe(true)
  act(() => result.current.list.onFilter('shipped'))
  act(() => result.current.list.onSearch('carp'))
  act(() => result.current.list.onClear())
  expect(result.current.address).toBe('?sort=-points&case=7')
  expect(result.current.list.isNarrowed).toBe(false)
})
