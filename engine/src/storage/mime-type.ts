/** The types of processed images. */
export type ImageType = 'image/jpeg' | 'image/png' | 'image/webp'

// A browser may render these; every other type is sent as a file to save.
const SERVED_AS_IS =
  /^(image\/(jpeg|png|webp|gif|avif)|(audio|video)\/[\w.+-]+|application\/(json|pdf)|text\/(plain|csv))$/

/** The type without parameters, in lower case; `application/octet-stream` for invalid ones. */
export function essence(mime: string | undefined): string {
  const type = mime?.split(';', 1)[0]?.trim().toLowerCase()
  return type && /^[\w.+-]+\/[\w.+-]+$/.test(type) ? type : 'application/octet-stream'
}

/** A declared type as it is stored: essence and, for text, a harmless charset. */
export function storableType(declared: string | undefined): string {
  const type = essence(declared)
  const charset = /;\s*charset=([\w-]{1,20})\s*$/i.exec(declared ?? '')?.[1]
  return charset && type.startsWith('text/') ? `${type};charset=${charset}` : type
}

/** The type sent with a stored object: from an allow-list, so that stored bytes never become a page. */
export function servedType(stored: unknown): string {
  if (typeof stored !== 'string') return 'application/octet-stream'
  return SERVED_AS_IS.test(essence(stored)) ? storableType(stored) : 'application/octet-stream'
}

/** True when a bucket's list admits the type; the list may contain `image/*` and `*`. No list admits all types. */
export function admits(allowed: readonly string[] | null, mime: string): boolean {
  if (allowed === null || allowed.length === 0) return true
  const type = essence(mime)
  return allowed.some((entry) => {
    const pattern = entry.toLowerCase()
    if (pattern === '*' || pattern === '*/*' || pattern === type) return true
    return pattern.endsWith('/*') && type.startsWith(pattern.slice(0, -1))
  })
}

/** True for a bucket that takes images only: uploads to it are checked by content and re-encoded. */
export function takesImagesOnly(allowed: readonly string[] | null): boolean {
  return allowed !== null && allowed.length > 0 && allowed.every((entry) => entry.toLowerCase().startsWith('image/'))
}
