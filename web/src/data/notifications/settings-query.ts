import { queryOptions } from '@tanstack/react-query'
import { supabase } from '../../lib/supabase.ts'
import { notificationsKeys } from './keys.ts'

export type Channel = 'in_app' | 'push' | 'email'
export type Digest = 'off' | 'daily' | 'weekly'

export interface NotificationSettings {
  /** By channel, in the order of the screen. */
  groups: ({ name: string } & Record<Channel, boolean>)[]
  /** `22:00`; equal to {@link quiet_until} without quiet hours. */
  quiet_from: string
  quiet_until: string
  /** IANA name. */
  time_zone: string
  digest: Digest
  /** Whether the site sends emails; absent from databases older than this page. */
  has_mail?: boolean
  /** At least one browser of the member receives push messages. */
  has_push: boolean
}

/** Which notifications the viewer receives, on which channels, and when. */
export const notificationSettingsQuery = () =>
  queryOptions({
    queryKey: notificationsKeys.settings(),
    queryFn: async ({ signal }) => {
      const client = await supabase()
      const { data } = await client
        .rpc('my_notification_settings', undefined, { get: true })
        .abortSignal(signal)
        .throwOnError()
      return data as unknown as NotificationSettings
    },
  })
