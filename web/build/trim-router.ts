import type { Plugin } from 'vite'

/**
 * Lets the build drop the components of react-router that the app does not use. The bundler treats their display names
 * and unmarked calls as side effects, and would keep those components with everything that they call.
 */
export function trimRouter(): Plugin {
  return {
    name: 'trim-router',
    apply: 'build',
    transform: {
      filter: { id: /\/node_modules\/react-router\/dist\/production\/chunk-[^/]+\.mjs$/ },
      handler: (code) => ({
        code: code
          .replace(/^\w+\.displayName = ".*";$/gm, '')
          .replace(/^(var \w+ = )(?=React\d*\.(forwardRef|createContext|memo)\()/gm, '$1/* @__PURE__ */ '),
        map: null,
      }),
    },
  }
}
