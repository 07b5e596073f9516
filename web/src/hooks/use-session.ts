import { createContext, useContext } from 'react'

/** The data of the signed-in member that the shell shows. */
export interface OwnSummary {
  id: string
  username: string
  avatarUrl: string | null
  points: number
  isAdmin: boolean
  /** An admin or a moderator. */
  isTeam: boolean
  isSuspended: boolean
  /** A new member who has neither saved nor skipped the welcome page. */
  awaitsWelcome: boolean
  /** An admin or moderator who has no rights as such, because the club requires an authenticator app of its team. */
  needsSecondStep: boolean
}

/**
 * The viewer. `loading` until the stored session has been read; `ended` when there was a session and it expired or was
 * ended elsewhere; `halfway` with a session that has not taken the second step of signing in: nothing of the member's
 * opens before it.
 */
export type Session =
  | { status: 'loading' }
  | { status: 'guest'; ended?: boolean; halfway?: { userId: string; recovering: boolean } | undefined }
  | { status: 'member'; userId: string; email: string | undefined; recovering: boolean }

/** `unknown` while the check is running; a failed check counts as `no`. */
export type AdminCheck = 'unknown' | 'yes' | 'no'

export interface SessionContextValue {
  session: Session
  admin: AdminCheck
  /** Undefined for guests and until it has loaded. */
  summary: OwnSummary | undefined
}

export const SessionContext = createContext<SessionContextValue>({
  session: { status: 'loading' },
  admin: 'unknown',
  summary: undefined,
})

/** The viewer; see {@link Session}. */
export function useSession(): Session {
  return useContext(SessionContext).session
}

/** Id of the signed-in member, or undefined for a guest and while the session loads. */
export function useUserId(): string | undefined {
  const session = useSession()
  return session.status === 'member' ? session.userId : undefined
}

/** True only when the viewer is known to be an admin. The database checks again on every request. */
export function useIsAdmin(): boolean {
  return useContext(SessionContext).admin === 'yes'
}

/** True only when the viewer is known to be an admin or a moderator. The database checks again on every request. */
export function useIsTeam(): boolean {
  return !!useContext(SessionContext).summary?.isTeam
}

/** The admin check including its pending state, for the guard of the console. */
export function useAdminCheck(): AdminCheck {
  return useContext(SessionContext).admin
}

/** Name, avatar and points of the signed-in member, once loaded. */
export function useOwnSummary(): OwnSummary | undefined {
  return useContext(SessionContext).summary
}
