interface KeptRow {
  id: string
  name: string
}

/** Where a tab keeps what an admin has selected in a list; `lib/own-device.ts` deletes it at sign-out. */
export const selectionKey = (userId: string, list: string) => `bankside-selected-${userId}-${list}`

/** What was selected before a reload of this tab, or before another page; stored values are not trusted. */
export function keptSelection(key: string, limit: number): readonly KeptRow[] {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(key) ?? '[]')
    return Array.isArray(stored) ? stored.filter(isRow).slice(0, limit) : []
  } catch {
    return []
  }
}

export function keepSelection(key: string, rows: readonly KeptRow[]): void {
  try {
    if (rows.length === 0) sessionStorage.removeItem(key)
    else sessionStorage.setItem(key, JSON.stringify(rows))
  } catch {
    // Storage may be full or forbidden; then a reload loses the selection.
  }
}

const isRow = (value: unknown): value is KeptRow =>
  typeof value === 'object' &&
  value !== null &&
  'id' in value &&
  typeof value.id === 'string' &&
  /^[0-9a-f-]{36}$/.test(value.id) &&
  'name' in value &&
  typeof value.name === 'string'
