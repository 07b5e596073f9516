import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { chunkGroups, chunkName } from './build/chunks.ts'
import { consoleApart } from './build/console-apart.ts'
import { earlyStart } from './build/early-start.ts'
import { fetchEarly } from './build/fetch-early.ts'
import { firstPaint } from './build/first-paint.ts'
import { inlineStyles } from './build/inline-styles.ts'
import { offlineWorker } from './build/offline-worker.ts'
import { textFont } from './build/text-font.ts'

const backend = 'http://127.0.0.1:3000'
const root = fileURLToPath(new URL('.', import.meta.url))

export default defineConfig({
  root,
  base: '/',
  plugins: [
    react(),
    textFont(),
    firstPaint(),
    inlineStyles(),
    earlyStart(),
    fetchEarly(),
    consoleApart(),
    offlineWorker(),
  ],
  build: {
    outDir: '../dist/web',
    emptyOutDir: true,
    target: 'es2022',
    // Every browser of the target knows module preloading.
    modulePreload: { polyfill: false },
    rolldownOptions: { output: { chunkFileNames: chunkName, codeSplitting: { groups: chunkGroups } } },
  },
  server: {
    port: 5173,
    proxy: {
      '/rest': backend,
      '/auth': backend,
      '/storage': backend,
      '/realtime': { target: backend, ws: true },
      '/config.json': backend,
    },
  },
})
