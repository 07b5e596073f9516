// @vitest-environment happy-dom
import { act, cleanup, renderHook } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { useSelection } from './use-selection.ts'

afterEach(() => {
  cleanup()
  sessionStorage.clear()
})

const row = (id: string) => ({ id, name: id.toUpperCase() })
const PAGE = ['ann', 'bob', 'cat', 'dan', 'eve'].map(row)
const [ANN, BOB, DAN, EVE] = [row('ann'), row('bob'), row('dan'), row('eve')]

function select(limit = 100, keep?: string) {
  const onLimit = vi.fn()
  const { result } = renderHook(() => useSelection({ keep, limit, onLimit }))
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

describe('in a tab that keeps it', () => {
  const KEY = 'bankside-selected-tom-members'
  const one = (at: number) => ({ id: `0000000${at}-0000-4000-8000-000000000000`, name: `Row ${at}` })

  it('is the same after a reload, and gone when nothing is selected', () => {
    const before = select(100, KEY)
    before.run((selection) => selection.togglePage([one(1), one(2)]))
    cleanup()
    const after = select(100, KEY)
    expect(after.now().items).toEqual([one(1), one(2)])
    after.run((selection) => selection.remove([one(1).id]))
    after.run((selection) => selection.clear())
    expect(sessionStorage.getItem(KEY)).toBeNull()
    cleanup()
    expect(select(100, KEY).ids()).toEqual([])
  })

  it('belongs to one list, and is not kept without a key', () => {
    select(100, KEY).run((selection) => selection.toggle(one(1)))
    expect(select(100, 'bankside-selected-tom-posts').ids()).toEqual([])
    select().run((selection) => selection.toggle(one(2)))
    expect(Object.keys(sessionStorage)).toEqual([KEY])
  })

  it.each(['not JSON', '{}', '[null, 1, {"id":"x","name":"y"}, {"id":"00000001-0000-4000-8000-000000000000"}]'])(
    'ignores what no selection has stored: %s',
    (stored) => {
      sessionStorage.setItem(KEY, stored)
      expect(select(100, KEY).ids()).toEqual([])
    },
  )

  it('takes no more than its limit from the store', () => {
    sessionStorage.setItem(KEY, JSON.stringify([one(1), one(2), one(3)]))
    expect(select(2, KEY).ids()).toEqual([one(1).id, one(2).id])
  })
})
