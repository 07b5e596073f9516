// @vitest-environment happy-dom
import { cleanup, renderHook } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { usePages } from './use-pages.ts'

afterEach(cleanup)

const at = (page: number, total: number | undefined, isCurrent = true) => {
  const onPage = vi.fn()
  const { result } = renderHook(() => usePages({ page, onPage }, { total, size: 20, isCurrent }))
  return { ...result.current, asked: onPage.mock.calls.flat() }
}

it('counts the pages, of which there is at least one', () => {
  expect(at(1, 0)).toEqual({ pages: 1, isBeyond: false, asked: [] })
  expect(at(1, 20).pages).toBe(1)
  expect(at(2, 21)).toEqual({ pages: 2, isBeyond: false, asked: [] })
})

it('asks for the last page instead of one that no longer exists, once the total is known', () => {
  expect(at(9, 21)).toEqual({ pages: 2, isBeyond: true, asked: [2] })
  expect(at(9, undefined, false).asked).toEqual([])
  expect(at(9, 21, false).isBeyond).toBe(false)
})
