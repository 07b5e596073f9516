import { useEffect } from 'react'
import type { ListState } from './use-list-state.ts'

export interface Paged {
  /** Undefined until it has loaded. */
  total: number | undefined
  size: number
  /** Whether the answer is of this page, and not kept from the one before. */
  isCurrent: boolean
}

/**
 * How many pages a list has. An old address may name one that no longer exists, or the last row of the last page was
 * deleted: then the last page is shown instead, and `isBeyond` until it is.
 */
export function usePages({ page, onPage }: Pick<ListState, 'page' | 'onPage'>, { total = 0, size, isCurrent }: Paged) {
  const pages = Math.max(1, Math.ceil(total / size))
  const isBeyond = isCurrent && page > pages
  // biome-ignore lint/correctness/useExhaustiveDependencies: the function is another one at each drawing
  useEffect(() => {
    if (isBeyond) onPage(pages)
  }, [isBeyond, pages])
  return { pages, isBeyond }
}
