import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
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

/**
 * Switches a channel of a group on or off: shown at once, and reverted if it cannot be saved. From then on, quiet hours
 * are in this device's time zone.
 */
export function useChoiceMutation() {
  const queries = useQueryClient()
  return useMutation({
    scope: SCOPE,
    mutationFn: async ({ group, channel, isOn }: Choice) => {
      const client = await supabase()
      await client.rpc('save_notification_setting', { group_name: group, channel, is_on: isOn }).throwOnError()
      const time_zone = deviceZone()
      if (queries.getQueryData<NotificationSettings>(KEY)?.time_zone === time_zone) return
      // The switch is saved: should this fail, the next change saves the zone.
      const { error } = await client.rpc('save_notification_times', { time_zone })
      if (!error) patch(queries, (settings) => ({ ...settings, time_zone }))
    },
    onMutate: (choice) => {
      const change = (isOn: boolean) =>
        patch(queries, (settings) => ({
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
  const queries = useQueryClient()
  return useMutation({
    scope: SCOPE,
    mutationFn: async ({ from, until, digest }: Times) => {
      const client = await supabase()
      await client
        .rpc('save_notification_times', {
          ...(from !== undefined && { quiet_from: from }),
          ...(until !== undefined && { quiet_until: until }),
          ...(digest !== undefined && { digest }),
          time_zone: deviceZone(),
        })
        .throwOnError()
    },
    onMutate: ({ from, until, digest }) => {
      const before = queries.getQueryData<NotificationSettings>(KEY)
      patch(queries, (settings) => ({
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

function patch(queries: QueryClient, change: (settings: NotificationSettings) => NotificationSettings): void {
  queries.setQueryData<NotificationSettings>(KEY, (settings) => settings && change(settings))
}
