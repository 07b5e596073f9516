import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { buildTarget } from './build/build-target.ts'
import { chunkGroups, chunkName } from './build/chunks.ts'
import { classNames } from './build/class-names.ts'
import { consoleApart } from './build/console-apart.ts'
import { cssModules } from './build/css-modules.ts'
import { earlyStart } from './build/early-start.ts'
import { fetchEarly } from './build/fetch-early.ts'
import { firstPaint } from './build/first-paint.ts'
import { inlineStyles } from './build/inline-styles.ts'
import { offlineWorker } from './build/offline-worker.ts'
import { preferenceStyles } from './build/preference-styles.ts'
import { shareArt } from './build/share-art.ts'
import { textFont } from './build/text-font.ts'
import { trimPage } from './build/trim-page.ts'
import { trimRouter } from './build/trim-router.ts'

// Every first page lists the style sheets, too, so each character counts.
const ASSET_NAME = 'assets/[name]-[hash:6][extname]'
const ROUTER = '../node_modules/react-router/dist/production/index.mjs'
const backend = 'http://127.0.0.1:3000'
const root = fileURLToPath(new URL('.', import.meta.url))

export default defineConfig(({ command }) => ({
  root,
  base: '/',
  plugins: [
    react(),
    cssModules(),
    textFont(),
    shareArt(),
    trimPage(),
    trimRouter(),
    preferenceStyles(),
    firstPaint(),
    inlineStyles(),
    earlyStart(),
    fetchEarly(),
    consoleApart(),
    offlineWorker(),
  ],
  resolve: {
    // The package names its development build for bundlers, whatever they build for; the other one is smaller.
    alias: [{ find: /^react-router$/, replacement: fileURLToPath(new URL(ROUTER, import.meta.url)) }],
  },
  css: { modules: { generateScopedName: classNames(root, command === 'serve') } },
  build: {
    outDir: '../dist/web',
    emptyOutDir: true,
    target: buildTarget,
    // Every browser of the target knows module preloading.
    modulePreload: { polyfill: false },
    rolldownOptions: {
      optimization: { inlineConst: true },
      output: {
        chunkFileNames: chunkName,
        assetFileNames: ASSET_NAME,
        codeSplitting: { groups: chunkGroups },
      },
    },
  },
  server: {
    port: 5173,
    proxy: {
      '/rest': backend,
      '/auth': backend,
      '/storage': backend,
      '/realtime': { target: backend, ws: true },
      '/share/own': backend,
      '/config.json': backend,
    },
  },
}))
