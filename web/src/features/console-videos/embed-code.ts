/** A video as the database would read it from an embed code. */
export interface ParsedVideo {
  provider: 'youtube' | 'vimeo' | 'twitch' | 'facebook'
  /** The provider's id; for Twitch `channel:<name>` or `video:<id>`. */
  videoId: string
}

const LONGEST = 2000
const IFRAME = /^<iframe(\s+[a-z-]+(\s*=\s*("[^"<>]*"|'[^'<>]*'|[^\s"'<>=]+))?)*\s*>\s*<\/iframe>$/i
const DANGEROUS = /\s(on[a-z]*|srcdoc)\s*=/i

// The same patterns as in the database, which decides; here they allow a preview and an early error.
const PATTERNS: readonly [ParsedVideo['provider'], prefix: string, RegExp][] = [
  ['youtube', '', /^https:\/\/(?:www\.|m\.)?youtube\.com\/watch\?(?:[^#]*&)?v=([A-Za-z0-9_-]{11})(?:[&#]|$)/],
  [
    'youtube',
    '',
    /^https:\/\/(?:www\.|m\.)?youtube(?:-nocookie)?\.com\/(?:embed|live|shorts)\/([A-Za-z0-9_-]{11})(?:[/?#]|$)/,
  ],
  ['youtube', '', /^https:\/\/youtu\.be\/([A-Za-z0-9_-]{11})(?:[?#]|$)/],
  [
    'vimeo',
    '',
    /^https:\/\/(?:(?:www\.)?vimeo\.com\/(?:event\/)?|player\.vimeo\.com\/video\/)([0-9]{1,15})(?:[/?#]|$)/,
  ],
  ['twitch', 'video:', /^https:\/\/(?:www\.|m\.)?twitch\.tv\/videos\/([0-9]{1,15})(?:[/?#]|$)/],
  ['twitch', 'video:', /^https:\/\/player\.twitch\.tv\/\?(?:[^#]*&)?video=v?([0-9]{1,15})(?:[&#]|$)/],
  ['twitch', 'channel:', /^https:\/\/player\.twitch\.tv\/\?(?:[^#]*&)?channel=([A-Za-z0-9_]{2,25})(?:[&#]|$)/],
  ['twitch', 'channel:', /^https:\/\/(?:www\.|m\.)?twitch\.tv\/([A-Za-z0-9_]{2,25})\/?(?:[?#]|$)/],
  ['facebook', '', /^https:\/\/(?:www\.|m\.)?facebook\.com\/watch\/?\?(?:[^#]*&)?v=([0-9]{1,20})(?:[&#]|$)/],
  [
    'facebook',
    '',
    /^https:\/\/(?:www\.|m\.)?facebook\.com\/[A-Za-z0-9._-]+\/videos\/(?:[A-Za-z0-9._-]+\/)?([0-9]{1,20})(?:[/?#]|$)/,
  ],
  [
    'facebook',
    '',
    /^https:\/\/www\.facebook\.com\/plugins\/video\.php\?(?:[^#]*&)?href=https%3A%2F%2F(?:www\.|m\.)?facebook\.com%2F(?:watch%2F%3Fv%3D|[A-Za-z0-9._-]+%2Fvideos%2F)([0-9]{1,20})(?:%2F|%26|[&#]|$)/i,
  ],
]

/**
 * The video in an address or an embed code of YouTube, Vimeo, Twitch or Facebook.
 * @returns undefined for anything else.
 */
export function parseEmbedCode(code: string): ParsedVideo | undefined {
  const address = embedAddress(code)
  if (address === undefined) return undefined
  for (const [provider, prefix, pattern] of PATTERNS) {
    const id = pattern.exec(address)?.[1]
    if (id !== undefined) return { provider, videoId: prefix + id }
  }
  return undefined
}

function embedAddress(code: string): string | undefined {
  const text = code.trim()
  if (text.length > LONGEST) return undefined
  if (/^https:\/\/[^\s<>"'\\]+$/.test(text)) return text
  if (!IFRAME.test(text) || DANGEROUS.test(text)) return undefined
  const [, quoted] = /\ssrc\s*=\s*("[^"]*"|'[^']*')/i.exec(text) ?? []
  return quoted?.slice(1, -1).replaceAll('&amp;', '&')
}
