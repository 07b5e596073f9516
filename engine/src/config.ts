import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { ConfigError } from './config-error.ts'
import { type RestConfig, readRest } from './config-rest.ts'
import type { FunctionLimits } from './functions/limits.ts'
import type { Reach } from './functions/reach.ts'
import { messageOf } from './kernel/errors.ts'
import type { PasswordRule } from './kernel/password-sets.ts'
import { readSigningKeys, type SigningKey } from './kernel/signing-keys.ts'

export { ConfigError } from './config-error.ts'
export type { RestConfig } from './config-rest.ts'

/** All settings of one engine, read once at start. Times are seconds unless the name says otherwise. */
export interface EngineConfig {
  /** TCP port; 0 lets the system choose (tests). */
  port: number
  host: string
  /** Absolute path of the folder with the embedded database, files and generated secrets. */
  dataDir: string
  /** An external PostgreSQL 15+; undefined means the embedded one. */
  databaseUrl: string | undefined
  /** Public address of the site without a trailing slash; undefined means it follows from host and port. */
  siteUrl: string | undefined
  adminEmail: string | undefined
  adminPassword: string | undefined
  /** The following three are generated into `DATA_DIR/secrets.json` (mode 0600) when not set. */
  jwtSecret: string | undefined
  publishableKey: string | undefined
  secretKey: string | undefined
  /** The first key signs; all verify. If empty, `jwtSecret` signs. `jwtSecret` always verifies. */
  signingKeys: readonly SigningKey[]
  smtpUrl: string | undefined
  /**
   * Whether a new account has to confirm its address by a mailed link before it may sign in; undefined: only if the
   * engine sends mail.
   */
  confirmEmail: boolean | undefined
  /** Requests for mails of each kind per hour, of all clients together; grows with the scale. */
  mailsPerHour: number
  /** Days without a mail after which an unconfirmed account is deleted. */
  unconfirmedDays: number
  /** How long ago a session may have signed in that adds an account's first second step, in minutes; 0: any time. */
  secondStepSignInMinutes: number
  /** Whether only the holder of the secret key may create accounts. */
  disableSignup: boolean
  /** Whether guests may open accounts without an address. */
  anonymousSignIns: boolean
  s3: S3Config | undefined
  rest: RestConfig
  /** Addresses or CIDR ranges of proxies whose X-Forwarded-For is trusted. */
  trustedProxies: readonly string[]
  /** Every rate limit is multiplied by this. */
  rateLimitScale: number
  /** Concurrent statements of one caller while they keep the database busy for long, so that others are served too. */
  statementsPerCaller: number
  /** Connections to the database that are reserved for live changes. */
  realtimeConnections: number
  /** How long a question about live changes may take, in ms. Tests only: no environment variable sets it. */
  liveStatementMs?: number | undefined
  /** How long a statement may take on a shared connection at least, in ms. Tests only, as above. */
  sharedStatementMs?: number | undefined
  /** Open sockets of all clients together, and of one network address; the latter grows with the scale. */
  maxSockets: number
  maxSocketsPerAddress: number
  /** Live connections per account, channels per connection, joins per second of all clients; all but the 2nd grow. */
  maxSocketsPerAccount: number
  /** Whether everybody may send and be present on channels that are not private. */
  publicChannels: boolean
  maxChannelsPerSocket: number
  maxJoinsPerSecond: number
  /** Sessions of one account: the least recently used one ends with a new one. Grows with the scale. */
  maxSessionsPerAccount: number
  /** Open connections of any kind from one network address; grows with the scale. */
  maxConnectionsPerAddress: number
  /** How long a client may read nothing of an answer, and how much all such clients may leave unread, in MiB. */
  stalledSeconds: number
  maxUnreadMb: number
  /** How long a statement of a scheduled job may take. */
  cronSeconds: number
  /** How long a call of a function may take, and how much memory its thread may have. */
  functionSeconds: number
  functionMemoryMb: number
  /** A file with the secrets of functions; undefined: `supabase/functions/.env`. */
  functionsEnvFile: string | undefined
  /** Built functions elsewhere: those of a project, and of tests. No environment variable sets it. */
  functionsFolder?: string | undefined
  /** Tests only: limits that are reached sooner. */
  functionLimits?: Partial<FunctionLimits> | undefined
  /** The bearer token for `/metrics`; undefined switches metrics off. */
  metricsToken: string | undefined
  /** Addresses beyond the public internet that pictures may come from. Tests only: no environment variable sets it. */
  pictureReach?: Partial<Reach> | undefined
  logLevel: 'debug' | 'info' | 'warn' | 'error' | 'silent'
  /** A Supabase project that is served instead of Bankside (`engine/src/project`); no environment variable sets it. */
  project?: ProjectSettings | undefined
}

/** What a project's `config.toml` says that the engine has no other setting for. Paths are absolute. */
export interface ProjectSettings {
  name: string
  /** Whether its keys are those that everybody knows, so that only programs of this machine may use them. */
  isLocal: boolean
  migrationsFolder: string
  /** SQL files that run once, after the migrations of an empty database. */
  seeds: readonly string[]
  /** Whether the roles of the API may use what migrations create in `public` without a grant. */
  exposesNewTables: boolean
  buckets: readonly ProjectBucket[]
  auth: ProjectAuth
}

export interface ProjectBucket {
  name: string
  public: boolean
  /** In bytes; null for no limit of its own. */
  fileSizeLimit: number | null
  allowedMimeTypes: readonly string[] | null
}

export interface ProjectAuth {
  /** Where mailed links lead if the request names no other address: the project's own site. */
  homeUrl: string
  /** Other addresses that they may lead to. */
  redirects: readonly RegExp[]
  /** Lifetime of an access token in seconds. */
  jwtSeconds: number
  passwords: PasswordRule
}

export interface S3Config {
  endpoint: string
  bucket: string
  region: string
  accessKeyId: string
  secretAccessKey: string
}

/** Settings after the start has filled in the generated values; the services receive these. */
export interface ResolvedConfig extends EngineConfig {
  siteUrl: string
  jwtSecret: string
  publishableKey: string
  secretKey: string
}

/**
 * Reads the settings from environment variables (names in .env.example).
 * @throws {ConfigError} naming the variable and the values that it accepts.
 */
export function readConfig(env: NodeJS.ProcessEnv): EngineConfig {
  const text = (name: string) => (env[name] ?? secretFile(env, name))?.trim() || undefined
  const number = (name: string, fallback: number, min: number, max: number) => {
    const raw = text(name)
    const value = raw === undefined ? fallback : Number(raw)
    if (!Number.isFinite(value) || value < min || value > max)
      throw new ConfigError(`${name} must be a number from ${min} to ${max}, not "${raw}"`)
    return value
  }
  const smtpUrl = url('SMTP_URL', text('SMTP_URL'), ['smtp:', 'smtps:'])
  const confirmWish = text('CONFIRM_EMAIL')
  const confirmEmail = confirmWish === undefined ? undefined : yesOrNo('CONFIRM_EMAIL', confirmWish)
  if (confirmEmail && smtpUrl === undefined)
    throw new ConfigError('SMTP_URL is needed when CONFIRM_EMAIL is true: the links go out by mail')
  const jwtSecret = text('JWT_SECRET')
  if (jwtSecret !== undefined && jwtSecret.length < 32)
    throw new ConfigError('JWT_SECRET must have at least 32 characters')
  const metricsToken = text('METRICS_TOKEN')
  if (metricsToken !== undefined && metricsToken.length < 16)
    throw new ConfigError('METRICS_TOKEN must have at least 16 characters')
  return {
    port: number('PORT', 3000, 0, 65535),
    host: text('HOST') ?? '127.0.0.1',
    dataDir: resolve(text('DATA_DIR') ?? './data'),
    databaseUrl: url('DATABASE_URL', text('DATABASE_URL'), ['postgres:', 'postgresql:']),
    siteUrl: url('SITE_URL', text('SITE_URL'), ['http:', 'https:'])?.replace(/\/+$/, ''),
    adminEmail: text('ADMIN_EMAIL'),
    adminPassword: env.ADMIN_PASSWORD || secretFile(env, 'ADMIN_PASSWORD')?.replace(/\r?\n$/, '') || undefined,
    jwtSecret,
    signingKeys: signingKeys(text('JWT_SIGNING_KEYS')),
    publishableKey: text('SUPABASE_PUBLISHABLE_KEY'),
    secretKey: text('SUPABASE_SECRET_KEY'),
    smtpUrl,
    confirmEmail,
    mailsPerHour: number('MAILS_PER_HOUR', 300, 1, 1_000_000),
    // At least as long as the links in the last mail are valid.
    unconfirmedDays: number('UNCONFIRMED_DAYS', 30, 1, 3_650),
    secondStepSignInMinutes: number('SECOND_STEP_SIGN_IN_MINUTES', 15, 0, 1_440),
    disableSignup: yesOrNo('DISABLE_SIGNUP', text('DISABLE_SIGNUP')),
    anonymousSignIns: yesOrNo('ANONYMOUS_SIGN_INS', text('ANONYMOUS_SIGN_INS')),
    s3: readS3(text),
    rest: readRest({ text, yesOrNo }),
    trustedProxies: text('TRUSTED_PROXIES')?.split(/[\s,]+/) ?? [],
    rateLimitScale: number('RATE_LIMIT_SCALE', 1, 0.01, 1_000_000),
    statementsPerCaller: number('STATEMENTS_PER_CALLER', 2, 1, 32),
    realtimeConnections: number('REALTIME_CONNECTIONS', 2, 1, 32),
    maxSockets: number('MAX_SOCKETS', 16_384, 1, 1_000_000),
    maxSocketsPerAddress: number('MAX_SOCKETS_PER_ADDRESS', 100, 1, 1_000_000),
    publicChannels: yesOrNo('REALTIME_PUBLIC_CHANNELS', text('REALTIME_PUBLIC_CHANNELS')),
    maxSocketsPerAccount: number('MAX_SOCKETS_PER_ACCOUNT', 20, 1, 1_000_000),
    maxChannelsPerSocket: number('MAX_CHANNELS_PER_SOCKET', 100, 1, 10_000),
    maxJoinsPerSecond: number('MAX_JOINS_PER_SECOND', 100, 1, 1_000_000),
    maxSessionsPerAccount: number('MAX_SESSIONS_PER_ACCOUNT', 100, 1, 1_000_000),
    maxConnectionsPerAddress: number('MAX_CONNECTIONS_PER_ADDRESS', 100, 1, 1_000_000),
    stalledSeconds: number('STALLED_SECONDS', 60, 1, 3_600),
    maxUnreadMb: number('MAX_UNREAD_MB', 32, 1, 65_536),
    cronSeconds: number('CRON_SECONDS', 600, 1, 86_400),
    functionSeconds: number('FUNCTION_SECONDS', 150, 1, 3_600),
    functionMemoryMb: number('FUNCTION_MEMORY_MB', 256, 16, 16_384),
    functionsEnvFile: text('FUNCTIONS_ENV_FILE'),
    metricsToken,
    logLevel: logLevel(text('LOG_LEVEL')),
  }
}

// A secret that must not appear in a process list or a compose file may be in a file, as container secrets are.
const FROM_FILE = new Set([
  'DATABASE_URL',
  'ADMIN_PASSWORD',
  'JWT_SECRET',
  'JWT_SIGNING_KEYS',
  'SUPABASE_PUBLISHABLE_KEY',
  'SUPABASE_SECRET_KEY',
  'SMTP_URL',
  'S3_ACCESS_KEY_ID',
  'S3_SECRET_ACCESS_KEY',
  'METRICS_TOKEN',
])

/** The content of the file that `<name>_FILE` names, for settings that are secret. */
function secretFile(env: NodeJS.ProcessEnv, name: string): string | undefined {
  const path = env[`${name}_FILE`]?.trim()
  if (!path || !FROM_FILE.has(name)) return undefined
  try {
    return readFileSync(path, 'utf8')
  } catch {
    throw new ConfigError(`${name}_FILE must name a file that can be read, not "${path}"`)
  }
}

function url(name: string, value: string | undefined, protocols: string[]): string | undefined {
  if (value === undefined) return undefined
  if (!URL.canParse(value) || !protocols.includes(new URL(value).protocol))
    throw new ConfigError(`${name} must be an address that starts with ${protocols.join('// or ')}//`)
  return value
}

function yesOrNo(name: string, value: string | undefined): boolean {
  if (value !== undefined && value !== 'true' && value !== 'false')
    throw new ConfigError(`${name} must be true or false, not "${value}"`)
  return value === 'true'
}

function readS3(text: (name: string) => string | undefined): S3Config | undefined {
  const endpoint = url('S3_ENDPOINT', text('S3_ENDPOINT'), ['http:', 'https:'])
  if (endpoint === undefined) return undefined
  const need = (name: string) => {
    const value = text(name)
    if (value === undefined) throw new ConfigError(`${name} is needed when S3_ENDPOINT is set`)
    return value
  }
  return {
    endpoint,
    bucket: need('S3_BUCKET'),
    region: text('S3_REGION') ?? 'us-east-1',
    accessKeyId: need('S3_ACCESS_KEY_ID'),
    secretAccessKey: need('S3_SECRET_ACCESS_KEY'),
  }
}

function signingKeys(value: string | undefined): SigningKey[] {
  try {
    return value === undefined ? [] : readSigningKeys(value)
  } catch (error) {
    throw new ConfigError(`JWT_SIGNING_KEYS ${messageOf(error)}`)
  }
}

function logLevel(value: string | undefined): EngineConfig['logLevel'] {
  const levels = ['debug', 'info', 'warn', 'error', 'silent'] as const
  const found = levels.find((level) => level === (value ?? 'info'))
  if (!found) throw new ConfigError(`LOG_LEVEL must be one of ${levels.join(', ')}`)
  return found
}
