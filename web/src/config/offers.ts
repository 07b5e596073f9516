/**
 * Optional features of a deployment. They are read when they are needed, so that first pages do not have to load this
 * code.
 */
export interface Offers {
  /** Pictures of the web are fetched into the club's own bucket (`POST /functions/v1/fetch-picture`). */
  fetchPicture: boolean
  /** Files of deleted accounts, and those that no row names any more, are removed by the service itself. */
  removesLeftFiles: boolean
}

const NOTHING: Offers = { fetchPicture: false, removesLeftFiles: false }

/** Reads the optional features in `/config.json`. If the file cannot be read, there are none. */
export async function loadOffers(): Promise<Offers> {
  try {
    const response = await fetch('/config.json', { credentials: 'same-origin' })
    return response.ok ? readOffers(await response.json()) : NOTHING
  } catch {
    return NOTHING
  }
}

/** The offers in the settings file; only a plain `true` is one. */
export function readOffers(file: unknown): Offers {
  const { fetchPicture, removesLeftFiles } = (file ?? {}) as Record<string, unknown>
  return { fetchPicture: fetchPicture === true, removesLeftFiles: removesLeftFiles === true }
}
