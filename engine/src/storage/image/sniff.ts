/** The number of first bytes that {@link sniffType} needs at most. */
export const SNIFF_BYTES = 64

/**
 * The media type according to the first bytes, whatever the name and the header say.
 * @returns `application/octet-stream` when they match no known type.
 */
export function sniffType(head: Uint8Array): string {
  const ascii = Buffer.from(head.buffer, head.byteOffset, head.byteLength).toString('latin1')
  if (ascii.startsWith('\xff\xd8\xff')) return 'image/jpeg'
  if (ascii.startsWith('\x89PNG\r\n\x1a\n')) return 'image/png'
  if (ascii.startsWith('RIFF') && ascii.slice(8, 12) === 'WEBP') return 'image/webp'
  if (ascii.startsWith('GIF87a') || ascii.startsWith('GIF89a')) return 'image/gif'
  if (ascii.startsWith('%PDF-')) return 'application/pdf'
  if (ascii.slice(4, 8) === 'ftyp') return /^(avif|avis)/.test(ascii.slice(8)) ? 'image/avif' : isoType(ascii)
  if (ascii.startsWith('II*\0') || ascii.startsWith('MM\0*')) return 'image/tiff'
  if (ascii.startsWith('BM')) return 'image/bmp'
  const text = ascii
    .replace(/^\xef\xbb\xbf/, '')
    .trimStart()
    .toLowerCase()
  if (text.startsWith('<svg')) return 'image/svg+xml'
  if (text.startsWith('<?xml')) return text.includes('<svg') ? 'image/svg+xml' : 'application/xml'
  if (text.startsWith('<!doctype html') || text.startsWith('<html') || text.startsWith('<script')) return 'text/html'
  return 'application/octet-stream'
}

function isoType(ascii: string): string {
  return /^(heic|heix|mif1|msf1|hevc)/.test(ascii.slice(8)) ? 'image/heic' : 'video/mp4'
}
