import { REST_LIMITS } from '../api-request/limits.ts'
import type { MediaType } from '../api-request/media-type.ts'
import { restErrors } from '../errors.ts'
import { qualify } from './sql.ts'

export interface ResultOptions {
  media: MediaType
  /** False for HEAD and for writes that return nothing. */
  body: boolean
  /** SQL of the total count. */
  total?: string
  /** SQL that fails the statement, and with it the transaction, when the result is not allowed. */
  guard?: string
  /** SQL of further columns. */
  extra?: readonly string[]
  /** The result is a single item instead of a list. */
  single?: boolean
  /** The items are the bare values of column `v` instead of rows. */
  scalar?: boolean
}

/** The number of rows of the result, within the outer SELECT. */
export const ROW_COUNT = 'pg_catalog.count(*)'

/**
 * Wraps a row source into the single result row: `body` is finished text, `rows` its number of rows,
 * `total` the count, `headers` and `status` those that the request's SQL has set for the response. A body above
 * `answerBytes` fails the statement before it leaves the database, and with it the write that it reports.
 * @param source FROM item without alias.
 */
export function resultSql(source: string, options: ResultOptions): string {
  const columns = [
    `${options.body ? bodySql(options) : "''"} AS "body"`,
    `${ROW_COUNT}::int AS "rows"`,
    ...(options.total === undefined ? [] : [`${options.total}::int AS "total"`]),
    "nullif(pg_catalog.current_setting('response.headers', true), '') AS \"headers\"",
    "nullif(pg_catalog.current_setting('response.status', true), '') AS \"status\"",
    ...(options.extra ?? []),
    ...(options.guard === undefined ? [] : [`${options.guard} AS "guard"`]),
  ]
  const result = `SELECT ${columns.join(', ')} FROM ${source} AS "_r"`
  return options.body ? `SELECT "_a".*, ${TOO_LARGE} AS "bound" FROM (${result}) AS "_a"` : result
}

const { code, message, hint, status } = restErrors.answerTooLarge()
// Of the finished text, in a query of its own: PostgreSQL would make the text twice, once to measure and once to send it.
const TOO_LARGE =
  `CASE WHEN pg_catalog.octet_length("_a"."body") > ${REST_LIMITS.answerBytes} THEN ` +
  `engine.raise_pgrst('${code}', '${message}', NULL, '${hint}', ${status}) END`

function bodySql({ media, single, scalar }: ResultOptions): string {
  if (media.made) return madeSql(media.made)
  if (media.kind === 'csv') return CSV
  const list = `pg_catalog.json_agg("_r"${scalar ? '."v"' : ''})`
  const kept = media.stripNulls ? `pg_catalog.json_strip_nulls(${list})` : list
  return single || media.kind === 'object' ? `COALESCE((${kept}->0)::text, 'null')` : `COALESCE(${kept}::text, '[]')`
}

/** What SQL has made of the rows; bytes as base64. */
function madeSql({ binary, aggregate }: NonNullable<MediaType['made']>): string {
  const made = aggregate
    ? `${qualify(aggregate)}("_r"::${qualify(aggregate.of)})`
    : '(pg_catalog.array_agg("_r"."v"))[1]'
  return `COALESCE(${binary ? `pg_catalog.encode((${made})::bytea, 'base64')` : `(${made})::text`}, '')`
}

// The header line is made of the keys of a row as JSON, the other lines of PostgreSQL's record text.
const CSV = `COALESCE((pg_catalog.array_agg((SELECT pg_catalog.string_agg(k, ',') FROM pg_catalog.json_object_keys(pg_catalog.row_to_json("_r")) AS k)))[1] || E'\\n', '') || COALESCE(pg_catalog.string_agg(pg_catalog.substring("_r"::text, 2, pg_catalog.length("_r"::text) - 2), E'\\n'), '')`
