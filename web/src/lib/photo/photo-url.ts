import { knownConfig } from '../../config/runtime-config.ts'

const OBJECT = '/storage/v1/object/public/'
const RENDITION = '/storage/v1/render/image/public/'

// Few widths, so that each photo is rendered a few times and not once for every screen size.
const WIDTHS = [96, 192, 320, 480, 640, 800, 960, 1280, 1600, 2048] as const
// Renditions are no longer requested after this many photos of which only the original could be shown.
const PROOF_OF_ABSENCE = 3

let onlyOriginals = 0

export interface PhotoBox {
  /** Largest width in CSS pixels at which the photo is shown. */
  width: number
  /** Height in CSS pixels; with `fit: 'cover'` the server cuts to this shape. */
  height?: number | undefined
  fit?: 'cover' | 'contain' | undefined
  /** True when the `img` has `sizes`: the srcset then lists widths, otherwise pixel densities. */
  sized?: boolean | undefined
}

export interface PhotoSource {
  src: string
  srcSet?: string
  /** The uploaded photo itself, for when the rendition cannot be loaded. */
  original: string
}

/**
 * Where to fetch a photo for a box. Photos of the storage service are requested as renditions of the needed width from
 * the currently configured address, whatever their address was at upload; other addresses are left unchanged.
 */
export function photoSrc(url: string, box: PhotoBox): PhotoSource {
  const object = objectPath(url)
  if (object === undefined) return { src: url, original: url }
  const origin = knownConfig()?.url ?? originOf(url)
  const original = `${origin}${OBJECT}${object}`
  if (onlyOriginals >= PROOF_OF_ABSENCE) return { src: original, original }

  const at = (width: number) => `${origin}${RENDITION}${object}?${renditionQuery(width, box)}`
  const single = widthFor(box.width)
  const double = widthFor(box.width * 2)
  const src = at(single)
  if (box.sized) {
    const widths = WIDTHS.filter((width) => width >= Math.min(320, single) && width <= double)
    return { src, srcSet: widths.map((width) => `${at(width)} ${width}w`).join(', '), original }
  }
  return single === double ? { src, original } : { src, srcSet: `${src} 1x, ${at(double)} 2x`, original }
}

/** Reports that a rendition failed and the original loaded, which happens on hosted plans without renditions. */
export function noteOriginalOnly(): void {
  onlyOriginals += 1
}

/**
 * `<bucket>/<path>` of a public address of the storage service, still percent-encoded; undefined for any other address.
 */
export function objectPath(url: string): string | undefined {
  const at = url.indexOf(OBJECT)
  if (at === -1 || !/^(https?:\/\/[^/?#]+)?$/i.test(url.slice(0, at))) return undefined
  const path = url.slice(at + OBJECT.length).replace(/[?#].*$/, '')
  return /^[^/]+\/./.test(path) ? path : undefined
}

const originOf = (url: string) => url.slice(0, url.indexOf(OBJECT))

const widthFor = (needed: number) => WIDTHS.find((width) => width >= needed) ?? WIDTHS[WIDTHS.length - 1] ?? needed

function renditionQuery(width: number, { width: boxWidth, height, fit = 'cover' }: PhotoBox): string {
  // With a width alone some services keep the original's height; `contain` keeps the aspect ratio everywhere.
  if (height === undefined || fit === 'contain') return `width=${width}&resize=contain`
  return `width=${width}&height=${Math.round((width * height) / boxWidth)}&resize=cover`
}
