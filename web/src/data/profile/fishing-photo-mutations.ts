import { useMutation, useQueryClient } from '@tanstack/react-query'
import { againIfLost } from '../../lib/answer-lost.ts'
import { PhotoRemoveError, photoPath, removePhoto } from '../../lib/photo/photo-remove.ts'
import { uploadPhoto } from '../../lib/photo/photo-upload.ts'
import { supabase } from '../../lib/supabase.ts'
import type { PhotoSending } from './avatar-mutation.ts'
import { profileKeys } from './keys.ts'
import type { OwnProfile } from './own-profile-query.ts'

const BUCKET = 'fishing-photos'

/** Appends a fishing photo and returns its address. Fails with a PhotoError when it could not be stored. */
export function useFishingPhotoAddMutation(userId: string) {
  const showPhotos = useShowPhotos(userId)
  return useMutation({
    mutationFn: async ({ file, watch }: PhotoSending) => {
      const url = await uploadPhoto({ bucket: BUCKET, file, userId, ...watch })
      try {
        const added = (photos: string[]) => (photos.includes(url) ? photos : [...photos, url])
        showPhotos(await againIfLost(() => changePhotos(userId, added)))
      } catch (error) {
        // A file that no profile names would be invisible to its owner and still public.
        await removePhoto(url, BUCKET).catch((left: unknown) => console.error('removeUnusedPhoto', left))
        throw error
      }
      return url
    },
    // The photo would be sent again.
    retry: false,
  })
}

/**
 * Removes a fishing photo from the profile, on screen at once, and deletes its file. Fails with a PhotoRemoveError when
 * the file remains: the profile no longer shows it, and the service removes it later.
 */
export function useFishingPhotoRemoveMutation(userId: string) {
  const queryClient = useQueryClient()
  const showPhotos = useShowPhotos(userId)
  const queryKey = profileKeys.own(userId)
  return useMutation({
    mutationFn: async (url: string) => {
      if (photoPath(url, BUCKET) === undefined) throw new PhotoRemoveError('invalidImageUrl')
      // The profile first: a file that it names cannot be removed.
      showPhotos(await changePhotos(userId, (photos) => photos.filter((photo) => photo !== url)))
      await removePhoto(url, BUCKET)
    },
    onMutate: async (url) => {
      await queryClient.cancelQueries({ queryKey })
      queryClient.setQueryData<OwnProfile>(
        queryKey,
        (last) => last && { ...last, fishing_photos: last.fishing_photos.filter((photo) => photo !== url) },
      )
    },
    onError: () => queryClient.invalidateQueries({ queryKey }),
  })
}

function useShowPhotos(userId: string) {
  const queryClient = useQueryClient()
  return (fishing_photos: string[]) =>
    queryClient.setQueryData<OwnProfile>(profileKeys.own(userId), (last) => last && { ...last, fishing_photos })
}

// The list may have changed in another window, so the change is applied to the database's version.
async function changePhotos(userId: string, change: (photos: string[]) => string[]): Promise<string[]> {
  const client = await supabase()
  const { data: now } = await client.from('profiles').select('fishing_photos').eq('id', userId).single().throwOnError()
  const { data } = await client
    .from('profiles')
    .update({ fishing_photos: change(now.fishing_photos), updated_at: new Date().toISOString() })
    .eq('id', userId)
    .select('fishing_photos')
    .single()
    .throwOnError()
  return data.fishing_photos
}
