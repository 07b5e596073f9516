const KEY = 'bankside-console-keys'

/** Whether single keys do anything on this device (WCAG 2.1.4). */
export function areSingleKeysOn(): boolean {
  try {
    return localStorage.getItem(KEY) !== 'off'
  } catch {
    return true
  }
}

/** Turns single keys on or off for this device. */
export function keepSingleKeys(on: boolean): void {
  try {
    if (on) localStorage.removeItem(KEY)
    else localStorage.setItem(KEY, 'off')
  } catch {
    // Without storage it holds until the page is left.
  }
}

export const isSheetOpen = (): boolean => document.querySelector('dialog[open]') !== null

/** Whether a key press is meant for a field. Into a checkbox nobody types. */
export const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || target.matches('input:not([type="checkbox"]), textarea, select'))
