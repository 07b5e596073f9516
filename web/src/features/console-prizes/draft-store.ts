import { emptyItem, emptyPackage, type ItemDraft, type PackageDraft, PRIZE_TYPES } from './package-draft.ts'

// Session storage: the words survive a reload of this tab and are gone from a shared computer with the tab.
const keyOf = (userId: string) => `bankside-package-draft-${userId}`

/** The package being made in this tab, or an empty one. What is stored is not trusted to have the right shape. */
export function readPackageDraft(userId: string): PackageDraft {
  const empty = emptyPackage()
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(keyOf(userId)) ?? 'null')
    if (!isRecord(stored) || typeof stored.id !== 'string' || !Array.isArray(stored.items)) return empty
    const items = stored.items.filter(isRecord).map(itemOf)
    return {
      id: stored.id,
      name: textOf(stored.name),
      description: textOf(stored.description),
      items: items.length > 0 ? items : empty.items,
    }
  } catch {
    return empty
  }
}

/** Keeps the draft for a reload; undefined forgets it. */
export function keepPackageDraft(userId: string, draft: PackageDraft | undefined): void {
  try {
    if (draft) sessionStorage.setItem(keyOf(userId), JSON.stringify(draft))
    else sessionStorage.removeItem(keyOf(userId))
  } catch {
    // Storage may be full or forbidden; then a reload loses the words, as on any other page.
  }
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null
const textOf = (value: unknown) => (typeof value === 'string' ? value : '')

function itemOf(stored: Record<string, unknown>): ItemDraft {
  const fresh = emptyItem()
  return {
    key: fresh.key,
    title: textOf(stored.title),
    description: textOf(stored.description),
    type: PRIZE_TYPES.find(({ type }) => type === stored.type)?.type ?? fresh.type,
    points: typeof stored.points === 'string' ? stored.points : fresh.points,
    quantity: typeof stored.quantity === 'string' ? stored.quantity : fresh.quantity,
    imageUrl: typeof stored.imageUrl === 'string' ? stored.imageUrl : null,
  }
}
