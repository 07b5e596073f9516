import { createContext, useContext } from 'react'

/** What the shell shows of the signed-in member. */
export interface OwnSummary {
  id: string
  username: string
  avatarUrl: string | null
  points: number
  isAdmin: boolean
}

/** Who is looking. `loading` until the stored session has been read. */
export type Session =
  | { status: 'loading' }
  | { status: 'guest' }
  | { status: 'member'; userId: string; email: string | undefined; recovering: boolean }

/** `unknown` while the check runs; a check that fails counts as `no`. */
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

/** Who is looking; see {@link Session}. */
export function useSession(): Session {
  return useContext(SessionContext).session
}

/** Id of the signed-in member, or undefined for a guest and while the session loads. */
export function useUserId(): string | undefined {
  const session = useSession()
  return session.status === 'member' ? session.userId : undefined
}

/** True only when the viewer is known to be an admin. The database decides again on every request. */
export function useIsAdmin(): boolean {
  return useContext(SessionContext).admin === 'yes'
}

/** The admin check with its waiting state, for the guard of the console. */
export function useAdminCheck(): AdminCheck {
  return useContext(SessionContext).admin
}

/** Name, avatar and points of the signed-in member, once loaded. */
export function useOwnSummary(): OwnSummary | undefined {
  return useContext(SessionContext).summary
}
