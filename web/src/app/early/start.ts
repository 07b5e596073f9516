import { loadConfig } from '../../config/runtime-config.ts'
import type { Early } from '../../lib/early-answers.ts'
import { photoSrc } from '../../lib/photo/photo-url.ts'
import { SESSION_KEY } from '../../lib/session-key.ts'
import { type FirstPhoto, type FirstRequest, firstRequests } from './first-requests.ts'

// The client renews a token that has less left than a minute and a half, and then asks with another one.
const TOKEN_LEFT_MS = 100_000

/**
 * Runs in the page's head, before any code of the app has come: asks for the settings, for the rows of the first
 * screen, and for the picture at its top, so that they arrive beside the code instead of after it. The client takes the
 * answers when it asks (`lib/early-answers.ts`). Nothing is lost when anything here fails: the app asks by itself.
 */
function startEarly(): Early {
  const config = loadConfig()
  const early: Early = { config, answers: new Map() }
  const page = location.pathname.split('/')[1] ?? ''
  const session = storedToken()
  if (session !== 'ended')
    config.then(
      ({ url, publishableKey }) => {
        const authorization = `Bearer ${session?.token ?? publishableKey}`
        for (const request of firstRequests(page, session?.userId)) {
          const address = `${url}/rest/v1/${request.table}?${new URLSearchParams(request.query.map((pair) => [...pair]))}`
          const { accept = '' } = request
          const headers = { apikey: publishableKey, authorization, ...(accept && { accept }) }
          const answer = fetch(address, { headers })
          early.answers.set(address, { authorization, accept, at: performance.now(), answer })
          // Whoever takes it hears of its failure.
          answer.then((reply) => fetchPhoto(request, reply)).catch(() => {})
        }
      },
      () => {},
    )
  return early
}

/** Whose token lies on this device; `ended` when it has to be renewed first, undefined for a guest. */
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
