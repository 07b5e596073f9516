import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Navigate, useLocation } from 'react-router'
import { Spinner } from '../../components/feedback/spinner.tsx'
import { guestBoardQuery } from '../../data/records/guest-board-query.ts'
import { useSession } from '../../hooks/use-session.ts'

/** The club records for a guest. Where the club shows them only to members, a guest signs in and returns here. */
export function GuestsOfRecords({ isAllTime, children }: { isAllTime: boolean; children: ReactNode }) {
  const session = useSession()
  const { pathname, search, hash } = useLocation()
  const { data, isPending } = useQuery(guestBoardQuery(isAllTime))
  if (isPending) return <Spinner page />
  if (data === null && session.status === 'guest')
    return <Navigate to="/login" replace state={{ origin: pathname + search + hash, ended: session.ended }} />
  return children
}
