import * as z from 'zod/mini'
import { LIMITS } from '../../../../contract/src/limits.ts'
import type { NotificationSettings } from '../../data/notifications/settings-query.ts'
import type { OwnProfile } from '../../data/profile/own-profile-query.ts'
import { isTold, type WelcomeChoices } from '../../data/welcome/welcome-mutations.ts'
import { text } from '../../lib/form/schema.ts'

/** What a new member may choose. The database validates it again. */
export const welcomeSchema = z.object({
  username: text(LIMITS.username, {
    missing: 'Username is required',
    long: `Username must be at most ${LIMITS.username} characters long`,
  }),
  unit: z.enum(['kg', 'lbs']),
  zone: z.string(),
  games: z.boolean(),
  replies: z.boolean(),
  mentions: z.boolean(),
  digest: z.boolean(),
})

/** What the page opens with: what is stored, and the time zone of this device. */
export const choicesOf = (profile: OwnProfile, settings: NotificationSettings): WelcomeChoices => ({
  username: profile.username,
  unit: profile.weight_unit,
  zone: new Intl.DateTimeFormat().resolvedOptions().timeZone,
  games: isTold(settings, 'games'),
  replies: isTold(settings, 'replies'),
  mentions: isTold(settings, 'mentions'),
  digest: settings.digest !== 'off',
})
