/** Of the mark, in CSS pixels. */
const MARK = 96
const GROUNDS = { light: '#f3f6f1', dark: '#07100e' } as const
/** In CSS pixels; narrower screens are those of phones, on which the installed app stays upright. */
const TABLET = 600

/**
 * Gives the page start images, which iOS shows of an installed app until the page has painted. iOS takes them when the
 * app is put on the home screen, and only those of exactly the screen's size: they are drawn for this screen.
 * https://developer.apple.com/library/archive/documentation/AppleApplications/Reference/SafariWebContent/ConfiguringWebApplications/ConfiguringWebApplications.html
 */
export async function addStartImages(): Promise<void> {
  const mark = new Image()
  // The club's logo, where it has one.
  mark.src = document.querySelector<HTMLLinkElement>('link[rel="icon"]')?.href ?? '/mark.svg'
  await mark.decode()
  const { width, height } = screen
  const sides = [Math.min(width, height), Math.max(width, height)] as const
  const forms = [{ orientation: 'portrait', width: sides[0], height: sides[1] }]
  if (sides[0] >= TABLET) forms.push({ orientation: 'landscape', width: sides[1], height: sides[0] })
  for (const { orientation, ...size } of forms)
    for (const scheme of ['light', 'dark'] as const) {
      const link = document.createElement('link')
      link.rel = 'apple-touch-startup-image'
      link.media = `(orientation: ${orientation}) and (prefers-color-scheme: ${scheme})`
      link.href = await drawn(mark, size, GROUNDS[scheme])
      document.head.append(link)
    }
}

async function drawn(mark: HTMLImageElement, size: { width: number; height: number }, ground: string): Promise<string> {
  const canvas = document.createElement('canvas')
  canvas.width = size.width * devicePixelRatio
  canvas.height = size.height * devicePixelRatio
  const paper = canvas.getContext('2d')
  if (!paper) throw new Error('no canvas')
  paper.fillStyle = ground
  paper.fillRect(0, 0, canvas.width, canvas.height)
  const side = MARK * devicePixelRatio
  paper.drawImage(mark, (canvas.width - side) / 2, (canvas.height - side) / 2, side, side)
  // Encoding in the background; an address of a blob would end with the page.
  const picture = await new Promise<Blob | null>((done) => canvas.toBlob(done, 'image/png'))
  if (!picture) throw new Error('no picture')
  return await new Promise((done, failed) => {
    const reader = new FileReader()
    reader.onload = () => done(String(reader.result))
    reader.onerror = () => failed(reader.error)
    reader.readAsDataURL(picture)
  })
}
