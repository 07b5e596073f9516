import { ConfigError } from './config-error.ts'

/** REST features beyond what the product needs; each costs something or reveals more than necessary. */
export interface RestConfig {
  /** Schemas that requests may name; the first is the default. */
  schemas: readonly [string, ...string[]]
  /** Schemas that statements search after the request's own. */
  extraSearchPath: readonly string[]
  /** Rows of one result, and of one embedded result. */
  maxRows: number
  /** `Prefer: tx=` chooses whether the request is undone. */
  txPreference: boolean
  /** A request without that preference is undone. */
  txRollback: boolean
  /** A function that runs before each request: its schema, if one is named, and its name. */
  preRequest: readonly string[] | undefined
  /** Settings that a function declares and that apply from before its call. */
  hoistedSettings: readonly string[]
  /** Query plans by `Accept: application/vnd.pgrst.plan`. */
  plans: boolean
  /** `count()`, `sum()`, `avg()`, `min()`, `max()` in select lists. */
  aggregates: boolean
  /** Planned and estimated counts use the planner's figure also for callers under row-level security. */
  plannedCounts: boolean
}

// Schemas of the platform and of the rules' internals: requests may never name them.
const INNER_SCHEMA = /^(?:pg_.*|information_schema|auth|storage|realtime|engine|cron|net|extensions|private|vault)$/

const TX_ENDS = ['commit', 'commit-allow-override', 'rollback', 'rollback-allow-override'] as const
/** Clients, the site among them, read long lists in parts of this many rows; a smaller limit would cut them unnoticed. */
const PART_ROWS = 1_000
const MOST_ROWS = 100_000
/** The defaults of PostgREST. */
const HOISTED = 'statement_timeout, plan_filter.statement_cost_limit, default_transaction_isolation'

interface Readers {
  text(name: string): string | undefined
  yesOrNo(name: string, value: string | undefined): boolean
}

/**
 * Reads the settings of the REST service: the engine's own names, and PostgREST's names for the same settings, of which
 * the engine's own have precedence.
 * @throws {ConfigError}
 */
export function readRest({ text, yesOrNo }: Readers): RestConfig {
  /** The setting that is present, by its name. */
  const either = (own: string, upstream: string) => (text(own) === undefined ? upstream : own)
  const on = (name: string) => yesOrNo(name, text(name))
  const schemaSetting = either('EXPOSED_SCHEMAS', 'PGRST_DB_SCHEMAS')
  const [first = 'public', ...others] = names(schemaSetting, text(schemaSetting))
  const inner = [first, ...others].find((name) => INNER_SCHEMA.test(name))
  if (inner !== undefined)
    throw new ConfigError(`${schemaSetting} must hold names of schemas that are not the platform's, not "${inner}"`)
  const path = text('PGRST_DB_EXTRA_SEARCH_PATH')
  return {
    schemas: [first, ...others],
    extraSearchPath: path === undefined ? ['public', 'extensions'] : names('PGRST_DB_EXTRA_SEARCH_PATH', path),
    maxRows: mostRows(text('PGRST_DB_MAX_ROWS')),
    ...transactionEnd(text('PGRST_DB_TX_END'), on('REST_TX_PREFERENCE')),
    preRequest: functionName(text('PGRST_DB_PRE_REQUEST'), others.length > 0),
    hoistedSettings: (text('PGRST_DB_HOISTED_TX_SETTINGS') ?? HOISTED).split(/[\s,]+/).filter((name) => name !== ''),
    plans: on(either('REST_PLANS', 'PGRST_DB_PLAN_ENABLED')),
    aggregates: on(either('REST_AGGREGATES', 'PGRST_DB_AGGREGATES_ENABLED')),
    plannedCounts: on('REST_PLANNED_COUNTS'),
  }
}

function mostRows(value: string | undefined): number {
  const rows = value === undefined ? PART_ROWS : Number(value)
  if (!Number.isInteger(rows) || rows < PART_ROWS || rows > MOST_ROWS)
    throw new ConfigError(
      `PGRST_DB_MAX_ROWS must be a whole number from ${PART_ROWS} to ${MOST_ROWS}, not "${value}": ` +
        `the site reads long lists in parts of ${PART_ROWS} rows`,
    )
  return rows
}

/** @param preference the engine's own setting, which counts only if PostgREST's is absent. */
function transactionEnd(end: string | undefined, preference: boolean): Pick<RestConfig, 'txPreference' | 'txRollback'> {
  if (end === undefined) return { txPreference: preference, txRollback: false }
  if (!TX_ENDS.some((known) => known === end))
    throw new ConfigError(`PGRST_DB_TX_END must be one of ${TX_ENDS.join(', ')}, not "${end}"`)
  return { txPreference: end.endsWith('-allow-override'), txRollback: end.startsWith('rollback') }
}

/** A name without quotes is taken as it is written, as by PostgREST; one in quotes may have any characters. */
const NAME = /"(?:[^"\0]|"")+"|[^\s,."\0]+/y

/** The different names of a list that is separated by commas or blanks. */
function names(setting: string, list: string | undefined): string[] {
  const found = new Set<string>()
  const text = list ?? ''
  let at = 0
  for (;;) {
    while (/[\s,]/.test(text[at] ?? '')) at += 1
    if (at >= text.length) return [...found]
    const name = nameAt(text, at)
    const end = at + (name?.length ?? 0)
    const plain = name && unquoted(name)
    if (plain === undefined || Buffer.byteLength(plain) > 63 || !/^[\s,]?$/.test(text[end] ?? ''))
      throw new ConfigError(`${setting} must hold names of schemas, separated by commas, not "${text.slice(at)}"`)
    found.add(plain)
    at = end
  }
}

function nameAt(text: string, at: number): string | undefined {
  NAME.lastIndex = at
  return NAME.exec(text)?.[0]
}

function unquoted(name: string): string {
  return name.startsWith('"') ? name.slice(1, -1).replaceAll('""', '"') : name
}

/** @param qualified the schema must be named, because each request searches its own schema first. */
function functionName(text: string | undefined, qualified: boolean): string[] | undefined {
  if (text === undefined) return undefined
  const first = nameAt(text, 0) ?? ''
  const dot = text[first.length] === '.'
  const second = dot ? (nameAt(text, first.length + 1) ?? '') : undefined
  const whole = second === undefined ? first : `${first}.${second}`
  if (first === '' || second === '' || whole !== text)
    throw new ConfigError(`PGRST_DB_PRE_REQUEST must be the name of a function, not "${text}"`)
  if (second === undefined && qualified)
    throw new ConfigError(
      `PGRST_DB_PRE_REQUEST must name the schema of the function, as in public.${text}: several schemas are exposed`,
    )
  return second === undefined ? [unquoted(first)] : [unquoted(first), unquoted(second)]
}
