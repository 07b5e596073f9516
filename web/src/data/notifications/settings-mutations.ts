import { useMutation, useQueryClient } from '@tanstack/react-query'
import { againIfLost } from '../../lib/answer-lost.ts'
import { supabase } from '../../lib/supabase.ts'
import { notificationsKeys } from './keys.ts'
import type { Channel, Digest, NotificationSettings } from './settings-query.ts'

export interface Choice {
  group: string
  channel: Channel
  isOn: boolean
}

/** Quiet hours and digest; omitted values stay unchanged. */
export interface Times {
  from?: string
  until?: string
  digest?: Digest
}

const KEY = notificationsKeys.settings()
// One after the other: the last choice of a switch that is pressed twice must win.
const SCOPE = { id: 'notification-settings' }

/** What the changes have in common: they are saved in turn, and the last one to end shows what is stored. */
function useSaving() {
  const queries = useQueryClient()
  const options = {
    mutationKey: KEY,
    scope: SCOPE,
    // A failed change may be stored all the same. Not awaited: without a connection the answer would come much later.
    onSettled: () => {
      if (queries.isMutating({ mutationKey: KEY }) > 1) return
      queries.invalidateQueries({ queryKey: KEY }).catch((error: unknown) => console.error('settings', error))
    },
  }
  const patch = (change: (settings: NotificationSettings) => NotificationSettings) =>
    queries.setQueryData<NotificationSettings>(KEY, (settings) => settings && change(settings))
  /** Shows a change at once; an answer that is on its way would take it back. */
  const show: typeof patch = (change) => {
    queries.cancelQueries({ queryKey: KEY }).catch((error: unknown) => console.error('settings', error))
    return patch(change)
  }
  return { queries, options, patch, show }
}

/**
 * Switches a channel of a group on or off: shown at once, and reverted if it cannot be saved. From then on, quiet hours
 * are in this device's time zone.
 */
export function useChoiceMutation() {
  const { queries, options, patch, show } = useSaving()
  return useMutation({
    ...options,
    mutationFn: async ({ group, channel, isOn }: Choice) => {
      const client = await supabase()
      await againIfLost(async () =>
        client.rpc('save_notification_setting', { group_name: group, channel, is_on: isOn }).throwOnError(),
      )
      const time_zone = deviceZone()
      if (queries.getQueryData<NotificationSettings>(KEY)?.time_zone === time_zone) return
      // The switch is saved: should this fail, the next change saves the zone.
      const { error } = await client.rpc('save_notification_times', { time_zone })
      if (!error) patch((settings) => ({ ...settings, time_zone }))
    },
    onMutate: (choice) => {
      const change = (isOn: boolean) =>
        show((settings) => ({
          ...settings,
          groups: settings.groups.map((each) =>
            each.name === choice.group ? { ...each, [choice.channel]: isOn } : each,
          ),
        }))
      change(choice.isOn)
      return () => change(!choice.isOn)
    },
    onError: (_, __, undo) => undo?.(),
  })
}

/** Changes quiet hours or digest, with the time zone of this device. */
export function useTimesMutation() {
  const { queries, options, show } = useSaving()
  return useMutation({
    ...options,
    mutationFn: async ({ from, until, digest }: Times) => {
      const client = await supabase()
      const times = {
        ...(from !== undefined && { quiet_from: from }),
        ...(until !== undefined && { quiet_until: until }),
        ...(digest !== undefined && { digest }),
        time_zone: deviceZone(),
      }
      await againIfLost(async () => client.rpc('save_notification_times', times).throwOnError())
    },
    onMutate: ({ from, until, digest }) => {
      const before = queries.getQueryData<NotificationSettings>(KEY)
      show((settings) => ({
        ...settings,
        quiet_from: from ?? settings.quiet_from,
        quiet_until: until ?? settings.quiet_until,
        digest: digest ?? settings.digest,
        time_zone: deviceZone(),
      }))
      return before
    },
    onError: (_, __, before) => queries.setQueryData(KEY, before),
  })
}

/** The IANA name of this device's time zone. */
export const deviceZone = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone
