/** Names of the providers, as shown on the page. */
const PROVIDERS: Record<string, string | undefined> = {
  youtube: 'YouTube',
  vimeo: 'Vimeo',
  twitch: 'Twitch',
  facebook: 'Facebook',
}

export interface Embed {
  provider: string
  /** Address of the player; it plays at once, because it opens on a press of the play button. */
  address: string
}

/**
 * The player's address, built from provider and id only; the database stores no embed code.
 * @param host host name of this site, which Twitch requires.
 * @returns undefined for an unknown provider or an invalid id.
 */
export function embedOf(provider: string, videoId: string, host: string): Embed | undefined {
  const name = PROVIDERS[provider]
  const address = addressOf(provider, videoId, host)
  return name && address ? { provider: name, address } : undefined
}

// The ids are validated again here, because they become part of an address.
function addressOf(provider: string, videoId: string, host: string): string | undefined {
  switch (provider) {
    case 'youtube':
      if (!/^[A-Za-z0-9_-]{11}$/.test(videoId)) return undefined
      return `https://www.youtube-nocookie.com/embed/${videoId}?autoplay=1&rel=0&playsinline=1`
    case 'vimeo':
      return /^\d{1,15}$/.test(videoId) ? `https://player.vimeo.com/video/${videoId}?autoplay=1&dnt=1` : undefined
    case 'twitch': {
      const [, kind, id] = /^(channel|video):([A-Za-z0-9_]{1,25})$/.exec(videoId) ?? []
      if (!kind || !id) return undefined
      return `https://player.twitch.tv/?${new URLSearchParams({ [kind]: id, parent: host, autoplay: 'true' })}`
    }
    case 'facebook': {
      if (!/^\d{1,20}$/.test(videoId)) return undefined
      const href = `https://www.facebook.com/watch/?v=${videoId}`
      return `https://www.facebook.com/plugins/video.php?${new URLSearchParams({ href, autoplay: 'true', show_text: 'false' })}`
    }
    default:
      return undefined
  }
}
