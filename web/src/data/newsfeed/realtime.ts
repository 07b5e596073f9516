import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { useTableChanges } from '../../lib/realtime/table-changes.ts'
import { newsfeedKeys } from './keys.ts'

const TABLES = ['newsfeed_posts', 'newsfeed_comments', 'newsfeed_reactions'] as const

/**
 * Keeps what is loaded of the newsfeed up to date while a screen shows it. The feed itself stays where it is:
 * `freshQuery` patches the loaded posts and tells of new ones.
 */
export function useNewsfeedRealtime(): void {
  const queryClient = useQueryClient()
  const onChange = useCallback(
    () =>
      Promise.all(
        [newsfeedKeys.fresh(), newsfeedKeys.threads()].map((queryKey) =>
          queryClient.invalidateQueries({ queryKey }).catch((error: unknown) => console.error(queryKey, error)),
        ),
      ),
    [queryClient],
  )
  useTableChanges(TABLES, onChange)
}
