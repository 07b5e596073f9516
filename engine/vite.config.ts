import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { defineConfig, type Plugin } from 'vite'
import { buildFunctions } from './build-functions.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const COMPRESSIBLE = /\.(html|js|css|json|webmanifest|txt|svg)$/
const WORTHWHILE_BYTES = 1024

/** Compresses the web app once, as hard as it goes: the engine only picks a variant. The web app is built first. */
function compressWeb(): Plugin {
  let web = ''
  return {
    name: 'compress-web',
    configResolved({ build }) {
      web = join(resolve(root, build.outDir), 'web')
    },
    closeBundle() {
      if (!existsSync(web)) return
      for (const entry of readdirSync(web, { recursive: true, withFileTypes: true })) {
        if (!entry.isFile() || !COMPRESSIBLE.test(entry.name)) continue
        const path = join(entry.parentPath, entry.name)
        const bytes = readFileSync(path)
        if (bytes.length < WORTHWHILE_BYTES) continue
        const params = { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length }
        writeFileSync(`${path}.br`, brotliCompressSync(bytes, { params }))
        writeFileSync(`${path}.gz`, gzipSync(bytes, { level: 9 }))
      }
    },
  }
}

/** `dist` is shared with the web app's build, so each side clears its own part. */
function clearOwnOutput(): Plugin {
  let dist = ''
  return {
    name: 'clear-own-output',
    configResolved({ build }) {
      dist = resolve(root, build.outDir)
    },
    buildStart() {
      for (const folder of ['engine', 'scripts', 'functions'])
        rmSync(join(dist, folder), { recursive: true, force: true })
    },
  }
}

/** The operator's functions, each as one script, beside the engine that runs them. */
function addFunctions(): Plugin {
  let dist = ''
  return {
    name: 'add-functions',
    configResolved({ build }) {
      dist = resolve(root, build.outDir)
    },
    async closeBundle() {
      const source = join(root, 'supabase/functions')
      await buildFunctions({ source, config: join(root, 'supabase/config.toml'), outDir: join(dist, 'functions') })
    },
  }
}

const demo = join(root, 'scripts/demo.ts')

export default defineConfig({
  root,
  publicDir: false,
  plugins: [clearOwnOutput(), compressWeb(), addFunctions()],
  build: {
    ssr: true,
    target: 'node20',
    outDir: join(root, 'dist'),
    emptyOutDir: false,
    sourcemap: true,
    minify: false,
    rollupOptions: {
      input: {
        'engine/main': join(root, 'engine/src/main.ts'),
        ...(existsSync(demo) ? { 'scripts/demo': demo } : {}),
      },
      output: { entryFileNames: '[name].js', chunkFileNames: 'engine/chunks/[name]-[hash].js' },
    },
  },
})
