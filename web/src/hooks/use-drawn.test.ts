// @vitest-environment happy-dom
import { renderHook, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { endFirstScreen } from '../lib/first-screen.ts'
import { useDrawn } from './use-drawn.ts'

const PACE = { first: 2, step: 3 }
const ALL = Number.POSITIVE_INFINITY

/** Every answer the hook gives, in order, as its input changes. */
function answers(total: number | undefined, of: string) {
  const given: number[] = []
  const { rerender } = renderHook(
    (props: { total: number | undefined; of: string }) => given.push(useDrawn(props.total, PACE, props.of)),
    { initialProps: { total, of } },
  )
  return { given, rerender: (total: number | undefined, of: string) => rerender({ total, of }) }
}

it('draws the first screen step by step, also what came before its code', async () => {
  const { given } = answers(9, 'all')
  expect(given[0]).toBe(2)
  await waitFor(() => expect(given.at(-1)).toBe(ALL))
})

it('draws what was there before a later screen as a whole from the start', () => {
  endFirstScreen()
  expect(answers(20, 'all').given).toEqual([ALL])
})

it('draws what has just arrived step by step, and what is added later at once', async () => {
  const { given, rerender } = answers(undefined, 'all')
  expect(given).toEqual([2])
  rerender(9, 'all')
  await waitFor(() => expect(given.at(-1)).toBe(ALL))
  expect([...new Set(given)]).toEqual([2, 5, 8, ALL])
  given.length = 0
  rerender(29, 'all')
  expect(new Set(given)).toEqual(new Set([ALL]))
})

it('begins anew with another thing: whole when it is there, step by step when it has to come', async () => {
  const { given, rerender } = answers(20, 'all')
  given.length = 0
  rerender(20, 'week')
  expect(new Set(given)).toEqual(new Set([ALL]))
  given.length = 0
  rerender(undefined, 'month')
  rerender(4, 'month')
  expect(given[0]).toBe(2)
  await waitFor(() => expect(given.at(-1)).toBe(ALL))
})
