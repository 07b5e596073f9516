import { IMAGE_MAX_BYTES, PHOTO_MAX_PIXELS } from '../../../../contract/src/limits.ts'

/** Why a photo failed: rejected by the browser (`type`, `heic`, `pixels`, `size`), during the upload, or by the service, or `gone` afterwards. */
export type PhotoErrorKind = keyof typeof TEXT

const TYPE = 'Invalid file type. Please upload a JPEG, PNG, or WebP image.'
const TEXT = {
  type: TYPE,
  heic: 'This phone photo format (HEIC) cannot be shown by every browser. Take a screenshot of the photo and choose that one. To take photos as JPEG from now on, choose Settings, Camera, Formats, Most Compatible on an iPhone, or turn off HEIF or high efficiency pictures in the camera of another phone.',
  damaged: 'This photo is damaged and cannot be read. Please choose another one.',
  pixels: `This photo has more than ${PHOTO_MAX_PIXELS / 1e6} megapixels. Please choose a smaller one, or a screenshot of it.`,
  size: `File too large. Maximum size is ${IMAGE_MAX_BYTES / 1024 / 1024}MB.`,
  gone: 'This photo is no longer stored.',
  network: 'The upload did not get through',
  refused: 'The service refused the photo',
}
const AT_FAULT: readonly PhotoErrorKind[] = ['type', 'heic', 'pixels', 'damaged', 'size', 'gone']

/** A photo that could not be uploaded. When the photo itself is the cause, the message is the text to show. */
export class PhotoError extends Error {
  override name = 'PhotoError'
  kind: PhotoErrorKind
  /** Of the service's refusal. */
  status: number | undefined

  constructor(kind: PhotoErrorKind, options?: ErrorOptions, status?: number) {
    super(TEXT[kind], options)
    this.kind = kind
    this.status = status
  }
}

/** Whether another photo is needed, because every attempt with this one would be refused. */
export function needsAnother(error: unknown): boolean {
  return error instanceof PhotoError && !['size', 'gone'].includes(error.kind) && AT_FAULT.includes(error.kind)
}

/** The text for the member when the photo itself is the cause, otherwise undefined. */
export function photoFault(error: unknown): string | undefined {
  return error instanceof PhotoError && AT_FAULT.includes(error.kind) ? error.message : undefined
}
