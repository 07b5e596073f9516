import { fileURLToPath } from 'node:url'
import { build, type Plugin, type Rolldown, runnerImport } from 'vite'
import { buildTarget } from './build-target.ts'

const PLACE = '<!--early-->'
const entry = fileURLToPath(new URL('../src/app/early/start.ts', import.meta.url))
const addresses = fileURLToPath(new URL('../src/app/early/addresses.ts', import.meta.url))

/**
 * Inlines `app/early/start.ts` into the page's head as one small script: the data of the first screen is then requested
 * in parallel with the app's code. The server allows the script by its hash.
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
    plugins: [await finishedAddresses()],
    build: { write: false, target: buildTarget, lib: { entry, formats: ['iife'], name: 'start' } },
  })
  const [output] = (Array.isArray(built) ? built : [built]) as Rolldown.RolldownOutput[]
  const [chunk] = output?.output ?? []
  if (chunk?.type !== 'chunk') throw new Error('early-start: nothing was built')
  if (chunk.code.includes('</script')) throw new Error('early-start: the code would end its own element')
  return chunk.code.trim()
}

/** The addresses of the app's own requests as texts, so that the head does not need the code that builds them. */
async function finishedAddresses(): Promise<Plugin> {
  const { module } = await runnerImport<{ ADDRESSES: Record<string, string> }>(addresses, {
    configFile: false,
    logLevel: 'silent',
  })
  const code = `export const ADDRESSES = ${JSON.stringify(module.ADDRESSES)}`
  return { name: 'finished-addresses', load: (id) => (id === addresses ? code : undefined) }
}
