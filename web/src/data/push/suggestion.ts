const DECLINED = 'bankside-push-declined'
const DAYS_BETWEEN = 30
const MOST = 2

/** Whether a member may be asked for push on this device: at most twice, 30 days apart. */
export function maySuggestPush(): boolean {
  try {
    const declined = (localStorage.getItem(DECLINED) ?? '').split(' ').filter(Boolean)
    const last = Number(declined.at(-1) ?? 0)
    return declined.length < MOST && Date.now() - last >= DAYS_BETWEEN * 86_400_000
  } catch {
    // Without storage the answer could not be remembered.
    return false
  }
}

/** Remembers that the member has pressed "Not now". */
export function notePushDeclined(): void {
  try {
    localStorage.setItem(DECLINED, `${localStorage.getItem(DECLINED) ?? ''} ${Date.now()}`.trim())
  } catch {
    // The member is asked after the next entry again.
  }
}
