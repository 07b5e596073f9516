import type { Plugin } from 'vite'

/**
 * Keeps the styles of CSS modules. The build inlines each class name, so nothing of the module's code remains, and the
 * bundler would then drop its styles, or not load them with a page that shares them with another.
 */
export function cssModules(): Plugin {
  return {
    name: 'css-modules',
    apply: 'build',
    enforce: 'post',
    transform: {
      filter: { id: /\.module\.css$/ },
      handler: (code) => ({ code, map: null, moduleSideEffects: 'no-treeshake' }),
    },
  }
}
