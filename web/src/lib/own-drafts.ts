/** Deletes the drafts of a member whose account was deleted. */
export function deleteDraftsOf(userId: string): void {
  try {
    for (const key of Object.keys(sessionStorage))
      if (key.startsWith('bankside-') && key.includes(userId)) sessionStorage.removeItem(key)
  } catch {
    // Without storage nothing was stored.
  }
}
