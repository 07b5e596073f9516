import type { ResolvedConfig } from '../config.ts'
import type { Club, ClubOf } from './club.ts'
import { createClubIcons, isIcon, type ReadPicture } from './club-icons.ts'
import { createHeadedPages, type HeadOf, type PageHead, pictureAddress } from './page-heads.ts'
import { makingLimits } from './request-limits.ts'
import { createRouter } from './router.ts'
import { pagePolicy } from './security-headers.ts'
import type { PictureFacts } from './shared-picture-art.ts'
import { createSharedPictures, versionOf, withClub } from './shared-pictures.ts'
import { isHost, siteAddress } from './site-address.ts'
import { createSiteFiles, holdsAddress } from './site-files.ts'
import { inlineScriptHashes, inlineStyleHashes, loadStaticFiles, type StaticFile, serveFile } from './static-files.ts'
import type { HttpReply, HttpRequest } from './types.ts'

/** Addresses of services, including those that this engine does not have: none of them is a page. */
const SERVICE = /^\/([a-z]+\/v\d+|rest|auth|storage|realtime|functions|graphql|api|pg)(\/|$)/

/** What this engine offers beyond a hosted project; pages check it before they show or leave out a feature. */
const OFFERS = { fetchPicture: true, removesLeftFiles: true, ownPictures: true }

const PREVIEW = '/preview.jpg'

/** Where phones send what is shared with the app (`contract/src/share-target.ts`), and what the app then says. */
const SHARE = { path: '/share', missed: '/newsfeed?shared=lost' }

const NOT_FOUND: PageHead = { status: 404, title: 'Page Not Found', description: null, picture: null }

/** Whether a path ends like the name of a file. */
const isFileName = (path: string) => path.includes('.', path.lastIndexOf('/'))

/** An encoded slash or backslash, by which a path could climb or hide its parts; no page has one. */
const HIDDEN_SLASH = /%2f|%5c/i
/** A part that begins with a dot, an empty part, or a double encoding. */
const STRAY = /\/\.|\/\/|\\|%[\da-f]{2}|\p{Cc}/iu
/** The same in a path with a broken encoding, which the app answers itself as an address that it does not have. */
const STRAY_AS_SENT = /\/(\.|%2e)|\/\/|\\/i

export interface SiteParts {
  config: ResolvedConfig
  siteUrlSet: boolean
  /** Folder of the built web app. */
  webFolder: string
  /** Undefined when everything is ready, else what is missing, in a short text. */
  notReady(): Promise<string | undefined>
  /** The heads of pages for shared links. */
  headOf: HeadOf
  clubOf: ClubOf
  /** For the club's logo. */
  readPicture: ReadPicture
}

/** Everything that is not a service: the web app's files and pages, its settings, and the two health addresses. */
export function createSite({ config, siteUrlSet, webFolder, notReady, headOf, clubOf, readPicture }: SiteParts) {
  const files = loadStaticFiles(webFolder)
  const siteFile = createSiteFiles(files)
  const index = files.get('/index.html')
  const headed = createHeadedPages()
  const clubIcon = createClubIcons(readPicture)
  const draw = createSharedPictures(webFolder, readPicture)
  const limitsFor = makingLimits(config)
  const routes = routesOf(files.get('/routes.json'))
  // Everything is a page for an app without such a list.
  const isPage = routes ? matcherOf(routes) : () => true
  const isNamed = matcherOf((routes ?? []).filter((route) => /\/:\w+$/.test(route)))
  const indexText = index?.identity.toString('utf8') ?? ''
  const scriptHashes = inlineScriptHashes(indexText)
  const styleHashes = inlineStyleHashes(indexText)

  const addressFor = siteAddress(config, siteUrlSet)

  const page = async (request: HttpRequest): Promise<HttpReply> => {
    if (!index) return text(503, 'The web app is not built: run "npm run build" and start again')
    const address = new URL(addressFor(request))
    const { host = '' } = request.headers
    const csp = pagePolicy({
      scriptHashes,
      styleHashes,
      // A visitor who uses another name than the site's still connects to the site's address, and to no other.
      api: siteUrlSet ? address.origin : undefined,
      host: !siteUrlSet && isHost(host) ? host : undefined,
      secure: address.protocol === 'https:',
    })
    const { query } = request
    const { mayMake } = limitsFor(request.clientIp)
    const path = request.path === '/index.html' ? '/' : request.path
    // A path that is not of the app, or that cannot be decoded, is not looked up.
    const isListed = decoded(path) !== undefined && isPage(path)
    const [head, club] = await Promise.all([
      isListed ? headOf(query ? `${path}?${query}` : path, mayMake) : NOT_FOUND,
      clubOf(),
    ])
    const shown = head?.status === 404 ? NOT_FOUND : head
    const plain = (await siteFile('/index.html', address.origin, club, mayMake)) ?? index
    const facts = factsOf(shown, club)
    const picture = facts ? address.origin + pictureAddress(facts) : undefined
    const file = shown ? await headed(plain, shown, club.name, picture, mayMake) : plain
    const reply = serveFile(file, request, false)
    const status = reply.status === 200 && head ? head.status : reply.status
    const headers: Record<string, string> = { ...reply.headers, 'content-security-policy': csp }
    // In the path, everything that could end the address is encoded.
    if (status === 200 && shown)
      headers.link = `<${Object.assign(new URL(address.origin), { pathname: path }).href}>; rel="canonical"`
    return ownWord({ ...reply, status, headers })
  }

  /** The picture of a shared link; undefined shows the club's instead. */
  const picture = async (request: HttpRequest): Promise<HttpReply | undefined> => {
    const wanted = new URLSearchParams(request.query)
    const { mayMake, mayDraw } = limitsFor(request.clientIp)
    const [head, club] = await Promise.all([headOf(wanted.get('of') ?? '', mayMake), clubOf()])
    const facts = factsOf(head, club)
    const made = facts && draw(facts, new URL(addressFor(request)).host, mayDraw)
    if (!made) return undefined
    const body = await made.catch(() => undefined)
    const current = wanted.get('v') === versionOf(facts)
    return (
      body && {
        status: 200,
        headers: {
          'content-type': 'image/jpeg',
          'cache-control': current && siteUrlSet ? 'public, max-age=604800, immutable' : 'no-cache',
        },
        body: request.method === 'HEAD' ? '' : body,
      }
    )
  }

  /** A reply that repeats the client's Host header may be cached by that client only. */
  const ownWord = (reply: HttpReply): HttpReply =>
    siteUrlSet ? reply : { ...reply, headers: { ...reply.headers, 'cache-control': 'private, no-cache' } }

  const ready = async () => {
    const missing = await notReady()
    return missing === undefined ? text(200, 'ready') : text(503, missing)
  }
  const settings = (request: HttpRequest) =>
    json({ url: addressFor(request), publishableKey: config.publishableKey, ...OFFERS })
  const fixed = createRouter(
    [
      { method: 'GET', path: '/healthz', answer: () => text(200, 'ok') },
      { method: 'GET', path: '/readyz', answer: ready },
      { method: 'GET', path: '/config.json', answer: settings },
    ],
    { maxParamLength: 100, encoded: true },
  )

  return async (request: HttpRequest): Promise<HttpReply> => {
    const { method, path } = request
    if (isService(path)) return unknownService()
    if (method === 'POST' && path === SHARE.path) return missedShare()
    if (method !== 'GET' && method !== 'HEAD')
      return { ...text(405, 'Method Not Allowed'), headers: { 'content-type': 'text/plain', allow: 'GET, HEAD' } }
    const name = decoded(path)
    if (HIDDEN_SLASH.test(path) || (name === undefined ? STRAY_AS_SENT : STRAY).test(name ?? path))
      return text(404, 'Not Found')
    const found = fixed.find('GET', path)
    if (found) return await found.route.answer(request)
    const drawn = name === PREVIEW && request.query !== '' ? await picture(request) : undefined
    if (drawn) return drawn
    const origin = new URL(addressFor(request)).origin
    const { mayMake } = limitsFor(request.clientIp)
    const club = await clubOf()
    const file = name === undefined || name === '/index.html' ? undefined : await siteFile(name, origin, club, mayMake)
    if (name !== undefined && file) {
      const shown = club.logo !== null && isIcon(name) ? await clubIcon(name, file, club.logo) : file
      const reply = serveFile(shown, request, path.startsWith('/assets/'))
      return holdsAddress(name) ? ownWord(reply) : reply
    }
    // A missing file must not be answered with a page; only names, such as those of members, may have a dot.
    if (path.startsWith('/assets/') || (isFileName(path) && path !== '/index.html' && !isNamed(path)))
      return text(404, 'Not Found')
    return page(request)
  }
}

/** What the picture of a page's link shows; null if the page has none of its own. */
const factsOf = (head: PageHead | null | undefined, club: Club): PictureFacts | null | undefined =>
  head?.picture && withClub(head.picture, club)

const routesOf = (file: StaticFile | undefined) => file && (JSON.parse(file.identity.toString('utf8')) as string[])

/** Whether a path fits one of the app's routes: `:name` is one part, `*` at the end any. */
function matcherOf(routes: readonly string[]): (path: string) => boolean {
  const patterns = routes.map((route) => {
    const pattern = route.replace(/\/\*$/, '(/.*)?').replace(/:\w+/g, '[^/]+')
    // The app's router ignores case and a slash at the end.
    return new RegExp(`^${pattern.replace(/\/$/, '')}/?$`, 'i')
  })
  return (path) => patterns.some((pattern) => pattern.test(path))
}

/** In any spelling: a client of a service reads JSON, never a page. */
function isService(path: string): boolean {
  return SERVICE.test((decoded(path) ?? path).toLowerCase().replace(/\/{2,}/g, '/'))
}

function decoded(path: string): string | undefined {
  try {
    return decodeURIComponent(path)
  } catch {
    return undefined
  }
}

function text(status: number, body: string): HttpReply {
  return {
    status,
    headers: { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' },
    body: `${body}\n`,
  }
}

/**
 * What a phone shares with the app is for the worker of the app. Here it arrives only if there is none, as before the
 * first visit: the newsfeed then says so. Its content is not read, and does not decide where the answer leads.
 */
function missedShare(): HttpReply {
  const { headers } = text(303, '')
  return { status: 303, headers: { ...headers, location: SHARE.missed }, body: '' }
}

/** A client of one of Supabase's services reads JSON, also for services that this engine lacks. */
function unknownService(): HttpReply {
  const { headers } = text(404, '')
  const body = JSON.stringify({ code: 'not_found', message: 'There is no such service here' })
  return { status: 404, headers: { ...headers, 'content-type': 'application/json; charset=utf-8' }, body }
}

function json(value: object): HttpReply {
  return {
    status: 200,
    headers: {
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'no-store',
      'access-control-allow-origin': '*',
    },
    body: JSON.stringify(value),
  }
}
