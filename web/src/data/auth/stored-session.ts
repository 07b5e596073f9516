import { SESSION_KEY } from '../../lib/session-key.ts'

export interface StoredSession {
  userId: string
  email: string | undefined
}

/** Whose session lies on this device, whether or not its token still holds; undefined when there is none. */
export function storedSession(): StoredSession | undefined {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(SESSION_KEY) ?? 'null')
    const { refresh_token, user } = (stored ?? {}) as { refresh_token?: unknown; user?: Record<string, unknown> }
    if (typeof refresh_token !== 'string' || typeof user?.id !== 'string') return undefined
    return { userId: user.id, email: typeof user.email === 'string' ? user.email : undefined }
  } catch {
    // Storage can be forbidden or hold something else.
    return undefined
  }
}
