import type { Catalogue, CatalogueObject } from './read-catalogue.ts'

/** A difference to the schema that the migrations create; a restore would lose it. */
export interface Difference {
  what: 'made' | 'changed' | 'removed'
  /** PostgreSQL's English term: `table`, `column`, `function`, … */
  kind: string
  /** With its schema, and its table if it belongs to one. */
  name: string
}

/** All differences; parts of a listed object are not listed separately. */
export function compareCatalogues(found: Catalogue, expected: Catalogue): Difference[] {
  const sameServer = found.major === expected.major
  const changed = [...found.objects.values()].filter((object) => {
    const other = expected.objects.get(keyOf(object))
    return other !== undefined && definition(object, sameServer) !== definition(other, sameServer)
  })
  return [
    ...missingFrom(expected, found).map((object) => difference('made', object)),
    ...changed.map((object) => difference('changed', object)),
    // Servers before 17 do not know the privilege MAINTAIN, and those upgraded from there lack it.
    ...missingFrom(found, expected)
      .filter(({ kind, name }) => kind !== 'grant' || !name.startsWith('maintain on '))
      .map((object) => difference('removed', object)),
  ].sort((a, b) => ORDER.indexOf(a.what) - ORDER.indexOf(b.what) || (keyOf(a) < keyOf(b) ? -1 : 1))
}

/** `made table a, column b; changed function c()`. */
export function describeDifferences(differences: readonly Difference[]): string {
  return ORDER.flatMap((what) => {
    const names = differences.filter((each) => each.what === what).map(({ kind, name }) => `${kind} ${name}`)
    return names.length > 0 ? [`${what} ${names.join(', ')}`] : []
  }).join('; ')
}

const ORDER = ['made', 'changed', 'removed'] as const

const keyOf = ({ kind, name }: { kind: string; name: string }) => `${kind} ${name}`
const difference = (what: Difference['what'], { kind, name }: CatalogueObject): Difference => ({ what, kind, name })

/** Objects that only the second catalogue has, without the parts of such objects. */
function missingFrom(one: Catalogue, other: Catalogue): CatalogueObject[] {
  const missing = new Map([...other.objects].filter(([key]) => !one.objects.has(key)))
  return [...missing.values()].filter(({ partOf }) => partOf === null || !missing.has(partOf))
}

/** PostgreSQL 15 writes `a.id` in a view where later ones write `id`. */
function definition({ kind, definition: text }: CatalogueObject, sameServer: boolean): string {
  return sameServer || kind !== 'view' ? text : text.replaceAll(/\b[a-z_]\w*\.(?=[a-z_"])/g, '')
}
