// The players that the live page embeds: no other host may be framed.
const FRAMES =
  'https://www.youtube-nocookie.com https://player.vimeo.com https://player.twitch.tv https://www.facebook.com'

export interface PageOrigins {
  /** The origin of the services if it is not the page's own; undefined otherwise. */
  api: string | undefined
  /** SHA-256 (base64) of the inline scripts of index.html. */
  scriptHashes: readonly string[]
  /** SHA-256 (base64) of the inline style sheets of index.html. */
  styleHashes: readonly string[]
  /** Host as the browser sees it, so that `ws:` to it can be allowed by name (in older Safari 'self' is not enough). */
  host: string | undefined
  secure: boolean
}

/** The content security policy of the app's page. */
export function pagePolicy({ api, scriptHashes, styleHashes, host, secure }: PageOrigins): string {
  const allowed = (hashes: readonly string[]) => hashes.map((hash) => ` 'sha256-${hash}'`).join('')
  const sockets = host === undefined ? '' : ` ${secure ? 'wss' : 'ws'}://${host}`
  const other = api === undefined ? '' : ` ${api} ${api.replace(/^http/, 'ws')}`
  return [
    "default-src 'none'",
    `script-src 'self'${allowed(scriptHashes)}`,
    `style-src 'self'${allowed(styleHashes)}`,
    `img-src 'self' blob: data:${api === undefined ? '' : ` ${api}`}`,
    "font-src 'self'",
    "manifest-src 'self'",
    "worker-src 'self'",
    `connect-src 'self'${sockets}${other}`,
    `frame-src ${FRAMES}`,
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "object-src 'none'",
    "require-trusted-types-for 'script'",
  ].join('; ')
}

/** Headers of every reply. */
export function commonHeaders(secure: boolean): Record<string, string> {
  return {
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'cross-origin-opener-policy': 'same-origin',
    'permissions-policy': 'camera=(), microphone=(), geolocation=()',
    'x-frame-options': 'DENY',
    ...(secure ? { 'strict-transport-security': 'max-age=31536000' } : {}),
  }
}

/** Added to replies of the services, unless the reply sets them itself. */
export const apiHeaders: Readonly<Record<string, string>> = {
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
}
