import { IMAGE_MAX_BYTES } from '../../../../contract/src/limits.ts'
import { PhotoError } from './photo-error.ts'

/** What a file picker is to offer. */
export const PHOTO_TYPES = 'image/jpeg,image/png,image/webp'

const ascii = (bytes: Uint8Array, from: number, to: number) => String.fromCharCode(...bytes.subarray(from, to))

/** True for the first twelve bytes of a JPEG, PNG or WebP file. Names and types given by the system say little. */
export function isPhoto(bytes: Uint8Array): boolean {
  const jpeg = bytes[0] === 0xff && bytes[1] === 0xd8 && bytes[2] === 0xff
  const png = ascii(bytes, 0, 8) === '\x89PNG\r\n\x1a\n'
  const webp = ascii(bytes, 0, 4) === 'RIFF' && ascii(bytes, 8, 12) === 'WEBP'
  return jpeg || png || webp
}

/** @throws {PhotoError} `type` when the content is no photo we take, `size` when it is larger than 5 MB. */
export async function checkPhoto(file: Blob): Promise<void> {
  if (!isPhoto(new Uint8Array(await file.slice(0, 12).arrayBuffer()))) throw new PhotoError('type')
  if (file.size > IMAGE_MAX_BYTES) throw new PhotoError('size')
}
