import { useMutation, useQueryClient } from '@tanstack/react-query'
import { againIfLost } from '../../lib/answer-lost.ts'
import { photoPath } from '../../lib/photo/photo-remove.ts'
import type { UploadWatch } from '../../lib/photo/photo-upload.ts'
import { uploadPhoto } from '../../lib/photo/photo-upload.ts'
import { supabase } from '../../lib/supabase.ts'
import { authKeys } from '../auth/keys.ts'
import { leaderboardKeys } from '../leaderboard/keys.ts'
import { profileKeys } from './keys.ts'
import type { OwnProfile } from './own-profile-query.ts'

/** A picture to upload, with callbacks for its progress. */
export interface PhotoSending {
  file: File
  watch: UploadWatch
}

/** Sets a new avatar and returns its address. Fails with a PhotoError when the picture could not be stored. */
export function useAvatarMutation(userId: string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (sending: PhotoSending) => changeAvatar(userId, sending),
    // The picture would be sent again.
    retry: false,
    onSuccess: async (avatar_url) => {
      queryClient.setQueryData<OwnProfile>(profileKeys.own(userId), (last) => last && { ...last, avatar_url })
      await Promise.all([
        queryClient.invalidateQueries({ queryKey: authKeys.summary(userId) }),
        queryClient.invalidateQueries({ queryKey: leaderboardKeys.all }),
      ])
    },
  })
}

async function changeAvatar(userId: string, { file, watch }: PhotoSending): Promise<string> {
  const client = await supabase()
  const { data: before } = await client.from('profiles').select('avatar_url').eq('id', userId).single().throwOnError()
  // Unused files are removed first. The current avatar's file is removed last: a failed upload must not cost the member
  // their picture.
  await removeOthers(userId, photoPath(before.avatar_url, 'avatars'))
  const url = await uploadPhoto({ bucket: 'avatars', file, userId, ...watch })
  const { data } = await againIfLost(async () =>
    client
      .from('profiles')
      .update({ avatar_url: url, updated_at: new Date().toISOString() })
      .eq('id', userId)
      .select('avatar_url')
      .single()
      .throwOnError(),
  )
  // The avatar has been changed; a remaining file is removed with the next change.
  await removeOthers(userId, photoPath(data.avatar_url, 'avatars')).catch((error: unknown) =>
    console.error('removeOldAvatars', error),
  )
  return data.avatar_url
}

async function removeOthers(userId: string, kept: string | undefined): Promise<void> {
  const bucket = (await supabase()).storage.from('avatars')
  const { data: files, error } = await bucket.list(userId)
  if (error) throw error
  const others = files.map(({ name }) => `${userId}/${name}`).filter((path) => path !== kept)
  if (others.length === 0) return
  const { error: refused } = await bucket.remove(others)
  if (refused) throw refused
}
