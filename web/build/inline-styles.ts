import type { Plugin } from 'vite'

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
        let found = 0
        const page = html.replace(LINK, (_, name: string) => {
          const file = bundle[name]
          if (file?.type !== 'asset') throw new Error(`inline-styles: ${name} is not in the bundle`)
          found += 1
          delete bundle[name]
          for (const chunk of Object.values(bundle))
            if (chunk.type === 'chunk') chunk.viteMetadata?.importedCss.delete(name)
          return `<style>${String(file.source).trim()}</style>`
        })
        if (found === 0) throw new Error('inline-styles: the page has no style sheet')
        return page
      },
    },
  }
}
