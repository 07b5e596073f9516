// @vitest-environment happy-dom
import { act, cleanup, renderHook } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { useSelection } from './use-selection.ts'

afterEach(cleanup)

const row = (id: string) => ({ id, name: id.toUpperCase() })
const PAGE = ['ann', 'bob', 'cat', 'dan', 'eve'].map(row)
const [ANN, BOB, DAN, EVE] = [row('ann'), row('bob'), row('dan'), row('eve')]

function select(limit = 100) {
  const onLimit = vi.fn()
  const { result } = renderHook(() => useSelection({ limit, onLimit }))
  return {
    onLimit,
    ids: () => result.current.items.map(({ id }) => id),
    now: () => result.current,
    run: (change: (selection: ReturnType<typeof useSelection>) => void) => act(() => change(result.current)),
  }
}

it('keeps rows by ID with their name, in the order in which they were selected', () => {
  const { run, now, ids } = select()
  run((selection) => selection.toggle({ ...DAN, points: 5 } as typeof DAN))
  run((selection) => selection.toggle(ANN))
  expect(now().items).toEqual([DAN, ANN])
  run((selection) => selection.toggle(DAN))
  expect(ids()).toEqual(['ann'])
  expect([now().has('ann'), now().has('dan')]).toEqual([true, false])
})

it('does with a range what happens to its end, in both directions', () => {
  const { run, ids } = select()
  run((selection) => selection.toggle(DAN))
  run((selection) => selection.toggleTo(BOB, PAGE))
  expect(ids()).toEqual(['dan', 'bob', 'cat'])
  run((selection) => selection.toggleTo(DAN, PAGE))
  expect(ids()).toEqual([])
})

it('begins a range anew on a page without the last row', () => {
  const { run, ids } = select()
  run((selection) => selection.toggle(ANN))
  run((selection) => selection.toggleTo(EVE, PAGE.slice(2)))
  expect(ids()).toEqual(['ann', 'eve'])
})

it('selects what is left of a page, and then nothing of it, without touching other pages', () => {
  const { run, ids } = select()
  run((selection) => selection.toggle(row('zoe')))
  run((selection) => selection.toggle(BOB))
  run((selection) => selection.togglePage(PAGE))
  expect(ids()).toEqual(['zoe', 'bob', 'ann', 'cat', 'dan', 'eve'])
  run((selection) => selection.togglePage(PAGE))
  expect(ids()).toEqual(['zoe'])
})

it('takes no more than its limit, and says so', () => {
  const { run, ids, onLimit } = select(3)
  run((selection) => selection.togglePage(PAGE))
  expect(ids()).toEqual(['ann', 'bob', 'cat'])
  expect(onLimit).toHaveBeenCalledTimes(1)
  run((selection) => selection.toggle(EVE))
  expect(ids()).toEqual(['ann', 'bob', 'cat'])
  expect(onLimit).toHaveBeenCalledTimes(2)
  run((selection) => selection.toggle(BOB))
  run((selection) => selection.toggle(EVE))
  expect(ids()).toEqual(['ann', 'cat', 'eve'])
  expect(onLimit).toHaveBeenCalledTimes(2)
})

it('is cleared, and restored', () => {
  const { run, now, ids } = select()
  run((selection) => selection.togglePage(PAGE))
  run((selection) => selection.remove(['cat', 'nobody']))
  const before = now().items
  run((selection) => selection.clear())
  expect(ids()).toEqual([])
  run((selection) => selection.restore(before))
  expect(ids()).toEqual(['ann', 'bob', 'dan', 'eve'])
})
