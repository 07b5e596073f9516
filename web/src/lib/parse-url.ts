/**
 * An address in its parts; undefined when it is none.
 * @param base what a path is relative to.
 */
export function parseUrl(address: string, base?: string): URL | undefined {
  // Safari 16 has neither `URL.canParse` nor `URL.parse`.
  try {
    return new URL(address, base)
  } catch {
    return undefined
  }
}
