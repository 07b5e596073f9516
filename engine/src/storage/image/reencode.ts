import { createReadStream } from 'node:fs'
import { open, writeFile } from 'node:fs/promises'
import sharp, { type Metadata, type Sharp } from 'sharp'
import { messageOf } from '../../kernel/errors.ts'
import { storageErrors } from '../errors.ts'
import type { ImageType } from '../mime-type.ts'
import { IMAGE_LIMITS } from './image-limits.ts'
import { SNIFF_BYTES, sniffType } from './sniff.ts'

// Each worker of the queue is one thread; the pixels of a photo are never needed twice.
sharp.concurrency(1)
sharp.cache(false)

/**
 * Opens an image file safely: first frame only, pixels limited, broken data refused. libvips looks at the time limit
 * after each row and in the WebP encoder, but not while mozjpeg works on the whole picture after its last row:
 * {@link encodeAs} limits that work by the picture's size.
 */
export function openImage(input: string | Buffer): Sharp {
  const guard = { limitInputPixels: IMAGE_LIMITS.pixels, unlimited: false, failOn: 'warning' } as const
  return sharp(input, { ...guard, pages: 1, sequentialRead: true }).timeout({ seconds: IMAGE_LIMITS.seconds })
}

/** The type according to the first bytes of a file. */
export async function sniffFile(path: string): Promise<string> {
  const file = await open(path, 'r')
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(SNIFF_BYTES), 0, SNIFF_BYTES, 0)
    return sniffType(buffer.subarray(0, bytesRead))
  } finally {
    await file.close()
  }
}

/**
 * Checks that a file is an image within the limits, decoding only its header.
 * @throws {StorageError} 415 for another type or a broken header, 413 for too many pixels or scans.
 */
export async function inspectImage(path: string): Promise<ImageType> {
  const type = await sniffFile(path)
  if (!isImageType(type)) throw storageErrors.invalidMimeType(type)
  const header = await sharp(path, { limitInputPixels: false, pages: 1 })
    .metadata()
    .catch(() => {
      throw storageErrors.unreadableImage()
    })
  if (`image/${header.format}` !== type) throw storageErrors.unreadableImage()
  const pixels = Math.min(IMAGE_LIMITS.pixels, IMAGE_LIMITS.heldBytes / heldBytesPerPixel(header))
  if (header.width * header.height > pixels) throw storageErrors.tooManyPixels(Math.floor(pixels / 1_000_000))
  if (type === 'image/jpeg' && (await hasTooManyScans(path))) throw storageErrors.imageTooSlow()
  return type
}

/**
 * What the decoder keeps of each pixel until the whole picture is decoded: coefficients of two bytes of a progressive
 * JPEG, the samples of an interlaced PNG and of every WebP. Other pictures are decoded row by row.
 */
function heldBytesPerPixel({ format, isProgressive, channels, depth, chromaSubsampling }: Metadata): number {
  if (format === 'webp') return 4
  if (!isProgressive) return 0
  if (format === 'jpeg') return 2 * (chromaSubsampling === '4:2:0' ? 1.5 : channels)
  return channels * (depth === 'ushort' ? 2 : 1)
}

/** The marker before each scan of a JPEG, ITU-T T.81, B.2.3; the data of a scan cannot contain it. */
const START_OF_SCAN = Buffer.from([0xff, 0xda])

/**
 * Whether a JPEG has more scans than any encoder writes. Each costs the decoder a pass over all blocks and the sender a few
 * bytes, and the time limit is first looked at when the last one is decoded.
 */
async function hasTooManyScans(path: string): Promise<boolean> {
  let scans = 0
  let lastByte = Buffer.alloc(0)
  for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) {
    const bytes = Buffer.concat([lastByte, chunk])
    for (let at = bytes.indexOf(START_OF_SCAN); at >= 0; at = bytes.indexOf(START_OF_SCAN, at + 2)) {
      scans += 1
      if (scans > IMAGE_LIMITS.scans) return true
    }
    lastByte = bytes.subarray(-1)
  }
  return false
}

/**
 * Re-encodes an inspected image in its own format: orientation applied, first frame, at most 2048 px per edge,
 * sRGB. Only the pixels are kept; EXIF, GPS, XMP, comments and appended data are dropped.
 * @throws {StorageError} 415 when the pixels cannot be decoded.
 */
export async function reencode(from: string, to: string, type: ImageType): Promise<void> {
  const { edge } = IMAGE_LIMITS
  const image = openImage(from)
    .autoOrient()
    .resize({ width: edge, height: edge, fit: 'inside', withoutEnlargement: true })
  // Encoded in memory first, so that a full disk does not look like a broken picture.
  const encoded = await encodeAs(image, type).toBuffer().catch(refuseImage)
  await writeFile(to, encoded, { flag: 'wx', mode: 0o600 })
}

/**
 * Turns an error of sharp into a refusal of ours.
 * @throws {StorageError} always: 413 when the time limit was reached, else 415.
 */
export function refuseImage(error: unknown): never {
  throw /^timeout/.test(messageOf(error)) ? storageErrors.imageTooSlow() : storageErrors.unreadableImage()
}

/** How an image is encoded. */
export interface Encoding {
  /** 1 to 100, for JPEG and WebP. */
  quality: number
  /** For WebP, 0 to 6: more time for fewer bytes. */
  effort: number
  /** For JPEG and PNG: several times the time for 8 to 17 % fewer bytes. A noisy picture of 4 megapixels takes seconds. */
  thorough: boolean
}

/** Stored images are encoded once and read for years. */
const FOR_STORING: Encoding = { quality: 82, effort: 4, thorough: true }

/** Sets the output format; sharp writes no metadata by default. */
export function encodeAs(image: Sharp, type: ImageType, { quality, effort, thorough }: Encoding = FOR_STORING): Sharp {
  // Table 3 is mozjpeg's own and costs nothing.
  if (type === 'image/jpeg')
    return image.jpeg(thorough ? { quality, mozjpeg: true } : { quality, quantisationTable: 3 })
  // Level 8 takes 5 s for noise of three colours, level 7 takes 1.8 s and 0.4 to 3 % more bytes.
  if (type === 'image/png') return image.png({ compressionLevel: thorough ? 7 : 5 })
  return image.webp({ quality, effort })
}

export function isImageType(type: string): type is ImageType {
  return type === 'image/jpeg' || type === 'image/png' || type === 'image/webp'
}
