// @vitest-environment happy-dom
import { renderHook, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { endFirstScreen } from '../lib/first-screen.ts'
import { useDrawn } from './use-drawn.ts'

const PACE = { first: 2, step: 3 }
const ALL = Number.POSITIVE_INFINITY

/** All values returned by the hook, in order, as its input changes. */
function answers(total: number | undefined, of: string) {
  const given: number[] = []
  const { rerender } = renderHook(
    (props: { total: number | undefined; of: string }) => given.push(useDrawn(props.total, PACE, props.of)),
    { initialProps: { total, of } },
  )
  return { given, rerender: (total: number | undefined, of: string) => rerender({ total, of }) }
}

it('renders the first screen in steps, including data that arrived before its code', async () => {
  const { given } = answers(9, 'all')
  expect(given[0]).toBe(2)
  await waitFor(() => expect(given.at(-1)).toBe(ALL))
})

it('renders a later screen completely when its data was loaded before', () => {
  endFirstScreen()
  expect(answers(20, 'all').given).toEqual([ALL])
})

it('renders data that has just arrived in steps, and later additions at once', async () => {
  const { given, rerender } = answers(undefined, 'all')
  expect(given).toEqual([2])
  rerender(9, 'all')
  await waitFor(() => expect(given.at(-1)).toBe(ALL))
  expect([...new Set(given)]).toEqual([2, 5, 8, ALL])
  given.length = 0
  rerender(29, 'all')
  expect(new Set(given)).toEqual(new Set([ALL]))
})

it('starts again with another subject: completely when it is loaded, in steps when it has to be loaded', async () => {
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
