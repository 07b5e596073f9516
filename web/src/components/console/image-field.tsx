import { useId, useState } from 'react'
import { LIMITS } from '../../../../contract/src/limits.ts'
import { useUserId } from '../../hooks/use-session.ts'
import type { FailedAction } from '../../lib/failure-text.ts'
import { type PhotoBucket, uploadPhoto } from '../../lib/photo/photo-upload.ts'
import { safeLink } from '../../lib/safe-link.ts'
import { Field } from '../ui/field.tsx'
import { PhotoDrop } from '../ui/photo-drop.tsx'
import { TextInput } from '../ui/text-input.tsx'

export interface ImageFieldProps {
  label: string
  /** Address of the image; null or blank when there is none. */
  value: string | null
  onChange: (url: string | null) => void
  /** Of the address input, so that a form can find it. */
  name?: string
  bucket?: PhotoBucket
  /** Width by height of the preview. */
  ratio?: number
  error?: string | undefined
  disabled?: boolean
  /** Names the words for an upload that fails on the way. */
  action?: FailedAction
}

/** An image, uploaded here or lying elsewhere. */
export function ImageField(props: ImageFieldProps) {
  const { label, value, onChange, name, bucket = 'games-images', ratio, error, disabled = false, action } = props
  const id = useId()
  const userId = useUserId()
  // An address that is being typed is not asked for letter by letter.
  const [before, setBefore] = useState<{ value: string | null }>()
  const shown = before ? before.value : value
  return (
    <div className="image-field">
      <PhotoDrop
        label={label}
        value={safeLink(shown) ?? null}
        onChange={onChange}
        upload={(file, watch) => uploadPhoto({ bucket, file, userId: userId ?? '', ...watch })}
        disabled={disabled || userId === undefined}
        {...(ratio !== undefined && { ratio })}
        action={action ?? 'uploadImage'}
      />
      <Field id={`${id}-address`} label="or paste an address" error={error} className="image-address">
        {(control) => (
          <TextInput
            {...control}
            name={name}
            aria-label={`Address of: ${label}`}
            type="url"
            inputMode="url"
            autoComplete="off"
            placeholder="https://"
            maxLength={LIMITS.imageUrl}
            disabled={disabled}
            value={value ?? ''}
            onFocus={() => setBefore({ value })}
            onBlur={() => setBefore(undefined)}
            onChange={(event) => onChange(event.target.value.trim() || null)}
          />
        )}
      </Field>
    </div>
  )
}
