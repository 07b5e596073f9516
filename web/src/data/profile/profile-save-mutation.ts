import { useMutation, useQueryClient } from '@tanstack/react-query'
import { supabase } from '../../lib/supabase.ts'
import { authKeys } from '../auth/keys.ts'
import { leaderboardKeys } from '../leaderboard/keys.ts'
import { profileKeys } from './keys.ts'
import type { OwnProfile } from './own-profile-query.ts'

/** What the form decides; the rest of the row goes along unchanged. */
export type ProfileEdit = Pick<OwnProfile, 'username' | 'bio' | 'weight_value' | 'weight_unit' | 'fishing_area'>

/** Saves the member's own profile and answers it as the database kept it, trimmed. */
export function useProfileSaveMutation(profile: OwnProfile) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (edit: ProfileEdit) => saveProfile(profile, edit),
    onSuccess: async (saved) => {
      queryClient.setQueryData(profileKeys.own(profile.id), saved)
      // The name stands in the top bar and in every ranking.
      await Promise.all([
        queryClient.invalidateQueries({ queryKey: authKeys.summary(profile.id) }),
        queryClient.invalidateQueries({ queryKey: leaderboardKeys.all }),
      ])
    },
  })
}

async function saveProfile({ badges, ...row }: OwnProfile, edit: ProfileEdit): Promise<OwnProfile> {
  const client = await supabase()
  const { data } = await client
    .from('profiles')
    .upsert({ ...row, ...edit, updated_at: new Date().toISOString() })
    .select('username, bio, avatar_url, fishing_photos, weight_value, fishing_area')
    .single()
    .throwOnError()
  return { ...row, ...data, weight_unit: edit.weight_unit, badges }
}

interface DatabaseFailure {
  code: string
  message: string
}

function isDatabaseFailure(error: unknown): error is DatabaseFailure {
  return typeof error === 'object' && error !== null && 'code' in error && 'message' in error
}

/** What the database says is wrong with the username, or undefined when it is not the username. */
export function usernameRefusal(error: unknown): 'taken' | 'invalid' | undefined {
  if (!isDatabaseFailure(error)) return undefined
  if (error.code === '23505') return 'taken'
  return error.code === '23514' && error.message.includes('profiles_username_valid') ? 'invalid' : undefined
}
