import type { Change } from './change-feed.ts'
import { REALTIME_LIMITS } from './limits.ts'
import type { TableColumn, TableShape } from './table-catalogue.ts'

const NO_KEY = 'Error 400: Bad Request, no primary key'
const TOO_LARGE = 'Error 413: Payload Too Large'

/** The `data` of a `postgres_changes` event, as JSON text. */
export function changeData(
  change: Change,
  shape: TableShape,
  columns: readonly TableColumn[],
  record: string | undefined,
): string {
  const [errors, fitting] = record === undefined ? [null, record] : shorten(record)
  const parts = [
    `"columns":${JSON.stringify(columns.map(({ name, type }) => ({ name, type })))}`,
    ...(fitting === undefined ? [] : [`"record":${fitting}`]),
    ...(change.kind === 'INSERT' ? [] : [`"old_record":${change.key}`]),
    `"errors":${JSON.stringify(errors)}`,
  ]
  return `{${head(change, shape)},${parts.join(',')}}`
}

/** Reports that a table without a primary key changed, but not which row. */
export function keylessData(change: Change, shape: TableShape): string {
  return `{${head(change, shape)},"columns":[],"errors":${JSON.stringify([NO_KEY])}}`
}

function head({ kind, at }: Change, { schema, name }: TableShape): string {
  const [s, t, c, k] = [schema, name, at, kind].map((text) => JSON.stringify(text))
  return `"schema":${s},"table":${t},"commit_timestamp":${c},"type":${k}`
}

/** A record above the size limit loses its long values. */
function shorten(record: string): [errors: string[] | null, record: string] {
  if (Buffer.byteLength(record) <= REALTIME_LIMITS.recordBytes) return [null, record]
  const values = Object.entries(JSON.parse(record) as Record<string, unknown>)
  const short = values.filter(
    ([, value]) => Buffer.byteLength(JSON.stringify(value)) <= REALTIME_LIMITS.shortValueBytes,
  )
  return [[TOO_LARGE], JSON.stringify(Object.fromEntries(short))]
}
