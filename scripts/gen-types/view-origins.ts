import type { Catalog } from './catalog.ts'

/** The table column that a column of a table or view shows, e.g. `{ table: 16412, column: 'id', kept: true }`. */
export interface Origin {
  table: number
  column: string
  /** Whether the view shows null only where the table has null: not, for example, in the optional part of an outer join. */
  kept: boolean
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
        : { table: entry.relation, column, kept: true }
      if (origin) origins.set(entry.name, { ...origin, kept: origin.kept && entry.kept })
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
  kept: boolean
}

/**
 * The target list of a view's outermost query. A rule is written as `({QUERY … :rtable ({RANGETBLENTRY … :rtekind 0 …} …)
 * … :targetList ({TARGETENTRY :expr {VAR :varno 1 … :varnullingrels (b) …} … :resname n :resorigtbl oid :resorigcol
 * number :resjunk false} …) …})`; what belongs to subqueries is deeper and is skipped.
 */
function targetEntries(rule: string): TargetEntry[] {
  const nodes = nodesOfQuery(rule)
  // In a union the first part alone would decide, and grouping sets fill columns with null.
  const isPlain = /:groupingSets <>/.test(nodes.query) && /:setOperations <>/.test(nodes.query)
  const isTable = nodes.inside
    .filter((node) => node.startsWith('{RANGETBLENTRY'))
    .map((node) => /:rtekind (\d+)/.exec(node)?.[1] === '0')
  return nodes.inside.flatMap((node) => {
    const entry = node.startsWith('{TARGETENTRY') ? parseEntry(node) : undefined
    return entry ? [{ ...entry, kept: isPlain && isTable[entry.source - 1] === true }] : []
  })
}

/** The text of the outermost query, and those of the nodes directly inside it. */
function nodesOfQuery(rule: string): { query: string; inside: string[] } {
  const inside: string[] = []
  let query = ''
  let depth = 0
  let start = -1
  for (let at = 0; at < rule.length; at++) {
    const character = rule[at]
    if (character === '\\') at++
    else if (character === '{') {
      depth++
      if (depth === 2) start = at
    } else if (character === '}') {
      if (depth === 2) inside.push(rule.slice(start, at))
      depth--
    } else if (depth === 1) query += character
  }
  return { query, inside }
}

/** `source` is the number of the range table entry, or 0 for an expression and for what an outer join may leave out. */
function parseEntry(text: string): (Omit<TargetEntry, 'kept'> & { source: number }) | undefined {
  // The expression comes first and may contain entries itself, so the last match belongs to the entry.
  const match = /:resname (\S+) :ressortgroupref \d+ :resorigtbl (\d+) :resorigcol (\d+) :resjunk (true|false)$/.exec(
    text,
  )
  if (!match?.[1] || match[4] === 'true' || match[2] === '0') return undefined
  const source = /^\{TARGETENTRY :expr \{VAR :varno (\d+) [^{}]*:varnullingrels \(b\)[^{}]*\} :resno /.exec(text)?.[1]
  return {
    name: match[1].replaceAll('\\', ''),
    relation: Number(match[2]),
    number: Number(match[3]),
    source: Number(source ?? 0),
  }
}
