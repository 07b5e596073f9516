import { useSyncExternalStore } from 'react'

/** What the club calls itself, its accent colour, and its logo. */
export interface Club {
  name: string
  accent: string
  /** Address of the logo; null for the build's own mark. */
  logo: string | null
}

/** The build's own name, of which there is a drawing. */
export const DEFAULT_NAME = 'Bankside'

let name: string | undefined
let logo: string | null | undefined
const listeners = new Set<() => void>()

/** The club's name, as the server has written it into the page. */
export function clubName(): string {
  name ??= nameInPage() || DEFAULT_NAME
  return name
}

/** The name that the server has written into the page; empty on one that only has files, or does not know it. */
export const nameInPage = (): string | undefined => inPage()?.content

const inPage = () => document.querySelector<HTMLMetaElement>('meta[name="club"]')

/** The address of the club's logo, as the server has written it into the page; null for the build's own mark. */
function clubLogo(): string | null {
  logo ??= inPage()?.dataset.logo ?? null
  return logo
}

/** The club's name, also after an admin has changed it. */
export const useClubName = (): string => useSyncExternalStore(onClub, clubName)

/** The club's logo, also after an admin has changed it; null for the build's own mark. */
export const useClubLogo = (): string | null => useSyncExternalStore(onClub, clubLogo)

/** Shows another name, colour and logo from now on. */
export function showClub(club: Club): void {
  name = club.name
  logo = club.logo
  // The orange is that of the tokens.
  if (club.accent === 'tip') delete document.documentElement.dataset.accent
  else document.documentElement.dataset.accent = club.accent
  for (const listener of listeners) listener()
}

/**
 * Calls back whenever the club has another name or logo.
 * @returns a function that ends the calls.
 */
export function onClub(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
