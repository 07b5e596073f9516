import type { Catalog } from './catalog.ts'

/** The table column that a column of a table or view shows, e.g. `{ table: 16412, column: 'id' }`. */
export interface Origin {
  table: number
  column: string
}

/** Finds for each view the columns that show a table's column unchanged; expressions have no origin. */
export function viewOrigins(catalog: Catalog): Map<number, Map<string, Origin>> {
  const numbered = new Map(catalog.relations.map((relation) => [relation.oid, relation.numbered]))
  const found = new Map<number, Map<string, Origin>>()
  const resolve = (view: number): Map<string, Origin> => {
    const known = found.get(view)
    if (known) return known
    const origins = new Map<string, Origin>()
    found.set(view, origins)
    for (const entry of targetEntries(catalog.viewRules.get(view) ?? '')) {
      const column = numbered.get(entry.relation)?.[entry.number - 1]
      if (!column) continue
      // A view over a view is followed down to the table.
      const origin = catalog.viewRules.has(entry.relation)
        ? resolve(entry.relation).get(column)
        : { table: entry.relation, column }
      if (origin) origins.set(entry.name, origin)
    }
    return origins
  }
  for (const view of catalog.viewRules.keys()) resolve(view)
  return found
}

interface TargetEntry {
  name: string
  relation: number
  number: number
}

/**
 * The target list of a view's outermost query. A rule is written as `({QUERY … :targetList ({TARGETENTRY … :resname n
 * :resorigtbl oid :resorigcol number :resjunk false} …) …})`; target lists of subqueries are deeper and are skipped.
 */
function targetEntries(rule: string): TargetEntry[] {
  const entries: TargetEntry[] = []
  let depth = 0
  let start = -1
  for (let at = 0; at < rule.length; at++) {
    const character = rule[at]
    if (character === '\\') at++
    else if (character === '{') {
      depth++
      if (depth === 2 && rule.startsWith('{TARGETENTRY', at)) start = at
    } else if (character === '}') {
      if (depth === 2 && start >= 0) {
        const entry = parseEntry(rule.slice(start, at))
        if (entry) entries.push(entry)
        start = -1
      }
      depth--
    }
  }
  return entries
}

function parseEntry(text: string): TargetEntry | undefined {
  // The expression comes first and may contain entries itself, so the last match belongs to the entry.
  const match = /:resname (\S+) :ressortgroupref \d+ :resorigtbl (\d+) :resorigcol (\d+) :resjunk (true|false)$/.exec(
    text,
  )
  if (!match?.[1] || match[4] === 'true' || match[2] === '0') return undefined
  return { name: match[1].replaceAll('\\', ''), relation: Number(match[2]), number: Number(match[3]) }
}
