import { imageDimensionsFromStream } from 'image-dimensions'
import { IMAGE_MAX_BYTES, PHOTO_MAX_PIXELS } from '../../../../contract/src/limits.ts'
import { PhotoError } from './photo-error.ts'

const ascii = (bytes: Uint8Array, from: number, to: number) => String.fromCharCode(...bytes.subarray(from, to))

// The first letters of the brands in Apple's format: heic, heix, heim, hevc and the general mif1, msf1.
const HEIC = /^ftyp(he|m[is]f1)/

/** The format of a photo, by the first twelve bytes of its file; file names and reported types are unreliable. */
export function photoType(bytes: Uint8Array): 'image/jpeg' | 'image/png' | 'image/webp' | 'image/heic' | undefined {
  if (bytes[0] === 0xff && bytes[1] === 0xd8 && bytes[2] === 0xff) return 'image/jpeg'
  if (ascii(bytes, 0, 8) === '\x89PNG\r\n\x1a\n') return 'image/png'
  if (ascii(bytes, 0, 4) === 'RIFF' && ascii(bytes, 8, 12) === 'WEBP') return 'image/webp'
  return HEIC.test(ascii(bytes, 4, 12)) ? 'image/heic' : undefined
}

/**
 * Reads the head of a photo; nothing is decoded. A file of a few kilobytes can hold as many pixels as a device has memory.
 * @throws {PhotoError} `type` or `heic` when the content is not an accepted format, `damaged` when it does not say how large
 * the picture is, `pixels` when a browser could not hold it, `size` when the file is larger than 5 MB.
 */
export async function checkPhoto(file: Blob): Promise<void> {
  const type = photoType(new Uint8Array(await file.slice(0, 12).arrayBuffer()))
  if (type === undefined) throw new PhotoError('type')
  if (type === 'image/heic') throw new PhotoError('heic')
  const edges = await imageDimensionsFromStream(file.stream())
  if (!edges) throw new PhotoError('damaged')
  if (edges.width * edges.height > PHOTO_MAX_PIXELS) throw new PhotoError('pixels')
  if (file.size > IMAGE_MAX_BYTES) throw new PhotoError('size')
}
