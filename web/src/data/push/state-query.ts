import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { notificationsKeys } from '../notifications/keys.ts'
import { pushKeys } from './keys.ts'
import { pushState, turnPushOff, turnPushOn } from './subscription.ts'

/** Whether this browser shows push messages; the member may have changed this in the browser's own settings. */
export const pushStateQuery = () =>
  queryOptions({ queryKey: pushKeys.state(), queryFn: pushState, staleTime: 0, networkMode: 'always' })

/** Turns push on or off in this browser. */
export function usePushMutation() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (isOn: boolean) => (isOn ? turnPushOn() : turnPushOff()),
    onSuccess: (state) => {
      queries.setQueryData(pushKeys.state(), state)
      // The settings contain whether any device has push turned on.
      return queries.invalidateQueries({ queryKey: notificationsKeys.settings() })
    },
    onError: () => queries.invalidateQueries({ queryKey: pushKeys.state() }),
  })
}
