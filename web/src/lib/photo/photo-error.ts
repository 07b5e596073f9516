import { IMAGE_MAX_BYTES } from '../../../../contract/src/limits.ts'

/** Why a photo was not taken: by the browser before (`type`, `size`), on the way, or by the service. */
export type PhotoErrorKind = 'type' | 'size' | 'network' | 'refused'

const TEXT: Record<PhotoErrorKind, string> = {
  type: 'Invalid file type. Please upload a JPEG, PNG, or WebP image.',
  size: `File too large. Maximum size is ${IMAGE_MAX_BYTES / 1024 / 1024}MB.`,
  network: 'The upload did not get through',
  refused: 'The service refused the photo',
}

/** A photo that could not be uploaded. For `type` and `size` the message is the text to show. */
export class PhotoError extends Error {
  override name = 'PhotoError'
  kind: PhotoErrorKind

  constructor(kind: PhotoErrorKind, options?: ErrorOptions) {
    super(TEXT[kind], options)
    this.kind = kind
  }
}

/** The text for the member when the photo itself is at fault, undefined when it is not. */
export function photoFault(error: unknown): string | undefined {
  return error instanceof PhotoError && (error.kind === 'type' || error.kind === 'size') ? error.message : undefined
}
