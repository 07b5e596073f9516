import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { supabase } from '../../lib/supabase.ts'
import { notificationsKeys } from './keys.ts'
import { unreadQuery } from './unread-query.ts'

/**
 * Marks the notifications about what a page shows as read, whichever way its reader came; also those that arrive while
 * it is visible. No request is sent while the reader has none unread.
 * @param path the address of what is shown, with names not escaped; undefined until it is shown.
 */
export function useReadHere(path: string | undefined): void {
  const queries = useQueryClient()
  const { data: unread = 0 } = useQuery({ ...unreadQuery(), enabled: path !== undefined })
  // What the last call left unread is about other things.
  const left = useRef('')
  useEffect(() => {
    if (path === undefined || unread === 0 || left.current === `${unread} ${path}`) return
    const read = async () => {
      const client = await supabase()
      const { data } = await client.rpc('mark_notifications_read', { path }).throwOnError()
      left.current = `${data} ${path}`
      queries.setQueryData(notificationsKeys.unread(), data)
      await queries.invalidateQueries({ queryKey: notificationsKeys.lists() })
    }
    const readInSight = () => {
      if (document.visibilityState === 'hidden') return
      document.removeEventListener('visibilitychange', readInSight)
      // They stay unread, which the bell still says.
      read().catch((error: unknown) => console.warn('notifications', error))
    }
    document.addEventListener('visibilitychange', readInSight)
    readInSight()
    return () => document.removeEventListener('visibilitychange', readInSight)
  }, [path, unread, queries])
}
