import { fileURLToPath } from 'node:url'
import { build, type Plugin, type Rolldown } from 'vite'

const PLACE = '<!--early-->'
const entry = fileURLToPath(new URL('../src/app/early/start.ts', import.meta.url))

/**
 * Puts `app/early/start.ts` into the page's head as one small script: what the first screen needs from the backend is
 * then asked for beside the app's code. The server allows it by its hash.
 */
export function earlyStart(): Plugin {
  return {
    name: 'early-start',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      async handler(html) {
        if (!html.includes(PLACE)) throw new Error(`early-start: index.html has no ${PLACE}`)
        const code = await bundle()
        return html.replace(PLACE, () => `<script>${code}</script>`)
      },
    },
  }
}

async function bundle(): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: 'silent',
    build: { write: false, target: 'es2022', lib: { entry, formats: ['iife'], name: 'start' } },
  })
  const [output] = (Array.isArray(built) ? built : [built]) as Rolldown.RolldownOutput[]
  const [chunk] = output?.output ?? []
  if (chunk?.type !== 'chunk') throw new Error('early-start: nothing was built')
  if (chunk.code.includes('</script')) throw new Error('early-start: the code would end its own element')
  return chunk.code.trim()
}
