// @vitest-environment happy-dom
import { act, cleanup, renderHook } from '@testing-library/react'
import type { ReactNode } from 'react'
import { MemoryRouter, useLocation } from 'react-router'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { useSidePanel } from './use-side-panel.ts'

const CARD = '11111111-1111-4111-8111-111111111111'
const ITEM = '22222222-2222-4222-8222-222222222222'

beforeEach(() =>
  vi.stubGlobal('matchMedia', () => ({ matches: true, addEventListener: () => {}, removeEventListener: () => {} })),
)
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const at = (address: string, reopens = false) =>
  renderHook(() => ({ panel: useSidePanel({ reopens }), address: useLocation().search }), {
    wrapper: ({ children }: { children: ReactNode }) => (
      <MemoryRouter initialEntries={[address]}>{children}</MemoryRouter>
    ),
  }).result

it.each([
  ['/?q=ken', undefined],
  ['/?add', { kind: 'add' }],
  [`/?edit=${CARD}`, { kind: 'edit', id: CARD, part: undefined }],
  [`/?edit=${CARD}&part=${ITEM}`, { kind: 'edit', id: CARD, part: ITEM }],
  [`/?edit=${CARD}&part=new`, { kind: 'edit', id: CARD, part: 'new' }],
  [`/?edit=${CARD}&part=old`, { kind: 'edit', id: CARD, part: undefined }],
  ['/?edit=everything', undefined],
])('reads %s', (address, shown) => {
  expect(at(address).current.panel.at).toEqual(shown)
})

it('writes what it shows into the address, and keeps the rest of it', () => {
  const result = at('/?q=ken&page=2')
  act(() => result.current.panel.open({ kind: 'edit', id: CARD, part: ITEM }))
  expect(result.current.address).toBe(`?q=ken&page=2&edit=${CARD}&part=${ITEM}`)
  act(() => result.current.panel.open({ kind: 'add' }))
  expect(result.current.address).toBe('?q=ken&page=2&add=')
  act(() => result.current.panel.close())
  expect(result.current.address).toBe('?q=ken&page=2')
})

it('asks the form that is open before it shows something else', () => {
  const result = at(`/?edit=${CARD}`)
  let asked: (() => void) | undefined
  result.current.panel.guard.current = (go) => {
    asked = go
  }
  act(() => result.current.panel.open({ kind: 'add' }))
  expect(result.current.panel.id).toBe(CARD)
  act(() => asked?.())
  expect(result.current.panel.at).toEqual({ kind: 'add' })
})

it('opens for a new row whose draft has survived, unless the address names another', () => {
  expect(at('/?q=ken', true).current.address).toBe('?q=ken&add=')
  expect(at(`/?edit=${CARD}`, true).current.panel.id).toBe(CARD)
})
