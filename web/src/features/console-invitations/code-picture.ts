/** The edge of the saved picture in pixels, enough for a poster. */
export const CODE_EDGE = 1024

/**
 * Where a code is drawn on the picture: each module has the same whole number of pixels, so that its edges are sharp, and
 * the rest is margin.
 * @param modules along one edge, with the quiet zone.
 */
export function placeOfCode(modules: number): { module: number; start: number } {
  const module = Math.max(1, Math.floor(CODE_EDGE / modules))
  return { module, start: Math.floor((CODE_EDGE - module * modules) / 2) }
}

/**
 * A QR code as a PNG picture, black on white.
 * @param dark its modules row by row, with the quiet zone.
 * @throws if the browser has no canvas, or makes no picture of it.
 */
export async function codePicture(dark: readonly (readonly boolean[])[]): Promise<Blob> {
  const canvas = document.createElement('canvas')
  canvas.width = CODE_EDGE
  canvas.height = CODE_EDGE
  const pen = canvas.getContext('2d')
  if (!pen) throw new Error('no canvas')
  pen.fillStyle = 'white'
  pen.fillRect(0, 0, CODE_EDGE, CODE_EDGE)
  pen.fillStyle = 'black'
  const { module, start } = placeOfCode(dark.length)
  for (const [row, line] of dark.entries())
    for (const [column, isDark] of line.entries())
      if (isDark) pen.fillRect(start + column * module, start + row * module, module, module)
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('no picture'))), 'image/png')
  })
}
