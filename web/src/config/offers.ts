/**
 * Optional features of a deployment. They are read when they are needed, so that first pages do not have to load this
 * code.
 */
export interface Offers {
  /** Pictures of the web are fetched into the club's own bucket (`POST /functions/v1/fetch-picture`). */
  fetchPicture: boolean
  /** Files of deleted accounts, and those that no row names any more, are removed by the service itself. */
  removesLeftFiles: boolean
  /** Members get pictures of their bests, records and level (`GET /share/own/…`). */
  ownPictures: boolean
}

/** Reads the optional features in `/config.json`. If the file cannot be read, there are none. */
export async function loadOffers(): Promise<Offers> {
  try {
    return await askOffers()
  } catch {
    return readOffers(null)
  }
}

/**
 * The same, for those who have to know.
 * @throws when the file cannot be read.
 */
export async function askOffers(): Promise<Offers> {
  const response = await fetch('/config.json', { credentials: 'same-origin' })
  if (!response.ok) throw new Error(`status ${response.status}`)
  return readOffers(await response.json())
}

/** The offers in the settings file; only a plain `true` is one. */
export function readOffers(file: unknown): Offers {
  const { fetchPicture, removesLeftFiles, ownPictures } = (file ?? {}) as Record<string, unknown>
  return {
    fetchPicture: fetchPicture === true,
    removesLeftFiles: removesLeftFiles === true,
    ownPictures: ownPictures === true,
  }
}
