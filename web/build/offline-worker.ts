import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build, type Plugin, type ResolvedConfig, type Rolldown } from 'vite'
import { membersChunks } from './console-apart.ts'

const WORKER = fileURLToPath(new URL('../src/sw/worker.ts', import.meta.url))

// Letters that few members write are loaded when a text contains them.
const NOT_STORED = /mona-sans-(?!basic|more)/

/**
 * Builds `sw.js` with the list of the app's files: the page, every chunk that members load, its styles, art and fonts.
 * The page has the same build's name, so that it recognises a worker of its own version.
 */
export function offlineWorker(): Plugin {
  let config: ResolvedConfig
  let name = ''
  return {
    name: 'offline-worker',
    apply: 'build',
    configResolved(resolved) {
      config = resolved
    },
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle = {} }) {
        name = digest(
          [
            html,
            ...Object.keys(bundle)
              .filter((file) => !file.endsWith('.html'))
              .sort(),
          ].join('\n'),
        )
        return [{ tag: 'meta', attrs: { name: 'build', content: name }, injectTo: 'head' }]
      },
    },
    async writeBundle({ dir = '' }, bundle) {
      const page = readFileSync(join(dir, 'index.html'), 'utf8')
      const list = [
        { url: '/', revision: digest(page) },
        // Their names have a hash in them.
        ...appFiles(bundle).map((file) => ({ url: `/${file}`, revision: null })),
      ]
      await build({
        configFile: false,
        root: config.root,
        logLevel: 'warn',
        publicDir: false,
        define: {
          __PRECACHE__: JSON.stringify(list),
          __BUILD__: JSON.stringify(name),
          'process.env.NODE_ENV': '"production"',
        },
        build: {
          outDir: dir,
          emptyOutDir: false,
          target: config.build.target,
          modulePreload: false,
          rolldownOptions: { input: WORKER, output: { format: 'iife', entryFileNames: 'sw.js' } },
        },
      })
    },
  }
}

/** Files of the app by name: chunks first, then the files that they use. */
function appFiles(bundle: Rolldown.OutputBundle): string[] {
  const files = new Set<string>()
  for (const { fileName, viteMetadata } of membersChunks(bundle)) {
    files.add(fileName)
    for (const name of viteMetadata?.importedCss ?? []) files.add(name)
    for (const name of viteMetadata?.importedAssets ?? []) if (!NOT_STORED.test(name)) files.add(name)
  }
  return [...files].sort()
}

const digest = (text: string) => createHash('sha256').update(text).digest('base64url').slice(0, 16)
