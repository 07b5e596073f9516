import { useRef, useState } from 'react'
import { useConnectMutation } from '../../data/network/connect-mutation.ts'

/** Sends connection requests, one at a time for each member; keeps the last failure until it is dismissed. */
export function useConnect(userId: string) {
  const connect = useConnectMutation(userId)
  const asking = useRef(new Set<string>())
  const [failure, setFailure] = useState<unknown>()
  const ask = (memberId: string) => {
    if (asking.current.has(memberId)) return
    asking.current.add(memberId)
    setFailure(undefined)
    // The mutation's state is that of its last request only, but several may be running.
    connect
      .mutateAsync(memberId)
      .catch(setFailure)
      .finally(() => asking.current.delete(memberId))
  }
  return { ask, failure, dismiss: () => setFailure(undefined) }
}
