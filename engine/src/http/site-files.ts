import { type Club, DEFAULT_CLUB, isKnown } from './club.ts'
import { logoVersion } from './club-icons.ts'
import { escapeText } from './escape-text.ts'
import { createMadeFiles } from './made-files.ts'
import type { StaticFile } from './static-files.ts'

const SVG_END = '</svg>'

// The places where readers outside the app need a whole address: pictures and addresses in a page's preview, the list
// of pages, and the line that names that list.
const ADDRESSES: Readonly<Record<string, RegExp>> = {
  '/index.html': /(<meta property="og:(?:image|url)" content=")(?=\/)/g,
  '/sitemap.xml': /(<loc>)(?=\/)/g,
  '/robots.txt': /^(Sitemap: )(?=\/)/gm,
}
const NAMES: Readonly<Record<string, (text: string, club: Club) => string>> = {
  '/index.html': withClub,
  '/app.webmanifest': withIdentity,
}
// Without a site address the client's Host header is used. Only a few are kept, so invented ones cannot fill memory.
const KEPT = 8

/** Whether the file at a path is served with the site's address in it. */
export function holdsAddress(path: string): boolean {
  return Object.hasOwn(ADDRESSES, path)
}

/**
 * Files of the web app with what the build does not know: the club's name, colour and logo, and the site's address
 * before the paths that outsiders read. The club's come first and are kept apart: invented addresses cannot make the
 * build's own name appear.
 * @returns the file as served for an origin and a club; undefined when there is none at the path.
 */
export function createSiteFiles(files: ReadonlyMap<string, StaticFile>) {
  const named = createMadeFiles(KEPT)
  const addressed = createMadeFiles(KEPT)
  return async (path: string, origin: string, club: Club, mayMake?: () => boolean): Promise<StaticFile | undefined> => {
    const built = files.get(path)
    if (!built) return undefined
    const name = NAMES[path]
    const file =
      name && isKnown(club)
        ? await named(JSON.stringify([path, club.name, club.accent, club.logo]), built, (text) => name(text, club))
        : built
    const place = ADDRESSES[path]
    if (!place) return file
    // Again when it has been compressed, because what is made of it has its encodings.
    const key = JSON.stringify([path, origin, file.etag, file.br !== undefined])
    return addressed(key, file, (text) => text.replaceAll(place, (_, lead: string) => lead + origin), mayMake)
  }
}

interface Icon {
  src: string
  type?: string
}

interface Manifest {
  name: string
  short_name: string
  icons: Icon[]
  shortcuts: { icons: Icon[] }[]
}

/** The manifest of the app. With a logo its icons have another address: a browser keeps those that it has. */
function withIdentity(text: string, { name, logo }: Club): string {
  if (name === DEFAULT_CLUB.name && logo === null) return text
  const built = JSON.parse(text) as Manifest
  const manifest = name === DEFAULT_CLUB.name ? built : { ...built, name, short_name: name }
  if (logo === null) return JSON.stringify(manifest)
  const shown = (icons: Icon[]) =>
    icons.filter(({ src }) => src.endsWith('.png')).map((icon) => ({ ...icon, src: ofLogo(icon.src, logo) }))
  return JSON.stringify({
    ...manifest,
    icons: shown(manifest.icons),
    shortcuts: manifest.shortcuts.map((shortcut) => ({ ...shortcut, icons: shown(shortcut.icons) })),
  })
}

const ofLogo = (icon: string, logo: string) => `${icon}?v=${logoVersion(logo)}`

/** The page of the club. Another name or logo than the build's replaces it in the bar that is shown first. */
function withClub(page: string, { name, accent, logo }: Club): string {
  const html = escapeText(name)
  const changes: [RegExp, string][] = [[/(<meta name="club" content=")[^"]*/, html]]
  if (name !== DEFAULT_CLUB.name)
    changes.push(
      [/(<title>)[^<]*/, html],
      [/(<meta property="og:title" content=")[^"]*/, html],
      [/(<meta name="apple-mobile-web-app-title" content=")[^"]*/, html],
      [/(<noscript>)Bankside/, html],
    )
  if (accent !== DEFAULT_CLUB.accent) changes.push([/(<html lang="en")/, ` data-accent="${escapeText(accent)}"`])
  if (logo !== null)
    changes.push(
      [/(<meta name="club" )/, `data-logo="${escapeText(logo)}" `],
      [/(<link rel="icon" href=")[^>]*/, `${ofLogo('/icons/icon-192.png', logo)}" type="image/png"`],
      [/(<link rel="apple-touch-icon" href=")[^"]*/, ofLogo('/icons/apple-touch-icon.png', logo)],
    )
  // As a function: a dollar sign in a replacement text would have a meaning.
  const changed = changes.reduce((text, [place, value]) => text.replace(place, (_, lead: string) => lead + value), page)
  const named =
    name === DEFAULT_CLUB.name
      ? changed
      : withoutDrawing(changed, 'brand-word', `<span class="brand-name" dir="auto">${html}</span>`)
  if (logo === null) return named
  return withoutDrawing(named, 'brand-mark', `<img class="brand-mark" src="${escapeText(markAddress(logo))}" alt="">`)
}

/** As the app shows it: see `web/src/components/ui/logo.tsx`. */
const markAddress = (logo: string) => `${logo.replace('/object/', '/render/image/')}?width=96&height=96&resize=cover`

/** Something else in place of the drawing of a class. */
function withoutDrawing(page: string, className: string, html: string): string {
  const start = page.indexOf(`<svg class="${className}"`)
  const end = page.indexOf(SVG_END, start)
  return start < 0 || end < 0 ? page : page.slice(0, start) + html + page.slice(end + SVG_END.length)
}
