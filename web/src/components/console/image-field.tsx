import type { FieldPathByValue, FieldValues } from 'react-hook-form'
import { useOffers } from '../../hooks/use-offers.ts'
import { useUserId } from '../../hooks/use-session.ts'
import type { AppForm } from '../../lib/form/plan.ts'
import { uploadPhoto } from '../../lib/photo/photo-upload.ts'
import { ownPicture } from '../../lib/photo/picture-address.ts'
import { useFormField } from '../form/fields.tsx'
import { PhotoDrop } from '../ui/photo-drop.tsx'
import * as styles from './image-address.module.css'
import { ImageAddress } from './image-address.tsx'

export interface ImageFieldProps<In extends FieldValues> {
  form: AppForm<In>
  /** Address of the image; null or blank when there is none. While it is typed it may be any text. */
  name: FieldPathByValue<In, string | null>
  label: string
  /** Width by height of the preview. */
  ratio?: number
  className?: string
}

/** An image, uploaded here, or fetched from an address where the backend supports that. */
export function ImageField<In extends FieldValues>({ form, name, label, ratio, className }: ImageFieldProps<In>) {
  const { value, change, error } = useFormField<string | null>(form, name)
  const userId = useUserId()
  const offers = useOffers()
  const fetches = offers?.fetchPicture === true
  return (
    <div className={className}>
      <PhotoDrop
        label={label}
        // Without the address input beside it, this is the only way to remove an image that cannot be shown.
        value={fetches ? ownPicture(value) : value}
        onChange={change}
        upload={(file, watch) => uploadPhoto({ bucket: 'games-images', file, userId: userId ?? '', ...watch })}
        disabled={userId === undefined}
        {...(ratio !== undefined && { ratio })}
        {...(!fetches && { error })}
        action="uploadImage"
      />
      {(fetches || !offers) && (
        // Until it is known whether there is an address input, its place is kept: the fields below do not move.
        <div className={offers ? undefined : styles.reserved}>
          <ImageAddress label={label} name={name} value={value} onChange={change} error={error} />
        </div>
      )}
    </div>
  )
}
