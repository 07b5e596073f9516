import { useMutation } from '@tanstack/react-query'
import { useId, useRef } from 'react'
import { LIMITS } from '../../../../contract/src/limits.ts'
import { fetchPhoto } from '../../lib/photo/photo-fetch.ts'
import { isOwnPicture, pictureFault } from '../../lib/photo/picture-address.ts'
import { isWebLink } from '../../lib/web-link.ts'
import { Button } from '../ui/button.tsx'
import { Field } from '../ui/field.tsx'
import { TextInput } from '../ui/text-input.tsx'
import * as styles from './image-address.module.css'

interface ImageAddressProps {
  label: string
  /** The form's value: an own picture, or the text being typed. */
  value: string | null
  onChange: (url: string | null) => void
  name: string | undefined
  error: string | undefined
}

/** The address of an image. An image on another site is fetched once; the form stores the copy. */
export function ImageAddress({ label, name, value, onChange, error }: ImageAddressProps) {
  const id = useId()
  const latest = useRef(value)
  latest.current = value
  const fetching = useMutation({
    mutationFn: fetchPhoto,
    onSuccess: (url, address) => {
      // Another address may have been typed in the meantime.
      if (latest.current === address) onChange(url)
    },
    onError: (failure) => console.error('fetchPicture', failure),
  })
  const foreign = value !== null && isWebLink(value) && !isOwnPicture(value)
  const start = (address: string) => !fetching.isPending && fetching.mutate(address)
  const tooLong = value && [...value].length > LIMITS.imageUrl ? pictureFault(value) : undefined
  const failed = fetching.isError && fetching.variables === value ? fetching.error.message : undefined
  return (
    <Field
      id={`${id}-address`}
      label="or paste an address"
      error={failed ?? tooLong ?? (foreign && fetching.isPending ? undefined : error)}
      className={styles.field}
    >
      {(control) => (
        <div className={`cluster ${styles.address}`}>
          <TextInput
            {...control}
            name={name}
            aria-label={`Address of: ${label}`}
            type="url"
            inputMode="url"
            autoComplete="off"
            placeholder="https://"
            value={value ?? ''}
            onChange={(event) => {
              const address = event.target.value.trim()
              onChange(address || null)
            }}
            onKeyDown={(event) => {
              if (event.key !== 'Enter' || !foreign) return
              event.preventDefault()
              start(value)
            }}
          />
          {foreign && (
            <Button
              variant="soft"
              size="sm"
              busy={fetching.isPending}
              busyText="Fetching..."
              onClick={() => start(value)}
            >
              Fetch picture
            </Button>
          )}
        </div>
      )}
    </Field>
  )
}
