import { useEffect } from 'react'
import { useOnline } from '../../hooks/use-online.ts'
import type { SendNow } from './send-and-tell.ts'

/** Milliseconds between attempts, as on the other pages. */
const AGAIN_MS = 30_000

/**
 * Sends what waits while the journal is open and there is a line. The other pages know of it by a note in local storage,
 * which may be full or refused. Once in any case: a deletion that is to be carried out is not shown as waiting.
 */
export function useSendWaiting(send: SendNow, waits: boolean): void {
  const online = useOnline()
  useEffect(() => {
    if (!online) return
    void send()
    if (!waits) return
    const timer = setInterval(() => void send(), AGAIN_MS)
    return () => clearInterval(timer)
  }, [online, waits, send])
}
