const VISITS = 'bankside-visits'
const OFFERED = 'offered'

/**
 * Notes that the app is used today.
 * @returns whether its installation may be offered on this device: once, and not on the first day.
 */
export function mayOfferInstall(today: string = new Date().toDateString()): boolean {
  try {
    const first = localStorage.getItem(VISITS)
    if (first === null) localStorage.setItem(VISITS, today)
    return first !== null && first !== OFFERED && first !== today
  } catch {
    // Without storage it could not be remembered that it was offered.
    return false
  }
}

/** Remembers that the installation was offered. */
export function noteInstallOffered(): void {
  try {
    localStorage.setItem(VISITS, OFFERED)
  } catch {
    // It is offered again on another day.
  }
}
