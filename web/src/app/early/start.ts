import { loadConfig } from '../../config/runtime-config.ts'
import type { Early } from '../../lib/early-answers.ts'
import { photoSrc } from '../../lib/photo/photo-url.ts'
import { SESSION_KEY } from '../../lib/session-key.ts'
import { type FirstPhoto, type FirstRequest, firstRequests } from './first-requests.ts'
import { ME } from './me.ts'

// The client renews a token that expires within a minute and a half, and then sends another one.
const TOKEN_LEFT_MS = 100_000

/**
 * Runs in the page's head, before any code of the app has loaded: requests the settings, the rows of the first screen,
 * and the picture at its top, so that they load in parallel with the code. The client uses the answers for its own
 * requests (`lib/early-answers.ts`). A failure here is harmless: the app then sends the request itself.
 */
function startEarly(): Early {
  const config = loadConfig()
  const early: Early = { config, answers: new Map() }
  const page = location.pathname.slice(1)
  const session = storedToken()
  if (session !== 'ended')
    config.then(
      ({ url, publishableKey }) => {
        const authorization = `Bearer ${session?.token ?? publishableKey}`
        for (const request of firstRequests(page, session?.userId)) {
          const [table, query] = request.address.replace(ME, session?.userId ?? '').split('?')
          const address = `${url}/rest/v1/${table}?${new URLSearchParams(query)}`
          const accept = request.single ? 'application/vnd.pgrst.object+json' : ''
          const headers = { apikey: publishableKey, authorization, ...(accept && { accept }) }
          const answer = fetch(address, { headers })
          early.answers.set(address, { authorization, accept, at: performance.now(), answer })
          // The code that uses the answer handles its failure.
          answer.then((reply) => fetchPhoto(request, reply)).catch(() => {})
        }
      },
      () => {},
    )
  return early
}

/** The owner of the token on this device; `ended` when it has to be renewed first, undefined for a guest. */
function storedToken(): { token: string; userId: string } | 'ended' | undefined {
  try {
    const stored = JSON.parse(localStorage.getItem(SESSION_KEY) ?? 'null')
    if (stored === null) return undefined
    const { access_token, expires_at, user } = stored
    return expires_at * 1000 - Date.now() > TOKEN_LEFT_MS ? { token: access_token, userId: user.id } : 'ended'
  } catch {
    return 'ended'
  }
}

async function fetchPhoto({ photo }: FirstRequest, reply: Response): Promise<void> {
  const found = photo?.(await reply.clone().json())
  if (found) preload(found)
}

function preload({ url, box: { sizes, ...box } }: FirstPhoto): void {
  if (typeof url !== 'string' || url === '') return
  const { src, srcSet } = photoSrc(url, { ...box, sized: true })
  if (srcSet === undefined) return
  const link = document.createElement('link')
  Object.assign(link, {
    rel: 'preload',
    as: 'image',
    fetchPriority: 'high',
    imageSizes: sizes,
    imageSrcset: srcSet,
    href: src,
  })
  document.head.append(link)
}

globalThis.early = startEarly()
