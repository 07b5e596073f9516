import { createHash } from 'node:crypto'
import { z } from 'zod'
import { weightsOf } from '../../http/weights.ts'
import { storageErrors } from '../errors.ts'
import type { ImageType } from '../mime-type.ts'
import { IMAGE_LIMITS } from './image-limits.ts'
import { encodeAs, isImageType, openImage, refuseImage } from './reencode.ts'
import { SNIFF_BYTES, sniffType } from './sniff.ts'

const edge = z.coerce.number().int().min(1).max(IMAGE_LIMITS.edge).optional()
const schema = z.object({
  width: edge,
  height: edge,
  resize: z.enum(['cover', 'contain', 'fill']).default('cover'),
  quality: z.coerce.number().int().min(20).max(100).default(80),
  format: z.enum(['origin']).optional(),
})

// Half the time of the default 4 for 5 % more bytes, so that a WebP is made faster than a JPEG while the client waits
// (docs/decisions/014-renditions-as-webp.md).
const WEBP_EFFORT = 2

/** Edges in pixels, quality 20 to 100. */
export type TransformOptions = z.infer<typeof schema>

/**
 * Parses transform options, from a query or from the body of a signing call.
 * @throws {StorageError} 400 for a value out of range.
 */
export function parseTransform(values: unknown): TransformOptions {
  const parsed = schema.safeParse(values)
  if (parsed.success) return parsed.data
  const issue = parsed.error.issues[0]
  throw storageErrors.invalidRequest(`${issue?.path.join('.')}: ${issue?.message}`)
}

/** The options as a query string for {@link parseTransform}. */
export function transformQuery(options: TransformOptions): string {
  const given = Object.entries(options).filter(([, value]) => value !== undefined)
  return new URLSearchParams(given.map(([name, value]): [string, string] => [name, String(value)])).toString()
}

/** Describes the transformation as upstream's image server does. */
export function describeTransform({ width, height, resize, quality }: TransformOptions): string {
  const type = { cover: 'fill', contain: 'fit', fill: 'force' }[resize]
  const size = [width && `width:${width}`, height && `height:${height}`].filter(Boolean)
  return [...size, `resizing_type:${type}`, `quality:${quality}`].join(',')
}

/**
 * WebP for a client that names it in Accept and gives it a weight, the stored format otherwise or on request. As for upstream's image server,
 * `*\/*` does not name it.
 */
export function renditionType(stored: ImageType, options: TransformOptions, accept = ''): ImageType {
  return options.format !== 'origin' && weightsOf(accept).get('image/webp') ? 'image/webp' : stored
}

/** Digest of everything that determines the bytes of a rendition. */
export function renditionName(options: TransformOptions, type: ImageType): string {
  return createHash('sha256')
    .update(`${type} ${describeTransform(options)}`)
    .digest('hex')
    .slice(0, 32)
}

/**
 * Renders an image, never larger than the original.
 * @throws {StorageError} 415 for bytes that are not such an image, whatever the row says: sharp would also read SVG.
 */
export async function renderImage(input: Buffer, options: TransformOptions, type: ImageType): Promise<Buffer> {
  if (!isImageType(sniffType(input.subarray(0, SNIFF_BYTES)))) throw storageErrors.unreadableImage()
  const { width, height, quality } = options
  // Sharp crops or distorts only with two edges given; with one, the other follows from the ratio.
  const fit = options.resize === 'contain' || !width || !height ? 'inside' : options.resize
  const original = await openImage(input).metadata().catch(refuseImage)
  const { pixels, quality: thoroughTo } = IMAGE_LIMITS.thorough
  const thorough = quality <= thoroughTo && renderedPixels(original.autoOrient, { width, height, fit }) <= pixels
  const image = openImage(input).autoOrient().resize({ width, height, fit, withoutEnlargement: true })
  return await encodeAs(image, type, { quality, effort: WEBP_EFFORT, thorough }).toBuffer().catch(refuseImage)
}

interface Size {
  width: number
  height: number
}

/** The pixels of a rendition, at most. */
function renderedPixels(original: Size, { width, height, fit }: Partial<Size> & { fit: string }): number {
  const across = Math.min(1, (width ?? original.width) / original.width)
  const down = Math.min(1, (height ?? original.height) / original.height)
  const share = fit === 'inside' ? Math.min(across, down) ** 2 : across * down
  return original.width * original.height * share
}
