import { isInDraft } from './kept-photos.ts'
import { KEPT_MS, type KeptStore, SHARE_MS } from './kept-record.ts'
import { keptStore } from './kept-store.ts'
import { unusedElsewhere } from './kept-use.ts'

/**
 * Deletes shares that nobody has taken, the photos of posts of other members, and after some days those of this member that
 * no draft of this tab names and no other tab uses.
 * @param userId undefined for a guest, whose session may have ended: then only what is old goes.
 */
export async function tidy(userId: string | undefined, store: KeptStore = keptStore, now = Date.now()): Promise<void> {
  const old = now - KEPT_MS
  await store.sweepShares(now - SHARE_MS)
  await store.dropOthers(userId ?? '', userId === undefined ? old : Number.POSITIVE_INFINITY)
  const own = userId === undefined ? [] : (await store.list(userId)).filter(({ keptAt }) => keptAt < old)
  const unnamed = own.map(({ id }) => id).filter((id) => !isInDraft(userId ?? '', id))
  await store.drop(userId ?? '', await unusedElsewhere(unnamed))
}
