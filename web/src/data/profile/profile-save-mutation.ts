import { useMutation, useQueryClient } from '@tanstack/react-query'
import { supabase } from '../../lib/supabase.ts'
import { authKeys } from '../auth/keys.ts'
import { leaderboardKeys } from '../leaderboard/keys.ts'
import { profileKeys } from './keys.ts'
import { OWN_COLUMNS, type OwnProfile } from './own-profile-query.ts'

/** The columns that the form sets: all but these. */
export type ProfileEdit = Omit<OwnProfile, 'id' | 'avatar_url' | 'fishing_photos' | 'level' | 'badges'>

/** Saves the member's own profile and returns it as stored, trimmed. */
export function useProfileSaveMutation(profile: OwnProfile) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (edit: ProfileEdit) => saveProfile(profile, edit),
    onSuccess: async (saved) => {
      queryClient.setQueryData(profileKeys.own(profile.id), saved)
      // The name appears in the top bar and in every ranking.
      await Promise.all([
        queryClient.invalidateQueries({ queryKey: authKeys.summary(profile.id) }),
        queryClient.invalidateQueries({ queryKey: leaderboardKeys.all }),
      ])
    },
  })
}

async function saveProfile({ badges, level, ...row }: OwnProfile, edit: ProfileEdit): Promise<OwnProfile> {
  const client = await supabase()
  const { data } = await client
    .from('profiles')
    .upsert({ ...row, ...edit, updated_at: new Date().toISOString() })
    .select(OWN_COLUMNS)
    .single()
    .throwOnError()
  return { ...data, weight_unit: edit.weight_unit, level, badges }
}
