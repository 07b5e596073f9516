import type { ResolvedConfig } from '../config.ts'
import { createAddressedFiles } from './own-address.ts'
import { pagePolicy } from './security-headers.ts'
import { inlineScriptHashes, inlineStyleHashes, loadStaticFiles, serveFile } from './static-files.ts'
import type { HttpReply, HttpRequest } from './types.ts'

const HOST = /^(\[[0-9a-f:.]+\]|[a-z0-9.-]+)(:\d{1,5})?$/i

/** Addresses of services, those included that this engine does not have: none of them is a page. */
const SERVICE = /^\/[a-z]+\/v\d+(\/|$)/

const FILE = /\.[^/]*$/

export interface SiteParts {
  config: ResolvedConfig
  siteUrlSet: boolean
  /** Folder of the built web app. */
  webFolder: string
  /** Undefined when everything is in order, else what is missing, in a few words. */
  notReady(): Promise<string | undefined>
}

/** Everything that is not a service: the web app's files and pages, its settings, and the two health addresses. */
export function createSite({ config, siteUrlSet, webFolder, notReady }: SiteParts) {
  const files = loadStaticFiles(webFolder)
  const addressed = createAddressedFiles(files)
  const index = files.get('/index.html')
  const indexText = index?.identity.toString('utf8') ?? ''
  const scriptHashes = inlineScriptHashes(indexText)
  const styleHashes = inlineStyleHashes(indexText)

  const addressFor = (request: HttpRequest) => {
    if (siteUrlSet) return config.siteUrl
    // Only without a site address: the client's own word, which goes back to that client alone, uncached.
    const { host = '' } = request.headers
    return HOST.test(host) ? `http://${host}` : config.siteUrl
  }

  const page = (request: HttpRequest): HttpReply => {
    if (!index) return text(503, 'The web app is not built: run "npm run build" and start again')
    const address = new URL(addressFor(request))
    const { host = '' } = request.headers
    const csp = pagePolicy({
      scriptHashes,
      styleHashes,
      // Who comes in by another name than the site's still talks to the site's address.
      api: siteUrlSet ? address.origin : undefined,
      host: HOST.test(host) ? host : undefined,
      secure: address.protocol === 'https:',
    })
    const reply = serveFile(addressed('/index.html', address.origin) ?? index, request, false)
    return { ...reply, headers: { ...reply.headers, 'content-security-policy': csp } }
  }

  return async (request: HttpRequest): Promise<HttpReply> => {
    const { method, path } = request
    if (method !== 'GET' && method !== 'HEAD')
      return { ...text(405, 'Method Not Allowed'), headers: { 'content-type': 'text/plain', allow: 'GET, HEAD' } }
    if (SERVICE.test(path)) return text(404, 'Not Found')
    if (path === '/healthz') return text(200, 'ok')
    if (path === '/readyz') {
      const missing = await notReady()
      return missing === undefined ? text(200, 'ready') : text(503, missing)
    }
    if (path === '/config.json') return json({ url: addressFor(request), publishableKey: config.publishableKey })
    const file =
      path === '/index.html' ? undefined : addressed(decoded(path) ?? '', new URL(addressFor(request)).origin)
    if (file) return serveFile(file, request, path.startsWith('/assets/'))
    // Pages of the app have no dot in their last part; a missing asset must not turn into a page.
    if (path.startsWith('/assets/') || (FILE.test(path) && path !== '/index.html')) return text(404, 'Not Found')
    return page(request)
  }
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
