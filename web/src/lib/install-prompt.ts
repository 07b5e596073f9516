/** The event with which Chromium's browsers let a page offer its installation. Others do not have it. */
export interface InstallPrompt extends Event {
  /** Opens the browser's own question; once only. */
  prompt(): Promise<unknown>
}

let held: InstallPrompt | undefined
const listeners = new Set<() => void>()

const hold = (event?: Event) => {
  event?.preventDefault()
  held = event as InstallPrompt | undefined
  for (const listener of listeners) listener()
}

/** Keeps the browser's offer until the app makes it. Call it before the page has loaded, or the event is missed. */
export function holdInstallPrompt(): void {
  window.addEventListener('beforeinstallprompt', hold)
  window.addEventListener('appinstalled', () => hold())
}

/** The browser's offer, while it stands. */
export const heldPrompt = (): InstallPrompt | undefined => held

/** Calls `listener` when the offer comes or goes. @returns a function that stops it. */
export function onHeldPrompt(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
