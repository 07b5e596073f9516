import { useState } from 'react'

/**
 * The row of a panel as it was last seen. It stays when the row is deleted elsewhere, so that the form keeps its input and
 * saving reports the reason.
 */
export function useLastRow<Row extends { id: string }>(id: string | undefined, now: Row | undefined): Row | undefined {
  const [last, setLast] = useState(now)
  if (now && now !== last) setLast(now)
  const row = now ?? last
  return row?.id === id ? row : undefined
}
