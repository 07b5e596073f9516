import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { useTableChanges } from '../../lib/realtime/table-changes.ts'
import { liveKeys } from './keys.ts'

const TABLES = ['live_videos'] as const

/** Loads the active video again when an admin changes, starts or ends one, while a screen shows it. */
export function useLiveRealtime(): void {
  const queryClient = useQueryClient()
  const onChange = useCallback(
    () =>
      queryClient.invalidateQueries({ queryKey: liveKeys.all }).catch((error: unknown) => console.error('live', error)),
    [queryClient],
  )
  useTableChanges(TABLES, onChange)
}
