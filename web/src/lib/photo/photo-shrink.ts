import { PhotoError } from './photo-error.ts'

/** Longest edge of an uploaded photo, in pixels; the service stores no larger one. */
const LONGEST_EDGE = 2048
const QUALITY = 0.85

const ENDING: Record<string, string> = { 'image/jpeg': 'jpg', 'image/png': 'png', 'image/webp': 'webp' }

// A photo that was drawn here already must not lose quality a second time.
const drawnHere = new WeakSet<Blob>()

/** Marks a photo that was drawn before this page was opened. */
export function alreadyDrawn(file: File): File {
  drawnHere.add(file)
  return file
}

/**
 * Redraws a photo upright and at most 2,048 pixels long: smaller, and without the stored place and camera.
 * @throws {PhotoError} `damaged` when the browser cannot decode it.
 */
export async function shrinkPhoto(file: File): Promise<File> {
  if (drawnHere.has(file)) return file
  const picture = await decodePhoto(file)
  try {
    const { width, height } = fitWithin(picture.width, picture.height, LONGEST_EDGE)
    return await drawPhoto(picture, { x: 0, y: 0, width: picture.width, height: picture.height }, { width, height })
  } finally {
    picture.close()
  }
}

/**
 * The pixels of a photo, upright.
 * @throws {PhotoError} `damaged` when the browser cannot decode it.
 */
export function decodePhoto(file: Blob): Promise<ImageBitmap> {
  // Upright is the default. Safari before 17.2 rejects the option that asks for it.
  return createImageBitmap(file).catch((cause: unknown) => {
    throw new PhotoError('damaged', { cause })
  })
}

export interface Area {
  x: number
  y: number
  width: number
  height: number
}

/** Draws an area of a picture into a new file: WebP, or JPEG in browsers that cannot write WebP. */
export async function drawPhoto(
  picture: CanvasImageSource,
  { x, y, width, height }: Area,
  size: Pick<Area, 'width' | 'height'>,
): Promise<File> {
  const canvas = document.createElement('canvas')
  canvas.width = size.width
  canvas.height = size.height
  const pen = canvas.getContext('2d')
  if (!pen) throw new Error('no canvas')
  pen.imageSmoothingQuality = 'high'
  const draw = () => pen.drawImage(picture, x, y, width, height, 0, 0, size.width, size.height)
  draw()
  let blob = await encoded(canvas, 'image/webp')
  if (blob.type !== 'image/webp') {
    // JPEG has no transparency: transparent areas would turn black.
    pen.fillStyle = '#fff'
    pen.fillRect(0, 0, size.width, size.height)
    draw()
    blob = await encoded(canvas, 'image/jpeg')
  }
  const file = new File([blob], `photo.${fileExtension(blob.type)}`, { type: blob.type })
  drawnHere.add(file)
  return file
}

/**
 * Draws the whole picture into the middle of a white square, as a PNG: mail programmes and home screens show no WebP.
 * @param edge in pixels.
 * @throws {PhotoError} `damaged` when the browser cannot decode it.
 */
export async function squarePicture(file: File, edge: number): Promise<File> {
  const picture = await decodePhoto(file)
  try {
    const canvas = document.createElement('canvas')
    canvas.width = edge
    canvas.height = edge
    const pen = canvas.getContext('2d')
    if (!pen) throw new Error('no canvas')
    pen.imageSmoothingQuality = 'high'
    pen.fillStyle = '#fff'
    pen.fillRect(0, 0, edge, edge)
    const { width, height } = fitWithin(picture.width, picture.height, edge)
    pen.drawImage(picture, (edge - width) / 2, (edge - height) / 2, width, height)
    const square = new File([await encoded(canvas, 'image/png')], 'logo.png', { type: 'image/png' })
    drawnHere.add(square)
    return square
  } finally {
    picture.close()
  }
}

/** The file ending for an image type, without the dot. */
export const fileExtension = (type: string): string => ENDING[type] ?? 'jpg'

/** The largest size of the same shape whose edges are at most `edge` pixels; never larger than the original. */
export function fitWithin(width: number, height: number, edge: number): { width: number; height: number } {
  const scale = Math.min(1, edge / Math.max(width, height))
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) }
}

function encoded(canvas: HTMLCanvasElement, type: string): Promise<Blob> {
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new PhotoError('damaged'))), type, QUALITY)
  })
}
