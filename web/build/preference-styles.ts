import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'

const SOURCE = '/src/styles/preferences.css'
const LINK = /<link [^>]*preferences\.css[^>]*>/
const NAME = 'preferences.css'

/**
 * Keeps the styles for what few devices ask for as a file of their own. Vite would merge every linked style sheet into
 * the one that all pages need, whatever its `media`; the link is therefore marked as none of Vite's business.
 */
export function preferenceStyles(): Plugin {
  return {
    name: 'preference-styles',
    apply: 'build',
    buildStart() {
      const css = readFileSync(fileURLToPath(new URL(`..${SOURCE}`, import.meta.url)), 'utf8')
      const source = css.replace(/\/\*.*?\*\//gs, '').replace(/\s+/g, ' ')
      this.emitFile({ type: 'asset', name: NAME, source: source.replace(/ ?([{};,]) ?/g, '$1').trim() })
    },
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle = {} }) {
        const file = Object.values(bundle).find((one) => one.type === 'asset' && one.names.includes(NAME))
        const [link] = html.match(LINK) ?? []
        if (!file || !link) throw new Error(`preference-styles: the page does not link ${SOURCE}`)
        // Last in the head: with equal selectors these styles come after those that they change.
        return html.replace(link, '').replace('</head>', `${link.replace(SOURCE, `/${file.fileName}`)}</head>`)
      },
    },
  }
}
