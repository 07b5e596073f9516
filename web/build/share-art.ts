import { fileURLToPath } from 'node:url'
import sharp from 'sharp'
import type { Plugin } from 'vite'

const art = (path: string) => fileURLToPath(new URL(`../src/${path}`, import.meta.url))

/** The drawings of the app as pictures from which the engine makes those of shared links, in `share/`. */
const PICTURES = {
  'dawn.jpg': () => sharp(art('assets/art/lake-dawn.svg')).resize(1200, 630, { position: 'centre' }),
  'board.jpg': () => sharp(art('assets/art/chart.svg')).resize(520, 520),
  'carp.jpg': () =>
    sharp(art('features/console-games/art/mat.svg'))
      .resize(840, 630)
      .extract({ left: 140, top: 0, width: 560, height: 630 }),
}

/** Emits the pictures; about a third of a second. */
export function shareArt(): Plugin {
  return {
    name: 'share-art',
    async generateBundle() {
      await Promise.all(
        Object.entries(PICTURES).map(async ([name, draw]) => {
          const source = await draw().jpeg({ quality: 88, mozjpeg: true }).toBuffer()
          this.emitFile({ type: 'asset', fileName: `share/${name}`, source })
        }),
      )
    },
  }
}
