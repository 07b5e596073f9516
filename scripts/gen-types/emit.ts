import type { ApiFunction, Catalog, Column, ForeignKey, Relation } from './catalog.ts'
import {
  checkedTypes,
  computedColumns,
  importedNames,
  KNOWN_TYPES,
  type KnownTypes,
  rowArgument,
} from './known-types.ts'
import { head, TAIL } from './templates.ts'
import { type Origin, viewOrigins } from './view-origins.ts'

const NUMBERS = new Set(['smallint', 'integer', 'bigint', 'real', 'double precision', 'numeric', 'oid'])
const BASE = new Map([
  ['boolean', 'boolean'],
  ['json', 'Json'],
  ['jsonb', 'Json'],
  ['void', 'undefined'],
  ['record', 'Record<string, unknown>'],
])

/**
 * Writes the types of a catalogue as a TypeScript module in the shape that supabase-js expects of `Database`.
 * @throws when `known` names a column that does not exist.
 */
export function emitTypes(catalog: Catalog, known: KnownTypes = KNOWN_TYPES): string {
  const writer = new Writer(catalog, checkedTypes(catalog, known))
  return `${head(importedNames(known))}${writer.database()}${TAIL}`
}

class Writer {
  readonly #catalog: Catalog
  readonly #byName: Map<string, Relation>
  readonly #origins: Map<number, Map<string, Origin>>
  readonly #known: KnownTypes

  constructor(catalog: Catalog, known: KnownTypes) {
    this.#catalog = catalog
    this.#known = known
    this.#byName = new Map(catalog.relations.map((relation) => [relation.name, relation]))
    this.#origins = viewOrigins(catalog)
  }

  database(): string {
    const of = (kind: Relation['kind']) => this.#catalog.relations.filter((relation) => relation.kind === kind)
    return [
      '  public: {',
      ...section(
        'Tables',
        of('table').flatMap((table) => this.#table(table)),
      ),
      ...section(
        'Views',
        of('view').flatMap((view) => this.#view(view)),
      ),
      ...section('Functions', this.#functions()),
      ...section(
        'Enums',
        this.#catalog.enums.map(({ name, values }) => `      ${name}: ${values.map(quote).join(' | ')}`),
      ),
      ...section('CompositeTypes', []),
      '  }',
      '',
    ].join('\n')
  }

  #table(table: Relation): string[] {
    const insert = (column: Column) =>
      column.writable
        ? `${column.name}${column.nullable || column.hasDefault ? '?' : ''}: ${this.#columnType(column)}`
        : `${column.name}?: never`
    const update = (column: Column) => `${column.name}?: ${column.writable ? this.#columnType(column) : 'never'}`
    return [
      `      ${table.name}: {`,
      ...this.#row(table),
      ...block('Insert', table.columns, insert),
      ...block('Update', table.columns, update),
      ...this.#relationships(table),
      '      }',
    ]
  }

  // Views are read-only in this project.
  #view(view: Relation): string[] {
    return [`      ${view.name}: {`, ...this.#row(view), ...this.#relationships(view), '      }']
  }

  // According to the catalogue the result of a computed column may be null.
  #row({ oid, name: relation, columns }: Relation): string[] {
    const computed = computedColumns(this.#catalog, relation).map((column) => ({ ...column, nullable: true }))
    const own = columns.map((column) => ({ ...column, nullable: column.nullable && !this.#isKept(oid, column.name) }))
    const all = [...own, ...computed].sort((one, other) => (one.name < other.name ? -1 : 1))
    return block('Row', all, (column) => {
      const known = this.#known[relation]?.[column.name]
      return `${column.name}: ${known ?? this.#columnType(column)}`
    })
  }

  /** Whether a view shows a table's column that is never null, and shows it in every row. */
  #isKept(view: number, name: string): boolean {
    const origin = this.#origins.get(view)?.get(name)
    if (!origin?.kept) return false
    const table = this.#catalog.relations.find(({ oid }) => oid === origin.table)
    return table?.columns.find((column) => column.name === origin.column)?.nullable === false
  }

  #relationships(relation: Relation): string[] {
    const lines: string[] = []
    for (const key of this.#catalog.foreignKeys) {
      const columns = this.#shownAs(relation, key.table, key.columns)
      if (!columns) continue
      for (const target of this.#catalog.relations) {
        const referenced = this.#shownAs(target, key.referencedTable, key.referencedColumns)
        if (referenced) lines.push(...relationship(key, columns, target.name, referenced))
      }
    }
    return lines.length === 0 ? ['        Relationships: []'] : ['        Relationships: [', ...lines, '        ]']
  }

  /** Names under which a relation shows the given columns of a table; undefined when it does not show them all. */
  #shownAs(relation: Relation, table: number, columns: string[]): string[] | undefined {
    if (relation.oid === table) return columns
    const origins = this.#origins.get(relation.oid)
    if (!origins) return undefined
    const names = columns.map(
      (column) => [...origins].find(([, origin]) => origin.table === table && origin.column === column)?.[0],
    )
    return names.every((name) => name !== undefined) ? names : undefined
  }

  #functions(): string[] {
    const overloads = new Map<string, ApiFunction[]>()
    for (const fn of this.#catalog.functions) overloads.set(fn.name, [...(overloads.get(fn.name) ?? []), fn])
    return [...overloads].flatMap(([name, versions]) => {
      const texts = versions.map((version) => this.#signature(version))
      return texts.length === 1
        ? [`      ${name}: ${texts[0]}`]
        : [`      ${name}:`, ...texts.map((text) => `        | ${text}`)]
    })
  }

  #signature(fn: ApiFunction): string {
    // supabase-js recognises a computed column by a row argument without a name: `*` leaves it out, as in the API.
    const computed = computedColumns(this.#catalog, rowArgument(fn) ?? '').some(({ name }) => name === fn.name)
    const args = fn.arguments.map(
      ({ name, type, optional }) => `${computed ? "''" : name}${optional ? '?' : ''}: ${this.#type(type)}`,
    )
    const one =
      fn.returnColumns.length > 0
        ? `{ ${fn.returnColumns.map(({ name, type }) => `${name}: ${this.#known[fn.name]?.[name] ?? this.#type(type)}`).join('; ')} }`
        : this.#type(fn.returnType)
    const argsType = args.length > 0 ? `{ ${args.join('; ')} }` : 'never'
    return `{ Args: ${argsType}; Returns: ${fn.returnsSet ? `${one}[]` : one} }`
  }

  #columnType(column: { type: string; nullable: boolean }): string {
    return `${this.#type(column.type)}${column.nullable ? ' | null' : ''}`
  }

  #type(type: string): string {
    if (type.endsWith('[]')) return `${this.#type(type.slice(0, -2))}[]`
    const name = type.replace(/^public\./, '').replaceAll('"', '')
    if (this.#catalog.enums.some((candidate) => candidate.name === name)) {
      return `Database['public']['Enums'][${quote(name)}]`
    }
    const relation = this.#byName.get(name)
    if (relation) {
      return `Database['public'][${relation.kind === 'table' ? "'Tables'" : "'Views'"}][${quote(name)}]['Row']`
    }
    return NUMBERS.has(type) ? 'number' : (BASE.get(type) ?? 'string')
  }
}

function relationship(key: ForeignKey, columns: string[], target: string, referenced: string[]): string[] {
  return [
    '          {',
    `            foreignKeyName: ${quote(key.name)}`,
    `            columns: [${columns.map(quote).join(', ')}]`,
    `            isOneToOne: ${key.isOneToOne}`,
    `            referencedRelation: ${quote(target)}`,
    `            referencedColumns: [${referenced.map(quote).join(', ')}]`,
    '          },',
  ]
}

function block<Shown>(name: string, columns: readonly Shown[], line: (column: Shown) => string): string[] {
  return [`        ${name}: {`, ...columns.map((column) => `          ${line(column)}`), '        }']
}

function section(name: string, lines: string[]): string[] {
  return [`    ${name}: {`, ...(lines.length > 0 ? lines : ['      [_ in never]: never']), '    }']
}

function quote(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`
}
