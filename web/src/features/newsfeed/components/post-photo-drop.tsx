import { PhotoDrop, type PhotoDropProps } from '../../../components/ui/photo-drop.tsx'
import { uploadPhoto } from '../../../lib/photo/photo-upload.ts'

export interface PostPhotoDropProps extends Pick<PhotoDropProps, 'value' | 'disabled' | 'onChange' | 'first'> {
  userId: string
  /** Called when an upload begins (1) and when it has ended (-1). */
  onUpload: (change: 1 | -1) => void
}

/** The photo of a new post. */
export default function PostPhotoDrop({ userId, onUpload, ...rest }: PostPhotoDropProps) {
  return (
    <PhotoDrop
      label="Photo"
      action="uploadNewsfeedImage"
      ratio={4 / 3}
      {...rest}
      upload={async (file, options) => {
        onUpload(1)
        try {
          return await uploadPhoto({ bucket: 'newsfeed-images', file, userId, ...options })
        } finally {
          onUpload(-1)
        }
      }}
    />
  )
}
