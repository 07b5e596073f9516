/**
 * The header for `?download` (save under the object's name) and `?download=name`. All unusual characters of the name
 * are percent-encoded, so that no line break or quote reaches the header.
 */
export function contentDisposition(download: string | null): { 'content-disposition'?: string } {
  if (download === null) return {}
  if (download === '') return { 'content-disposition': 'attachment;' }
  const name = encodeURIComponent(download.slice(0, 255).replace(/[\ud800-\udfff]/gu, '_')).replace(
    /['()*!]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return { 'content-disposition': `attachment; filename=${name}; filename*=UTF-8''${name}` }
}
