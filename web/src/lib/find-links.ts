import { parseUrl } from './parse-url.ts'

/** A part of a text: plain, or an address with how it is shown. */
export type TextPart = string | { href: string; shown: string }

const CANDIDATE = /https:\/\/[^\s<>"“”«»]+/giu
/** Signs that end a sentence around an address rather than belong to it. */
const AFTER = /[.,;:!?'’”"…*_~]$/u
const MOST_SHOWN = 40

/**
 * Finds web addresses in what members write. Only `https:` with a host name counts: others stay text, as does an address
 * with a user name, which can look like another site's. A host with letters of other scripts is shown as it is sent
 * (`xn--…`), so that it cannot pass for one that looks alike.
 * @returns the parts in their order; together, with `href` as written, they are the text.
 */
export function findLinks(text: string): TextPart[] {
  const parts: TextPart[] = []
  let at = 0
  for (const { 0: found, index } of text.matchAll(CANDIDATE)) {
    // Not the end of a longer word.
    if (/[\p{L}\p{N}]$/u.test(text.slice(0, index))) continue
    const written = withoutEnd(found)
    const url = linkOf(written)
    if (!url) continue
    if (index > at) parts.push(text.slice(at, index))
    parts.push({ href: url.href, shown: shownOf(url) })
    at = index + written.length
  }
  if (at < text.length) parts.push(text.slice(at))
  return parts
}

/** Without the punctuation of the sentence; a closing bracket stays if the address opened it. */
function withoutEnd(address: string): string {
  const last = address.at(-1) ?? ''
  const unopened = (open: string) => !address.slice(0, -1).includes(open)
  if (AFTER.test(address) || (last === ')' && unopened('(')) || (last === ']' && unopened('[')))
    return withoutEnd(address.slice(0, -1))
  return address
}

function linkOf(address: string): URL | undefined {
  const url = parseUrl(address)
  const usable = url && url.protocol === 'https:' && url.username === '' && url.password === ''
  // A name with a dot, whose last part is no number.
  return usable && /\.[a-z][a-z0-9-]*$/.test(url.hostname) ? url : undefined
}

/** The host is never cut: it tells where a link leads. */
function shownOf({ host, pathname, search }: URL): string {
  const site = host.replace(/^www\./, '')
  const rest = `${pathname}${search}`.replace(/^\/$/, '')
  const room = Math.max(1, MOST_SHOWN - site.length)
  return site + (rest.length > room ? `${rest.slice(0, room - 1)}…` : rest)
}
