import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react'
import { watchSession } from '../../data/auth/session.ts'
import { useSigningOut } from '../../data/auth/sign-out-mutation.ts'
import { summaryQuery } from '../../data/auth/summary-query.ts'
import { type AdminCheck, type Session, SessionContext } from '../../hooks/use-session.ts'
import { keepOnlyOf } from '../../lib/own-device.ts'

const LOADING: Session = { status: 'loading' }

export interface SessionProviderProps {
  /** Called when neither settings nor client can be had, so that nobody can be signed in at all. */
  onUnavailable: (error: unknown) => void
  children: ReactNode
}

/** Follows the session and gives it, with the member's summary, to everything below. */
export function SessionProvider({ onUnavailable, children }: SessionProviderProps) {
  const queries = useQueryClient()
  const [heard, setHeard] = useState<Session>(LOADING)
  const signingOut = useSigningOut()
  // A member's page that is gone back to meanwhile must wait: it would ask for what the session no longer gives.
  const session = signingOut ? LOADING : heard
  const lastUser = useRef<string>(undefined)

  useEffect(
    () =>
      watchSession((signedIn) => {
        setHeard((before) => sameOrNew(before, signedIn ? { status: 'member', ...signedIn } : { status: 'guest' }))
      }, onUnavailable),
    [onUnavailable],
  )

  const userId = session.status === 'member' ? session.userId : undefined
  const known = session.status !== 'loading'
  useEffect(() => {
    if (known) keepOnlyOf(userId).catch((error: unknown) => console.error('keepOnlyOf', error))
  }, [known, userId])
  useEffect(() => {
    // Nothing that one person has loaded may be seen by the next one on this device. The guards have already taken the
    // member's pages away by now, so only what everyone may see is loaded again.
    if (lastUser.current !== undefined && lastUser.current !== userId) {
      queries.removeQueries({ type: 'inactive' })
      queries.resetQueries({ type: 'active' }).catch((error: unknown) => console.error('resetQueries', error))
    }
    lastUser.current = userId
  }, [queries, userId])
  const summary = useQuery({ ...summaryQuery(userId ?? ''), enabled: userId !== undefined })
  const { data, error } = summary

  useEffect(() => {
    if (error) console.error('checkAdmin', error)
  }, [error])

  const value = useMemo(() => {
    const own = userId === undefined ? undefined : data
    return { session, summary: own, admin: adminCheck(session, own?.isAdmin, error !== null) }
  }, [session, userId, data, error])

  return <SessionContext value={value}>{children}</SessionContext>
}

/** The check in one word; when it failed the member counts as no admin. */
export function adminCheck(session: Session, isAdmin: boolean | undefined, failed: boolean): AdminCheck {
  if (session.status === 'loading') return 'unknown'
  if (session.status === 'guest') return 'no'
  if (isAdmin !== undefined) return isAdmin ? 'yes' : 'no'
  return failed ? 'no' : 'unknown'
}

// Every refreshed token is announced; an equal session must not re-render the whole app.
function sameOrNew(before: Session, now: Session): Session {
  return JSON.stringify(before) === JSON.stringify(now) ? before : now
}
