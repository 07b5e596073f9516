import { SESSION_KEY } from '../../lib/session-key.ts'

/** When the member whose session this device stores joined, ISO 8601; undefined when it is not known. */
export function joinedAt(userId: string): string | undefined {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(SESSION_KEY) ?? 'null')
    const { user } = (stored ?? {}) as { user?: Record<string, unknown> }
    return user?.id === userId && typeof user.created_at === 'string' ? user.created_at : undefined
  } catch {
    // Storage can be forbidden or contain something else.
    return undefined
  }
}
