import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { builtinModules } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build, type Plugin } from 'vite'

const root = fileURLToPath(new URL('..', import.meta.url))
const ENTRY = 'function:'
const BUILTIN = new RegExp(`^(node:.*|(${builtinModules.join('|')})(/.*)?)$`)

/** What the engine has to know about a function before it runs it. */
interface FunctionSettings {
  /** Whether callers need a session or a key of the site. */
  verifyJwt: boolean
}

export interface FunctionsPlace {
  /** A folder with a folder for each function, as `supabase/functions`. */
  source: string
  /** The `config.toml` that names the functions. */
  config: string
  outDir: string
}

/**
 * Builds each function of a folder into one script without imports, the script that runs them in a worker thread, and
 * `manifest.json`, which names them.
 * @throws {Error} when a function imports what the engine cannot offer.
 */
export async function buildFunctions({ source, config, outDir }: FunctionsPlace): Promise<void> {
  const toml = existsSync(config) ? readFileSync(config, 'utf8') : ''
  const manifest: Record<string, FunctionSettings> = {}
  mkdirSync(outDir, { recursive: true })
  for (const name of namesIn(source)) {
    const settings = readSettings(toml, name)
    if (settings.enabled === 'false') continue
    manifest[name] = { verifyJwt: settings.verify_jwt !== 'false' }
    await bundle(name, join(source, name), importMap(join(source, name), settings.import_map), outDir)
  }
  await bundleRuntime(outDir)
  writeFileSync(join(outDir, 'manifest.json'), `${JSON.stringify(manifest, null, 2)}\n`)
}

/** Folders that begin with `_` hold code that functions share, as with the Supabase CLI. */
function namesIn(source: string): string[] {
  if (!existsSync(source)) return []
  return readdirSync(source, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && /^[A-Za-z][\w-]*$/.test(entry.name))
    .map(({ name }) => name)
    .filter((name) => existsSync(join(source, name, 'index.ts')))
    .sort()
}

/** The values of `[functions.<name>]`, as text: lines `key = value`, which is all that this section may hold. */
function readSettings(toml: string, name: string): Record<string, string> {
  const values: Record<string, string> = {}
  let isHere = false
  for (const line of toml.split('\n')) {
    const [, section] = /^\s*\[([^\]]+)\]/.exec(line) ?? []
    if (section !== undefined) isHere = section.replaceAll('"', '') === `functions.${name}`
    const [, key, value] = /^\s*(\w+)\s*=\s*"?([^"#]*?)"?\s*(?:#.*)?$/.exec(line) ?? []
    if (isHere && key !== undefined && value !== undefined) values[key] = value
  }
  return values
}

/** Names that the function's own `deno.json`, or the file that `config.toml` names, gives to modules. */
function importMap(folder: string, file: string | undefined): Record<string, string> {
  const path = file === undefined ? join(folder, 'deno.json') : join(root, 'supabase', file)
  if (!existsSync(path)) return {}
  return (JSON.parse(readFileSync(path, 'utf8')) as { imports?: Record<string, string> }).imports ?? {}
}

async function bundle(name: string, folder: string, imports: Record<string, string>, outDir: string): Promise<void> {
  await build({
    configFile: false,
    root,
    publicDir: false,
    logLevel: 'error',
    plugins: [denoSpecifiers(name, folder, imports)],
    // A script has no `import.meta`.
    define: { 'import.meta.url': JSON.stringify(`file:///functions/${name}/index.ts`), 'import.meta.main': 'true' },
    ssr: { target: 'webworker', noExternal: true },
    build: {
      ssr: true,
      target: 'es2023',
      outDir,
      emptyOutDir: false,
      minify: false,
      rollupOptions: {
        input: `${ENTRY}${name}`,
        output: { format: 'es', entryFileNames: `${name}.js`, codeSplitting: false },
      },
    },
  })
}

async function bundleRuntime(outDir: string): Promise<void> {
  await build({
    configFile: false,
    root,
    publicDir: false,
    logLevel: 'error',
    ssr: { noExternal: true },
    build: {
      ssr: true,
      target: 'node20',
      outDir,
      emptyOutDir: false,
      minify: false,
      rollupOptions: {
        input: join(root, 'engine/src/functions/runtime/main.ts'),
        // Packages in the runtime keep what is hidden from functions.
        transform: {
          inject: {
            process: 'node:process',
            Buffer: ['node:buffer', 'Buffer'],
            setImmediate: ['node:timers', 'setImmediate'],
          },
        },
        output: { format: 'es', entryFileNames: 'runtime.mjs', codeSplitting: false },
      },
    },
  })
}

/**
 * Resolves imports as Deno writes them: `npm:` and `jsr:` to the installed package of that name, whatever the version,
 * and types to nothing. The function's default export is handed to the runtime.
 */
function denoSpecifiers(name: string, folder: string, imports: Record<string, string>): Plugin {
  return {
    name: 'deno-specifiers',
    enforce: 'pre',
    async resolveId(specifier, importer) {
      if (specifier === `${ENTRY}${name}`) return `\0${specifier}`
      const mapped = imports[specifier] ?? specifier
      if (/\.d\.ts$/.test(mapped)) return '\0types-only'
      if (/^https?:/.test(mapped))
        throw new Error(`The function ${name} imports ${mapped}: only npm: and jsr: can be used`)
      if (BUILTIN.test(mapped)) throw new Error(`The function ${name} imports ${mapped}, which is not offered here`)
      const [, packageName, rest = ''] = /^(?:npm|jsr):\/?((?:@[^/]+\/)?[^/@]+)(?:@[^/]*)?(\/.*)?$/.exec(mapped) ?? []
      if (packageName !== undefined) {
        const found = await this.resolve(`${packageName}${rest}`, join(root, 'package.json'), { skipSelf: true })
        if (!found || found.external) throw new Error(`The function ${name} imports ${mapped}, which is not installed`)
        return found
      }
      return mapped === specifier ? undefined : await this.resolve(mapped, importer, { skipSelf: true })
    },
    load(id) {
      if (id === '\0types-only') return 'export {}'
      if (id !== `\0${ENTRY}${name}`) return undefined
      const file = JSON.stringify(join(folder, 'index.ts'))
      return `import * as handler from ${file}\nglobalThis[Symbol.for('function.exports')](handler)\n`
    },
  }
}
