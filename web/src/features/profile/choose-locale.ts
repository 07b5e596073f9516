import { LOCALE_KEY } from '../../lib/format.ts'

/** Saves the country whose conventions dates follow on this device; undefined: those of the device. */
export function chooseLocale(locale: string | undefined): void {
  try {
    if (locale) localStorage.setItem(LOCALE_KEY, locale)
    else localStorage.removeItem(LOCALE_KEY)
  } catch {
    // Storage can be forbidden; dates then keep following the device.
  }
}
