import { useSyncExternalStore } from 'react'

/** What the club calls itself, and its accent colour. */
export interface Club {
  name: string
  accent: string
}

/** The build's own name, of which there is a drawing. */
export const DEFAULT_NAME = 'Bankside'

let name: string | undefined
const listeners = new Set<() => void>()

/** The club's name, as the server has written it into the page. */
export function clubName(): string {
  name ??= nameInPage() || DEFAULT_NAME
  return name
}

/** The name that the server has written into the page; empty on one that only has files, or does not know it. */
export const nameInPage = (): string | undefined =>
  document.querySelector<HTMLMetaElement>('meta[name="club"]')?.content

/** The club's name, also after an admin has changed it. */
export const useClubName = (): string => useSyncExternalStore(onClub, clubName)

/** Shows another name and colour from now on. */
export function showClub(club: Club): void {
  name = club.name
  // The orange is that of the tokens.
  if (club.accent === 'tip') delete document.documentElement.dataset.accent
  else document.documentElement.dataset.accent = club.accent
  for (const listener of listeners) listener()
}

/**
 * Calls back whenever the club has another name.
 * @returns a function that ends the calls.
 */
export function onClub(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
