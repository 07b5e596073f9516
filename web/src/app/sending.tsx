import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useToast } from '../components/feedback/toast.tsx'
import { WAITING } from '../lib/own-device.ts'

/** Milliseconds between attempts while something is left: a browser does not notice every line that is back. */
const AGAIN_MS = 30_000

function mayWait(userId: string): boolean {
  try {
    return localStorage.getItem(WAITING + userId) !== null
  } catch {
    return false
  }
}

/**
 * Sends the catches of a member that wait on this device: when the app is opened, is shown again, or has a line again.
 * Without such catches no more code is loaded. Renders nothing.
 */
export function Sending({ userId }: { userId: string }) {
  const queries = useQueryClient()
  const toast = useToast()
  useEffect(() => {
    const send = async () => {
      if (document.visibilityState !== 'visible' || !navigator.onLine || !mayWait(userId)) return
      try {
        const { sendAndTell } = await import('../features/journal/send-and-tell.ts')
        await sendAndTell(userId, queries, toast)
      } catch (error) {
        console.warn('waiting catches', error)
      }
    }
    const now = () => void send()
    now()
    const timer = setInterval(now, AGAIN_MS)
    addEventListener('online', now)
    document.addEventListener('visibilitychange', now)
    return () => {
      clearInterval(timer)
      removeEventListener('online', now)
      document.removeEventListener('visibilitychange', now)
    }
  }, [userId, queries, toast])
  return null
}
