const SHOWN_MS = 60_000

/** Whether a session on this device was ended elsewhere a moment ago; a tab that is just loading finds no session. */
export const hasJustEnded = (): boolean => Date.now() - Number(localStorage.getItem('ended')) < SHOWN_MS

/** Clears the mark after a sign-in. */
export const clearEndedMark = (): void => localStorage.removeItem('ended')
