import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { parseEnv } from 'node:util'
import { type EngineConfig, type ProjectBucket, readConfig } from '../config.ts'
import { StartError } from '../kernel/errors.ts'
import { PASSWORD_SETS } from '../kernel/password-sets.ts'
import { bytesOf, type ConfigFile, readConfigFile, redirectPattern } from './config-file.ts'
import { LOCAL_KEYS } from './local-keys.ts'

/** The port of the Supabase CLI's local stack. */
const PORT = 54_321
const LOOPBACK = ['127.0.0.1', '::1', 'localhost']

export interface ReadProject {
  config: EngineConfig
  /** The folder `supabase` of the project. */
  folder: string
  /** Settings of the project that have no effect, one line each. */
  notes: string[]
}

/**
 * Reads a Supabase project: `supabase/config.toml`, and where its migrations, seeds and functions are. Environment variables
 * of the engine have precedence over the file. The keys are those of the Supabase CLI's local stack, so that the project's own
 * code finds what it is configured for.
 * @param path the project's folder, or its folder `supabase`.
 * @throws {StartError} one line for the operator.
 */
export function readProject(path: string, env: NodeJS.ProcessEnv): ReadProject {
  const folder = supabaseFolder(path)
  const file = join(folder, 'config.toml')
  const variables = { ...variablesIn(join(folder, '.env')), ...env }
  const { config, notes } = readConfigFile(existsSync(file) ? readFileSync(file, 'utf8') : '', file, variables)
  const settings = readConfig({ ...settingsOf(config, folder), ...env })
  if (!LOOPBACK.includes(settings.host) && usesLocalKeys(settings))
    throw new StartError(
      `With HOST=${settings.host} others can reach the engine: set JWT_SECRET, SUPABASE_PUBLISHABLE_KEY and ` +
        'SUPABASE_SECRET_KEY, because the keys of a local project are known to everybody',
    )
  const { api = {}, auth = {}, db = {} } = config
  return {
    folder,
    notes,
    config: {
      ...settings,
      functionsFolder: join(settings.dataDir, 'functions'),
      functionsEnvFile: settings.functionsEnvFile ?? join(folder, 'functions/.env'),
      confirmEmail: auth.email?.enable_confirmations ?? false,
      rest: { ...settings.rest, ...(api.max_rows !== undefined && { maxRows: api.max_rows }) },
      project: {
        name: config.project_id ?? basename(dirname(folder)),
        isLocal: usesLocalKeys(settings),
        migrationsFolder: db.migrations?.enabled === false ? '' : join(folder, 'migrations'),
        seeds: db.seed?.enabled === false ? [] : (db.seed?.sql_paths ?? ['./seed.sql']).flatMap(filesAt(folder)),
        exposesNewTables: api.auto_expose_new_tables ?? false,
        buckets: bucketsOf(config, file),
        auth: {
          homeUrl: auth.site_url ?? 'http://127.0.0.1:3000',
          redirects: (auth.additional_redirect_urls ?? []).map(redirectPattern),
          jwtSeconds: auth.jwt_expiry ?? 3600,
          passwords: {
            minBytes: auth.minimum_password_length ?? 6,
            sets: PASSWORD_SETS[auth.password_requirements ?? ''],
          },
        },
      },
    },
  }
}

function supabaseFolder(path: string): string {
  const folder = resolve(path)
  for (const candidate of [join(folder, 'supabase'), folder])
    if (['config.toml', 'migrations'].some((name) => existsSync(join(candidate, name)))) return candidate
  throw new StartError(`${folder} is no Supabase project: it has no supabase/config.toml and no supabase/migrations`)
}

function variablesIn(file: string): Record<string, string | undefined> {
  return existsSync(file) ? parseEnv(readFileSync(file, 'utf8')) : {}
}

/** The settings of the file for which the engine has environment variables. */
function settingsOf({ api = {}, auth = {} }: ConfigFile, folder: string): NodeJS.ProcessEnv {
  // The list may name schemas of platform services that are not here, and those that are never exposed.
  const schemas = ['public', ...(api.schemas ?? [])].filter((name) => name !== 'graphql_public' && name !== 'storage')
  return {
    PORT: String(api.port ?? PORT),
    // The Supabase CLI's own folder for such data, which its .gitignore names.
    DATA_DIR: join(folder, '.temp/bankside'),
    EXPOSED_SCHEMAS: [...new Set(schemas)].map(quoted).join(','),
    PGRST_DB_EXTRA_SEARCH_PATH: (api.extra_search_path ?? ['public', 'extensions']).map(quoted).join(','),
    DISABLE_SIGNUP: String(auth.enable_signup === false),
    ANONYMOUS_SIGN_INS: String(auth.enable_anonymous_sign_ins === true),
    // As in the local stack.
    REALTIME_PUBLIC_CHANNELS: 'true',
    ...LOCAL_KEYS,
  }
}

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`

function usesLocalKeys({ jwtSecret, publishableKey, secretKey }: EngineConfig): boolean {
  const known: (string | undefined)[] = Object.values(LOCAL_KEYS)
  return [jwtSecret, publishableKey, secretKey].some((key) => known.includes(key))
}

/** The files of a path in which the last part may have `*`, in the order of their names. */
function filesAt(folder: string): (path: string) => string[] {
  return (path) => {
    const whole = resolve(folder, path)
    if (!whole.includes('*')) return existsSync(whole) ? [whole] : []
    const place = dirname(whole)
    if (!existsSync(place)) return []
    const pattern = redirectPattern(basename(whole).replaceAll('*', '**'))
    return readdirSync(place)
      .filter((name) => pattern.test(name))
      .sort()
      .map((name) => join(place, name))
      .filter((file) => statSync(file).isFile())
  }
}

function bucketsOf({ storage }: ConfigFile, file: string): ProjectBucket[] {
  return Object.entries(storage?.buckets ?? {}).map(([name, bucket]) => {
    const limit = bucket.file_size_limit === undefined ? null : bytesOf(bucket.file_size_limit)
    if (limit === undefined)
      throw new StartError(`${file}: storage.buckets.${name}.file_size_limit: "${bucket.file_size_limit}" is no size`)
    return {
      name,
      public: bucket.public ?? false,
      fileSizeLimit: limit,
      allowedMimeTypes: bucket.allowed_mime_types ?? null,
    }
  })
}
