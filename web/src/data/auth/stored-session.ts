import { SESSION_KEY } from '../../lib/session-key.ts'

export interface StoredSession {
  userId: string
  email: string | undefined
}

/**
 * Whether this device has no session; false if storage is forbidden, because the client then keeps the session in
 * memory.
 */
export function isSessionRemoved(): boolean {
  try {
    return localStorage.getItem(SESSION_KEY) === null
  } catch {
    return false
  }
}

/** The owner of the session stored on this device, whether or not its token is valid; undefined when there is none. */
export function storedSession(): StoredSession | undefined {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(SESSION_KEY) ?? 'null')
    const { refresh_token, user } = (stored ?? {}) as { refresh_token?: unknown; user?: Record<string, unknown> }
    if (typeof refresh_token !== 'string' || typeof user?.id !== 'string') return undefined
    return { userId: user.id, email: typeof user.email === 'string' ? user.email : undefined }
  } catch {
    // Storage can be forbidden or contain something else.
    return undefined
  }
}
