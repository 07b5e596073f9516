import { IMAGE_MAX_BYTES } from '../../../../contract/src/limits.ts'
import { PhotoError } from './photo-error.ts'

const ascii = (bytes: Uint8Array, from: number, to: number) => String.fromCharCode(...bytes.subarray(from, to))

/** True for the first twelve bytes of a JPEG, PNG or WebP file. File names and reported types are unreliable. */
export function isPhoto(bytes: Uint8Array): boolean {
  const jpeg = bytes[0] === 0xff && bytes[1] === 0xd8 && bytes[2] === 0xff
  const png = ascii(bytes, 0, 8) === '\x89PNG\r\n\x1a\n'
  const webp = ascii(bytes, 0, 4) === 'RIFF' && ascii(bytes, 8, 12) === 'WEBP'
  return jpeg || png || webp
}

// The first letters of the brands in Apple's format: heic, heix, heim, hevc and the general mif1, msf1.
const HEIC = /^ftyp(he|m[is]f1)/

/** @throws {PhotoError} `type` or `heic` when the content is not an accepted format, `size` when larger than 5 MB. */
export async function checkPhoto(file: Blob): Promise<void> {
  const head = new Uint8Array(await file.slice(0, 12).arrayBuffer())
  if (!isPhoto(head)) throw new PhotoError(HEIC.test(ascii(head, 4, 12)) ? 'heic' : 'type')
  if (file.size > IMAGE_MAX_BYTES) throw new PhotoError('size')
}
