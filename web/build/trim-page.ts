import type { Plugin } from 'vite'

/**
 * Removes indentation and comments from `index.html` before other plugins insert their parts: the page must fit the
 * first packets of an answer.
 */
export function trimPage(): Plugin {
  return {
    name: 'trim-page',
    apply: 'build',
    transformIndexHtml: {
      order: 'pre',
      handler: (html) =>
        html
          .replace(/^\s*\/\/ .*\n/gm, '')
          .replace(/^\s+/gm, '')
          .replaceAll(' />', '/>'),
    },
  }
}
