import { useEffect, useState } from 'react'
import { keepSelection, keptSelection } from '../lib/kept-selection.ts'

/** What is kept of a selected row: it may be on no page that is shown now. */
export interface Selected {
  id: string
  name: string
}

export interface Selection {
  /** In the order in which they were selected. */
  items: readonly Selected[]
  has: (id: string) => boolean
  /** Selects a row, or no longer. */
  toggle: (row: Selected) => void
  /** Does with all rows from the last one to this one what happens to this one. Rows of other pages stay as they are. */
  toggleTo: (row: Selected, page: readonly Selected[]) => void
  /** Selects the whole page, or, when it is, nothing of it. */
  togglePage: (page: readonly Selected[]) => void
  remove: (ids: readonly string[]) => void
  clear: () => void
  /** Takes back a `clear`. */
  restore: (items: readonly Selected[]) => void
}

export interface SelectionOptions {
  /** Where this tab keeps the selection across a reload or a visit to another page. */
  keep?: string | undefined
  /** The most that may be selected at once. */
  limit: number
  /** Called when rows were left out because of it. */
  onLimit: () => void
}

/** Rows of a list that are selected, by ID: they stay so while the list is searched, sorted and paged. */
export function useSelection({ keep, limit, onLimit }: SelectionOptions): Selection {
  const [items, setItems] = useState<readonly Selected[]>(() => (keep === undefined ? [] : keptSelection(keep, limit)))
  const [last, setLast] = useState<string>()
  useEffect(() => {
    if (keep !== undefined) keepSelection(keep, items)
  }, [keep, items])
  const has = (id: string) => items.some((item) => item.id === id)

  const add = (rows: readonly Selected[]) => {
    const all = [...items, ...rows.filter(({ id }) => !has(id)).map(({ id, name }) => ({ id, name }))]
    if (all.length > limit) onLimit()
    setItems(all.slice(0, limit))
  }
  // Rows may go after an answer, when more have been selected since.
  const remove = (ids: readonly string[]) => setItems((now) => now.filter(({ id }) => !ids.includes(id)))
  const change = (rows: readonly Selected[], on: boolean) => (on ? add(rows) : remove(rows.map(({ id }) => id)))

  return {
    items,
    has,
    toggle: (row) => {
      setLast(row.id)
      change([row], !has(row.id))
    },
    toggleTo: (row, page) => {
      setLast(row.id)
      change(rowsBetween(page, last, row), !has(row.id))
    },
    togglePage: (page) => {
      setLast(undefined)
      change(page, !page.every(({ id }) => has(id)))
    },
    remove,
    clear: () => {
      setLast(undefined)
      setItems([])
    },
    restore: setItems,
  }
}

/** The rows from the last one to this one, both included; only this one when the last one is not on the page. */
function rowsBetween(page: readonly Selected[], last: string | undefined, row: Selected): readonly Selected[] {
  const [from, to] = [page.findIndex(({ id }) => id === last), page.findIndex(({ id }) => id === row.id)]
  if (from < 0 || to < 0) return [row]
  return page.slice(Math.min(from, to), Math.max(from, to) + 1)
}
