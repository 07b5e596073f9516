import type { Plugin } from 'vite'

const PLACE = '<!-- styles -->'
const LINK = /<link rel="stylesheet"[^>]*href="\/([^"]+\.css)"[^>]*>\s*/g

/**
 * Inlines the styles that every page needs: the first paint then waits for one answer instead of two.
 * The server allows them by their hash.
 */
export function inlineStyles(): Plugin {
  return {
    name: 'inline-styles',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle = {} }) {
        const styles: string[] = []
        const page = html.replace(LINK, (_, name: string) => {
          const file = bundle[name]
          if (file?.type !== 'asset') throw new Error(`inline-styles: ${name} is not in the bundle`)
          delete bundle[name]
          for (const chunk of Object.values(bundle))
            if (chunk.type === 'chunk') chunk.viteMetadata?.importedCss.delete(name)
          return styles.push(String(file.source).trim()) === 1 ? PLACE : ''
        })
        if (styles.length === 0) throw new Error('inline-styles: the page has no style sheet')
        // In one element: the policy names a hash for each.
        return page.replace(PLACE, () => `<style>${styles.join('')}</style>`)
      },
    },
  }
}
