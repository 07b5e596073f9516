import Camera from 'lucide-react/icons/camera'
import { lazy, Suspense, useRef, useState } from 'react'
import { Spinner } from '../../../components/feedback/spinner.tsx'
import { useToast } from '../../../components/feedback/toast.tsx'
import { Button } from '../../../components/ui/button.tsx'
import { Sheet } from '../../../components/ui/sheet.tsx'
import { useAvatarMutation } from '../../../data/profile/avatar-mutation.ts'
import { usePhotoUpload } from '../../../hooks/use-photo-upload.ts'
import { checkPhoto } from '../../../lib/photo/photo-check.ts'
import { PHOTO_TYPES } from '../../../lib/photo/photo-types.ts'
import { shrinkPhoto } from '../../../lib/photo/photo-upload.ts'
import { UploadFailure } from './upload-failure.tsx'

const AvatarCrop = lazy(async () => ({ default: (await import('./avatar-crop.tsx')).AvatarCrop }))

/** Chooses a picture, crops it to a square and saves it as the member's avatar. */
export function AvatarChange({ userId }: { userId: string }) {
  const picker = useRef<HTMLInputElement>(null)
  const [chosen, setChosen] = useState<File>()
  const [refused, setRefused] = useState<{ file: File; error: unknown }>()
  const toast = useToast()
  const avatar = useAvatarMutation(userId)
  const upload = usePhotoUpload(
    (file, watch) => avatar.mutateAsync({ file, watch }),
    () => {
      setChosen(undefined)
      toast('Avatar updated successfully!')
    },
  )

  const take = async (file: File) => {
    setRefused(undefined)
    upload.cancel()
    try {
      await checkPhoto(file)
      setChosen(file)
    } catch (error) {
      setRefused({ file, error })
    }
  }
  const shrink = async (file: File) => {
    try {
      await take(await shrinkPhoto(file))
    } catch (error) {
      setRefused({ file, error })
    }
  }
  const close = () => {
    upload.cancel()
    setChosen(undefined)
  }

  return (
    <>
      <Button
        variant="line"
        size="sm"
        icon={<Camera className="icon" aria-hidden="true" />}
        onClick={() => picker.current?.click()}
      >
        Change Avatar
      </Button>
      <input
        ref={picker}
        type="file"
        accept={PHOTO_TYPES}
        hidden
        aria-label="Avatar"
        onChange={(event) => {
          const file = event.target.files?.[0]
          if (file) void take(file)
          event.target.value = ''
        }}
      />
      {refused && (
        <UploadFailure
          action="uploadAvatar"
          error={refused.error}
          onRetry={() => void take(refused.file)}
          onShrink={() => void shrink(refused.file)}
          onDismiss={() => setRefused(undefined)}
        />
      )}
      <Sheet open={chosen !== undefined} onClose={close} title="Change Avatar">
        {chosen && (
          <Suspense fallback={<Spinner label="Loading the picture" />}>
            <AvatarCrop
              file={chosen}
              sending={upload.state.phase === 'sending' ? upload.state : undefined}
              failure={
                upload.state.phase === 'failed' && (
                  <UploadFailure
                    action="uploadAvatar"
                    error={upload.state.error}
                    onRetry={upload.retry}
                    onShrink={upload.shrinkAndRetry}
                    onDismiss={upload.cancel}
                  />
                )
              }
              onCut={upload.start}
              onCancel={() => (upload.state.phase === 'sending' ? upload.cancel() : close())}
              onUnreadable={(error) => {
                setChosen(undefined)
                setRefused({ file: chosen, error })
              }}
            />
          </Suspense>
        )}
      </Sheet>
    </>
  )
}
