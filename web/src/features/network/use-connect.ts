import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useConnectMutation } from '../../data/network/connect-mutation.ts'
import { connectionsQuery } from '../../data/network/connections-query.ts'

interface Failure {
  memberId: string
  error: unknown
}

/**
 * Sends connection requests, one at a time for each member. Keeps the last failure until it is dismissed, or until the
 * members turn out to be connected or the request to be there: only its answer was lost.
 */
export function useConnect(userId: string) {
  const connect = useConnectMutation(userId)
  const asking = useRef(new Set<string>())
  const [failure, setFailure] = useState<Failure>()
  const ask = (memberId: string) => {
    if (asking.current.has(memberId)) return
    asking.current.add(memberId)
    setFailure(undefined)
    // The mutation's state is that of its last request only, but several may be running.
    connect
      .mutateAsync(memberId)
      .catch((error: unknown) => setFailure({ memberId, error }))
      .finally(() => asking.current.delete(memberId))
  }
  const standing = useQuery(connectionsQuery(userId)).data?.[failure?.memberId ?? '']
  const done = standing === 'connected' || standing === 'requested'
  return { ask, failure: done ? undefined : failure?.error, dismiss: () => setFailure(undefined) }
}
