/** Where the backend is; one build serves every deployment, so this is read at run time. */
export interface RuntimeConfig {
  /** Address of the backend without a trailing slash. */
  url: string
  publishableKey: string
}

/** The site's own settings could not be read, so nothing else can be. */
export class ConfigUnavailable extends Error {
  override name = 'ConfigUnavailable'
}

let loading: Promise<RuntimeConfig> | undefined
let loaded: RuntimeConfig | undefined

/**
 * Reads `/config.json` once; a failed attempt is forgotten, so that the next call tries again.
 * @throws {ConfigUnavailable} when it cannot be fetched or does not hold what it should.
 */
export function loadConfig(): Promise<RuntimeConfig> {
  loading ??= readConfig().catch((error: unknown) => {
    loading = undefined
    throw error
  })
  return loading
}

/** The settings when they have been read already; whatever came from the backend came after them. */
export function knownConfig(): RuntimeConfig | undefined {
  return loaded
}

async function readConfig(): Promise<RuntimeConfig> {
  // The page's head has asked already (`app/early`); if that failed, once more.
  loaded = await (globalThis.early?.config.catch(fetchConfig) ?? fetchConfig())
  return loaded
}

async function fetchConfig(): Promise<RuntimeConfig> {
  try {
    const response = await fetch('/config.json', { credentials: 'same-origin' })
    if (!response.ok) throw new Error(`status ${response.status}`)
    return parseConfig(await response.json(), window.location.origin)
  } catch (cause) {
    throw new ConfigUnavailable('config.json cannot be read', { cause })
  }
}

/** Checks the file's shape; throws at any other. A `url` that is missing or empty means the address that served the page. */
export function parseConfig(file: unknown, origin: string): RuntimeConfig {
  const { url = '', publishableKey } = file as Record<string, unknown>
  if (typeof url !== 'string' || typeof publishableKey !== 'string' || publishableKey === '')
    throw new Error('config.json lacks url or publishableKey')
  const address = new URL(url || '/', origin)
  if (address.protocol !== 'https:' && address.protocol !== 'http:') throw new Error('url is not a web address')
  return { url: address.href.replace(/\/+$/, ''), publishableKey }
}
