// @vitest-environment happy-dom
import { renderHook, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { useWhole } from './use-whole.ts'

/** Every answer the hook gives, in order, as its input changes. */
function answers(arrived: boolean, of: string) {
  const given: boolean[] = []
  const { rerender } = renderHook(
    (props: { arrived: boolean; of: string }) => given.push(useWhole(props.arrived, props.of)),
    {
      initialProps: { arrived, of },
    },
  )
  return { given, rerender }
}

it('draws what was there before as a whole from the start', () => {
  expect(answers(true, 'all').given).toEqual([true])
})

it('draws what has just arrived in part first, then as a whole', async () => {
  const { given, rerender } = answers(false, 'all')
  given.length = 0
  rerender({ arrived: true, of: 'all' })
  expect(given[0]).toBe(false)
  await waitFor(() => expect(given.at(-1)).toBe(true))
})

it('begins anew with another thing: whole when it is there, in part when it has to come', async () => {
  const { given, rerender } = answers(true, 'all')
  given.length = 0
  rerender({ arrived: true, of: 'week' })
  expect(new Set(given)).toEqual(new Set([true]))
  given.length = 0
  rerender({ arrived: false, of: 'month' })
  rerender({ arrived: true, of: 'month' })
  expect(given).toContain(false)
  await waitFor(() => expect(given.at(-1)).toBe(true))
})
