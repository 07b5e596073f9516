import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { againIfLost } from '../../lib/answer-lost.ts'
import { supabase } from '../../lib/supabase.ts'
import { convertWeight, type WeightUnit } from '../../lib/weight.ts'
import { authKeys } from '../auth/keys.ts'
import { notificationsKeys } from '../notifications/keys.ts'
import { profileKeys } from '../profile/keys.ts'
import { NotAllSaved, type WelcomePart } from './not-all-saved.ts'

/** The groups of notifications that the page offers; the others are on the page of their settings. */
export const TOLD_GROUPS = ['games', 'replies', 'mentions'] as const
export type ToldGroup = (typeof TOLD_GROUPS)[number]

export interface WelcomeChoices extends Record<ToldGroup, boolean> {
  username: string
  unit: WeightUnit
  /** IANA name. */
  zone: string
  /** A weekly email with what is unread. */
  digest: boolean
}

/** What is stored of the member's profile. */
interface StoredProfile {
  id: string
  username: string
  weight_unit: WeightUnit
  weight_value: number | null
}

/** What is stored of the member's settings. */
interface StoredSettings {
  groups: readonly { name: string; in_app: boolean }[]
  digest: 'off' | 'daily' | 'weekly'
}

/** Whether a group is shown in the app, as it is stored. */
export const isTold = ({ groups }: Pick<StoredSettings, 'groups'>, name: ToldGroup): boolean =>
  groups.find((group) => group.name === name)?.in_app ?? false

/**
 * Saves what was chosen, each part by itself, and then that the page has been seen. Fails with {@link NotAllSaved} if a
 * part could not be saved; a part that is stored already is not sent.
 */
export function useWelcomeMutation(profile: StoredProfile, settings: StoredSettings) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: async (choices: WelcomeChoices) => {
      const causes = new Map<WelcomePart, unknown>()
      const attempt = async (part: WelcomePart, save: () => Promise<void>) => {
        try {
          await againIfLost(save)
        } catch (error) {
          console.error('welcome', part, error)
          causes.set(part, error)
        }
      }
      const parts = partsOf(queries, profile, settings, choices)
      await Promise.all(parts.map(([part, save]) => attempt(part, save)))
      if (causes.size === 0) await attempt('page', () => finish(queries, profile.id))
      if (causes.size > 0) throw new NotAllSaved(causes, causes.size < parts.length)
    },
    // Each part has been repeated by itself.
    retry: false,
  })
}

/** The member goes on without choosing: no device shows the page again. */
export function useSkipWelcomeMutation(userId: string) {
  const queries = useQueryClient()
  return useMutation({ mutationFn: () => finish(queries, userId) })
}

function partsOf(
  queries: QueryClient,
  profile: StoredProfile,
  settings: StoredSettings,
  choices: WelcomeChoices,
): [WelcomePart, () => Promise<void>][] {
  const told = TOLD_GROUPS.filter((name) => choices[name] !== isTold(settings, name))
  const parts: [WelcomePart, boolean, () => Promise<void>][] = [
    ['name', choices.username !== profile.username, () => saveName(queries, profile.id, choices.username)],
    ['unit', choices.unit !== profile.weight_unit, () => saveUnit(queries, profile, choices.unit)],
    // Also the club's own: as the member's choice it stays when the club moves.
    ['zone', true, () => saveTimes(queries, { time_zone: choices.zone })],
    ['told', told.length > 0, () => saveTold(queries, told, choices)],
    [
      'digest',
      choices.digest !== (settings.digest !== 'off'),
      () => saveTimes(queries, { digest: choices.digest ? 'weekly' : 'off' }),
    ],
  ]
  return parts.flatMap(([part, isChanged, save]) => (isChanged ? [[part, save]] : []))
}

async function saveName(queries: QueryClient, userId: string, wanted: string): Promise<void> {
  const client = await supabase()
  const { data } = await client
    .from('profiles')
    .update({ username: wanted, updated_at: new Date().toISOString() })
    .eq('id', userId)
    .select('username')
    .single()
    .throwOnError()
  patchProfile(queries, userId, { username: data.username })
}

async function saveUnit(queries: QueryClient, profile: StoredProfile, unit: WeightUnit): Promise<void> {
  const client = await supabase()
  const { weight_value: weight } = profile
  const { data } = await client
    .from('profiles')
    .update({
      weight_unit: unit,
      ...(weight !== null && { weight_value: convertWeight(weight, profile.weight_unit, unit) }),
      updated_at: new Date().toISOString(),
    })
    .eq('id', profile.id)
    .select('weight_value')
    .single()
    .throwOnError()
  patchProfile(queries, profile.id, { weight_unit: unit, weight_value: data.weight_value })
}

async function saveTimes(
  queries: QueryClient,
  times: { time_zone: string } | { digest: StoredSettings['digest'] },
): Promise<void> {
  const client = await supabase()
  await client.rpc('save_notification_times', times).throwOnError()
  patchSettings(queries, (settings) => ({ ...settings, ...times }))
}

async function saveTold(queries: QueryClient, groups: readonly ToldGroup[], choices: WelcomeChoices): Promise<void> {
  const client = await supabase()
  for (const name of groups) {
    const isOn = choices[name]
    await client.rpc('save_notification_setting', { group_name: name, channel: 'in_app', is_on: isOn }).throwOnError()
    patchSettings(queries, (settings) => ({
      ...settings,
      groups: settings.groups.map((group) => (group.name === name ? { ...group, in_app: isOn } : group)),
    }))
  }
}

async function finish(queries: QueryClient, userId: string): Promise<void> {
  const client = await supabase()
  await client.rpc('finish_welcome').throwOnError()
  const queryKey = authKeys.summary(userId)
  // An answer that is on its way would still say that the member is new.
  await queries.cancelQueries({ queryKey })
  queries.setQueryData<object>(queryKey, (last) => last && { ...last, awaitsWelcome: false })
  // The name may be another one. Not awaited: the next page shows what is known until then.
  queries.invalidateQueries({ queryKey }).catch((error: unknown) => console.error('welcome', error))
}

const patchProfile = (queries: QueryClient, userId: string, change: Partial<StoredProfile>) =>
  queries.setQueryData<StoredProfile>(profileKeys.own(userId), (last) => last && { ...last, ...change })

const patchSettings = (queries: QueryClient, change: (last: StoredSettings) => StoredSettings) =>
  queries.setQueryData<StoredSettings>(notificationsKeys.settings(), (last) => last && change(last))
