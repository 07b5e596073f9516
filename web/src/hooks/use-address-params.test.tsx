// @vitest-environment happy-dom
import { act, cleanup, renderHook } from '@testing-library/react'
import type { ReactNode } from 'react'
import { MemoryRouter, useLocation, useNavigate } from 'react-router'
import { afterEach, expect, it } from 'vitest'
import { useAddressParams } from './use-address-params.ts'

afterEach(cleanup)

/** Two users of the address on one page, as a list and its panel are. */
const at = (address: string) =>
  renderHook(
    () => ({
      list: useAddressParams(),
      panel: useAddressParams(),
      address: useLocation().search,
      navigate: useNavigate(),
    }),
    {
      wrapper: ({ children }: { children: ReactNode }) => (
        <MemoryRouter initialEntries={[address]}>{children}</MemoryRouter>
      ),
    },
  ).result

it('changes what is named, and leaves the rest', () => {
  const result = at('/?q=ken&page=2')
  act(() => result.current.list[1]({ page: undefined, sort: '-points' }))
  expect(result.current.address).toBe('?q=ken&sort=-points')
  expect(result.current.panel[0].get('sort')).toBe('-points')
})

it('keeps both of two changes at the same moment', () => {
  const result = at('/')
  act(() => {
    result.current.panel[1]({ user: '1' })
    result.current.list[1]({ q: 'ken' })
  })
  expect(result.current.address).toBe('?user=1&q=ken')
})

it('keeps a change that was made since its caller was drawn', () => {
  const result = at('/')
  const [, search] = result.current.list
  act(() => result.current.panel[1]({ user: '1' }))
  act(() => search({ q: 'ken' }))
  expect(result.current.address).toBe('?user=1&q=ken')
})

it('starts from the entry that Back has led to', () => {
  const result = at('/?q=ken')
  act(() => result.current.list[1]({ view: 'packing' }, { push: true }))
  expect(result.current.address).toBe('?q=ken&view=packing')
  act(() => void result.current.navigate(-1))
  expect(result.current.address).toBe('?q=ken')
  act(() => result.current.list[1]({ page: '2' }))
  expect(result.current.address).toBe('?q=ken&page=2')
})
