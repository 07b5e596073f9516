import { type RefObject, useLayoutEffect, useRef } from 'react'

const MOVE = { duration: 420, easing: 'cubic-bezier(0.2, 0.8, 0.2, 1)' }

/**
 * Lets the rows of a list move to their new places when its order changes. A row is recognised by its `data-moves`
 * attribute. With reduced motion rows change places at once.
 * @param of what the list shows; rows do not move from one subject to another.
 * @param rows changes whenever the order may have changed.
 */
export function useMoves(list: RefObject<HTMLElement | null>, of: string, rows: unknown): void {
  const before = useRef<{ of: string; tops: Map<string, number> }>(undefined)
  // biome-ignore lint/correctness/useExhaustiveDependencies: measured again for every new order
  useLayoutEffect(() => {
    const known = before.current
    const tops = new Map<string, number>()
    const moved: [row: HTMLElement, by: number][] = []
    for (const row of list.current?.querySelectorAll<HTMLElement>('[data-moves]') ?? []) {
      const name = row.dataset.moves ?? ''
      tops.set(name, row.offsetTop)
      const was = known?.of === of ? known.tops.get(name) : undefined
      if (was !== undefined && was !== row.offsetTop) moved.push([row, was - row.offsetTop])
    }
    before.current = { of, tops }
    if (moved.length === 0 || matchMedia('(prefers-reduced-motion: reduce)').matches) return
    for (const [row, by] of moved) row.animate([{ transform: `translateY(${by}px)` }, { transform: 'none' }], MOVE)
  }, [list, of, rows])
}
