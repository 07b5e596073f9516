import type { Plugin } from 'vite'

/**
 * Names the text font and the client's chunk in the page's head. Both are found only by reading other files first
 * (the style sheet, the entry), which would cost a round trip each.
 */
export function fetchEarly(): Plugin {
  return {
    name: 'fetch-early',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(_html, { bundle = {} }) {
        const files = Object.values(bundle)
        const font = files.find(({ fileName }) => /mona-sans-latin-wdth-normal.*\.woff2$/.test(fileName))
        const client = files.find(
          (file) => file.type === 'chunk' && file.facadeModuleId?.includes('@supabase/supabase-js'),
        )
        if (!font || !client) throw new Error('fetch-early: font or client chunk is not in the bundle')
        return [
          {
            tag: 'link',
            attrs: { rel: 'preload', href: `/${font.fileName}`, as: 'font', type: 'font/woff2', crossorigin: '' },
            injectTo: 'head',
          },
          {
            tag: 'link',
            attrs: { rel: 'modulepreload', href: `/${client.fileName}`, crossorigin: '' },
            injectTo: 'head',
          },
        ]
      },
    },
  }
}
