import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { builtinModules } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parse } from 'smol-toml'
import { build, type Plugin } from 'vite'

const checkout = fileURLToPath(new URL('..', import.meta.url))
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
  /** The checkout of the engine. */
  root?: string
  /** Folders in whose `node_modules` packages are looked for, besides the checkout's. */
  packages?: readonly string[]
}

/**
 * Builds each function of a folder into one script without imports, the script that runs them in a worker thread, and
 * `manifest.json`, which names them.
 * @throws {Error} when a function imports what the engine cannot offer.
 */
export async function buildFunctions({
  source,
  config,
  outDir,
  root = checkout,
  packages = [],
}: FunctionsPlace): Promise<void> {
  const sections = functionSections(config)
  const manifest: Record<string, FunctionSettings> = {}
  mkdirSync(outDir, { recursive: true })
  for (const name of namesIn(source)) {
    const settings = sections[name] ?? {}
    if (settings.enabled === false) continue
    manifest[name] = { verifyJwt: settings.verify_jwt !== false }
    const imports = importMap(join(source, name), settings.import_map && join(dirname(config), settings.import_map))
    await bundle({ name, folder: join(source, name), imports, packages: [...packages, root] }, outDir, root)
  }
  await bundleRuntime(outDir, root)
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

interface FunctionSection {
  enabled?: boolean
  verify_jwt?: boolean
  import_map?: string
}

/** The sections `[functions.<name>]`. */
function functionSections(config: string): Record<string, FunctionSection> {
  if (!existsSync(config)) return {}
  const { functions = {} } = parse(readFileSync(config, 'utf8')) as { functions?: Record<string, FunctionSection> }
  return functions
}

/** Names that the function's own `deno.json`, or the file that `config.toml` names, gives to modules. */
function importMap(folder: string, file: string | undefined): Record<string, string> {
  const path = file ?? join(folder, 'deno.json')
  if (!existsSync(path)) return {}
  return (JSON.parse(readFileSync(path, 'utf8')) as { imports?: Record<string, string> }).imports ?? {}
}

interface Source {
  name: string
  folder: string
  imports: Record<string, string>
  /** Folders in whose `node_modules` packages are looked for. */
  packages: readonly string[]
}

async function bundle(source: Source, outDir: string, root: string): Promise<void> {
  const { name } = source
  await build({
    configFile: false,
    root,
    publicDir: false,
    logLevel: 'error',
    plugins: [denoSpecifiers(source)],
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

async function bundleRuntime(outDir: string, root: string): Promise<void> {
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
function denoSpecifiers({ name, folder, imports, packages }: Source): Plugin {
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
        for (const place of packages) {
          const found = await this.resolve(`${packageName}${rest}`, join(place, 'package.json'), { skipSelf: true })
          if (found && !found.external) return found
        }
        throw new Error(`The function ${name} imports ${mapped}, which is not installed`)
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
