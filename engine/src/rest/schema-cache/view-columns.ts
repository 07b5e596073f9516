/** The origin of a view's column: table OID and attribute number. */
export interface Origin {
  table: string
  column: number
}

const TOKEN = /\\.|[{}]|:(resno|resorigtbl|resorigcol) (\d+)/gs

/**
 * Reads from a view's stored rule (`pg_rewrite.ev_action`) which of its columns are plain columns of tables.
 * Only the outermost target list counts: its entries are exactly two braces deep.
 * @returns view attribute number → origin; computed columns are absent.
 */
export function viewColumnOrigins(rule: string): Map<number, Origin> {
  const origins = new Map<number, Origin>()
  let depth = 0
  let entry: Record<string, number> | undefined
  for (const token of rule.matchAll(TOKEN)) {
    if (token[0] === '{') {
      depth += 1
      if (depth === 2) entry = rule.startsWith('{TARGETENTRY', token.index) ? {} : undefined
    } else if (token[0] === '}') {
      if (depth === 2 && entry?.resno && entry.resorigtbl && entry.resorigcol)
        origins.set(entry.resno, { table: String(entry.resorigtbl), column: entry.resorigcol })
      depth -= 1
    } else if (depth === 2 && entry && token[1]) entry[token[1]] = Number(token[2])
  }
  return origins
}
