import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react'
import { watchSession } from '../../data/auth/session.ts'
import { useSigningOut } from '../../data/auth/sign-out-mutation.ts'
import { summaryQuery } from '../../data/auth/summary-query.ts'
import { tidyPhotos } from '../../data/newsfeed/tidy-photos.ts'
import { type AdminCheck, type Session, SessionContext } from '../../hooks/use-session.ts'
import { deleteDataOfOthers } from '../../lib/own-device.ts'
import { forgetPositions } from '../scroll-on-navigation.ts'

const LOADING: Session = { status: 'loading' }

export interface SessionProviderProps {
  /** Called when settings or client cannot be loaded, so that no sign-in is possible. */
  onUnavailable: (error: unknown) => void
  children: ReactNode
}

/** Follows the session and provides it, with the member's summary, to its children. */
export function SessionProvider({ onUnavailable, children }: SessionProviderProps) {
  const queries = useQueryClient()
  const [followed, setFollowed] = useState<Session>(LOADING)
  const signingOut = useSigningOut()
  // A member's page opened through Back in the meantime must wait: it would request what the session no longer allows.
  const session = signingOut ? LOADING : followed
  const lastUser = useRef<string>(undefined)

  useEffect(
    () =>
      watchSession((signedIn, ended) => {
        setFollowed((before) =>
          sameOrNew(
            before,
            signedIn && !signedIn.halfway
              ? { status: 'member', ...signedIn }
              : { status: 'guest', ended, halfway: signedIn },
          ),
        )
      }, onUnavailable),
    [onUnavailable],
  )

  const userId = session.status === 'member' ? session.userId : undefined
  const known = session.status !== 'loading'
  useEffect(() => {
    if (!known) return
    deleteDataOfOthers(userId).catch((error: unknown) => console.error('deleteDataOfOthers', error))
    tidyPhotos(userId)
  }, [known, userId])
  useEffect(() => {
    // The next person on this device must not see what the previous one loaded. The guards have already unmounted the
    // member's pages, so only public data is loaded again.
    if (lastUser.current !== undefined && lastUser.current !== userId) {
      forgetPositions()
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

/** The check as one value; a failed check counts as no admin. */
export function adminCheck(session: Session, isAdmin: boolean | undefined, failed: boolean): AdminCheck {
  if (session.status === 'loading') return 'unknown'
  if (session.status === 'guest') return 'no'
  if (isAdmin !== undefined) return isAdmin ? 'yes' : 'no'
  return failed ? 'no' : 'unknown'
}

// Every refreshed token causes an event; an equal session must not re-render the whole app.
function sameOrNew(before: Session, now: Session): Session {
  return JSON.stringify(before) === JSON.stringify(now) ? before : now
}
