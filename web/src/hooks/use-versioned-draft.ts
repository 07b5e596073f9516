import { useState } from 'react'

/** A row with the moment of its last change; two admins can be told apart by it. */
export interface Versioned {
  updatedAt: string
}

export interface VersionedDraft<Row extends Versioned, Draft> {
  draft: Draft
  change: (part: Partial<Draft>) => void
  /** The row as it was when this draft began; a save names its version. */
  seen: Row
  dirty: boolean
  /** Somebody else saved while this draft has changes of its own. */
  stale: boolean
  /** Begins again from what is saved now. */
  reload: () => void
  /** Begins again from a row that was just saved here. */
  take: (row: Row) => void
}

/**
 * The draft of a form over a row that others may change too: it follows the row while nobody types, and keeps what was
 * typed otherwise.
 * @param read makes the draft of a row; must be pure.
 */
export function useVersionedDraft<Row extends Versioned, Draft extends object>(
  saved: Row,
  read: (row: Row) => Draft,
): VersionedDraft<Row, Draft> {
  const [{ seen, draft }, setState] = useState(() => ({ seen: saved, draft: read(saved) }))
  const dirty = JSON.stringify(draft) !== JSON.stringify(read(seen))
  const moved = Date.parse(saved.updatedAt) > Date.parse(seen.updatedAt) || isLater(saved.updatedAt, seen.updatedAt)
  if (moved && !dirty) setState({ seen: saved, draft: read(saved) })
  const take = (row: Row) => setState({ seen: row, draft: read(row) })
  return {
    draft,
    change: (part) => setState((last) => ({ ...last, draft: { ...last.draft, ...part } })),
    seen,
    dirty,
    stale: moved && dirty,
    reload: () => take(saved),
    take,
  }
}

// Microseconds, which a Date cuts off: two saves of one millisecond are still told apart.
const isLater = (one: string, other: string) => Date.parse(one) === Date.parse(other) && one > other
