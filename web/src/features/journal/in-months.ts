import type { Catch } from '../../data/catches/pages-query.ts'
import type { WaitingCatch } from '../../data/catches/waiting-record.ts'

/** A row of the list: a catch of the journal, or one that waits on this device. */
export type Entry = { one: Catch; waiting?: never } | { one?: never; waiting: WaitingCatch }

export interface Month {
  /** `2026-11`. */
  month: string
  entries: Entry[]
  /** Number and weight of the whole month in the journal; what waits does not count. */
  count: number
  grams: number
  waiting: number
}

const dayOf = (entry: Entry) => entry.one?.caught_on ?? entry.waiting?.fields.caught_on ?? ''

/**
 * The catches in groups of one month each, the latest day first. What waits comes before the others of its day, the last
 * written first.
 * @param catches of the loaded pages, in their order.
 * @param waiting in the order written.
 */
export function inMonths(catches: readonly Catch[], waiting: readonly WaitingCatch[]): Month[] {
  const entries: Entry[] = [
    ...waiting.toReversed().map((each) => ({ waiting: each })),
    ...catches.map((one) => ({ one })),
  ]
  // The order of equal days stays.
  entries.sort((one, other) => dayOf(other).localeCompare(dayOf(one)))
  const months = new Map<string, Month>()
  for (const entry of entries) {
    const name = dayOf(entry).slice(0, 7)
    const month = months.get(name) ?? { month: name, entries: [], count: 0, grams: 0, waiting: 0 }
    month.entries.push(entry)
    if (entry.one) {
      month.count = entry.one.month_count
      month.grams = entry.one.month_grams
    } else month.waiting += 1
    months.set(name, month)
  }
  return [...months.values()]
}
