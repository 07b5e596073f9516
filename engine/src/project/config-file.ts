import { parse, TomlError } from 'smol-toml'
import { z } from 'zod'
import { messageOf, StartError } from '../kernel/errors.ts'

const texts = z.array(z.string())
const section = <T extends z.ZodRawShape>(shape: T) => z.object(shape).partial().optional()

/** The part of a project's `config.toml` that the engine obeys. Other keys are allowed, and have no effect. */
const configFile = z.object({
  project_id: z.string().optional(),
  api: section({
    port: z.int().min(0).max(65_535),
    schemas: texts,
    extra_search_path: texts,
    max_rows: z.int().min(1),
    auto_expose_new_tables: z.boolean(),
  }),
  db: section({
    migrations: section({ enabled: z.boolean() }),
    seed: section({ enabled: z.boolean(), sql_paths: texts }),
  }),
  storage: section({
    buckets: z
      .record(
        z.string(),
        z
          .object({
            public: z.boolean(),
            file_size_limit: z.union([z.string(), z.int().min(0)]),
            allowed_mime_types: texts,
          })
          .partial(),
      )
      .optional(),
  }),
  auth: section({
    site_url: z.url(),
    additional_redirect_urls: texts,
    jwt_expiry: z.int().min(30).max(604_800),
    enable_signup: z.boolean(),
    enable_anonymous_sign_ins: z.boolean(),
    minimum_password_length: z.int().min(6).max(72),
    password_requirements: z.enum([
      '',
      'letters_digits',
      'lower_upper_letters_digits',
      'lower_upper_letters_digits_symbols',
    ]),
    email: section({ enable_confirmations: z.boolean() }),
  }),
})

export type ConfigFile = z.infer<typeof configFile>

type Table = Record<string, unknown>

/**
 * Sections that switch on what the engine does not have. Tools beside the database (`studio`, `analytics`, `local_smtp`) are
 * not named: without them the project's own code works all the same.
 */
const NOT_OFFERED: readonly (readonly string[])[] = [
  ['api', 'tls'],
  ['auth', 'captcha'],
  ['auth', 'external', '*'],
  ['auth', 'hook', '*'],
  ['auth', 'oauth_server'],
  ['auth', 'passkey'],
  ['auth', 'sms', '*'],
  ['auth', 'third_party', '*'],
  ['auth', 'web3', '*'],
  ['auth', 'email', 'smtp'],
  ['db', 'pooler'],
  ['edge_runtime', 'secrets'],
]

/** Values that the engine does not change, and what it has instead. */
const FIXED: readonly (readonly [path: readonly string[], value: unknown])[] = [
  [['auth', 'enable_refresh_token_rotation'], true],
  [['auth', 'refresh_token_reuse_interval'], 10],
  [['auth', 'email', 'enable_signup'], true],
  [['auth', 'email', 'double_confirm_changes'], true],
  [['auth', 'email', 'otp_length'], 6],
]

/**
 * Reads a `config.toml`. Values `env(NAME)` are replaced.
 * @returns what the engine obeys, and a line for each setting that is on and has no effect.
 * @throws {StartError} naming the file, and the line or the key.
 */
export function readConfigFile(
  text: string,
  file: string,
  env: Readonly<Record<string, string | undefined>>,
): { config: ConfigFile; notes: string[] } {
  const table = withVariables(parsed(text, file), env) as Table
  const checked = configFile.safeParse(table)
  if (!checked.success) {
    const [issue] = checked.error.issues
    throw new StartError(`${file}: ${issue?.path.join('.')}: ${issue?.message}`)
  }
  return { config: checked.data, notes: [...switchedOn(table), ...otherValues(table)] }
}

function parsed(text: string, file: string): Table {
  try {
    return parse(text)
  } catch (error) {
    const line = error instanceof TomlError ? `:${error.line}` : ''
    throw new StartError(`${file}${line}: ${messageOf(error).split('\n')[0]}`)
  }
}

/** A variable that is not set leaves the text as it is, as the Supabase CLI does. */
function withVariables(value: unknown, env: Readonly<Record<string, string | undefined>>): unknown {
  if (typeof value === 'string') return env[/^env\((\w+)\)$/.exec(value)?.[1] ?? ''] ?? value
  if (Array.isArray(value)) return value.map((item) => withVariables(item, env))
  if (typeof value !== 'object' || value === null || value instanceof Date) return value
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, withVariables(item, env)]))
}

function switchedOn(table: Table): string[] {
  const isOn = (value: unknown, name: string) =>
    isTable(value) && (name === 'secrets' ? Object.keys(value).length > 0 : value.enabled === true)
  return NOT_OFFERED.flatMap((path) => found(table, path))
    .filter(({ value, path }) => isOn(value, path.at(-1) ?? ''))
    .map(({ path }) => `[${path.join('.')}] has no effect: the engine does not have it`)
}

function otherValues(table: Table): string[] {
  return FIXED.flatMap(([path, own]) =>
    found(table, path)
      .filter(({ value }) => value !== own)
      .map(() => `${path.join('.')} has no effect: the engine's is ${JSON.stringify(own)}`),
  )
}

/** What is at a path; `*` is any name. */
function found(
  value: unknown,
  path: readonly string[],
  at: readonly string[] = [],
): { value: unknown; path: string[] }[] {
  const [first, ...rest] = path
  if (first === undefined) return [{ value, path: [...at] }]
  if (!isTable(value)) return []
  const names = first === '*' ? Object.keys(value) : first in value ? [first] : []
  return names.flatMap((name) => found(value[name], rest, [...at, name]))
}

const isTable = (value: unknown): value is Table => typeof value === 'object' && value !== null && !Array.isArray(value)

const UNITS: Record<string, number> = { '': 1, b: 1, k: 1_000, m: 1_000_000, g: 1_000_000_000 }

/**
 * A size such as `"50MiB"`, in bytes.
 * @returns undefined for other texts.
 */
export function bytesOf(size: string | number): number | undefined {
  if (typeof size === 'number') return size
  const [, number, unit = '', binary] = /^(\d+(?:\.\d+)?) ?([kmg]?)(i?)b?$/i.exec(size.trim()) ?? []
  const factor = UNITS[unit.toLowerCase()]
  if (number === undefined || factor === undefined) return undefined
  return Math.round(Number(number) * (binary ? 1024 ** Math.round(Math.log10(factor) / 3) : factor))
}

/** A redirect pattern as Supabase writes it: `*` and `?` stay within a part between `.` and `/`, `**` does not. */
export function redirectPattern(pattern: string): RegExp {
  const source = pattern
    .replace(/[.+^${}()|[\]\\]/g, '\\$&')
    .replace(/\*\*|\*|\?/g, (sign) => (sign === '**' ? '.*' : sign === '*' ? '[^./]*' : '[^./]'))
  // An address without a path has a slash once it is read.
  return new RegExp(`^${source}/?$`)
}
