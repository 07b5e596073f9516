import { createHash } from 'node:crypto'
import pg from 'pg'
import type { Database } from '../db/port.ts'
import type { Subscription } from './channel.ts'
import { FilterError, filterSql } from './filter.ts'
import type { TableColumn, TableShape } from './table-catalogue.ts'

/** Primary keys as JSON text, each with the place of its change in the batch. */
export type KeyedChanges = readonly { place: number; key: string }[]

type Reader = Pick<Subscription, 'audience' | 'conditions' | 'binding'>

/** The columns that a reader gets of a table: what the role may select, narrowed to the chosen ones and the key. */
export function columnsFor(
  shape: TableShape,
  { audience, binding }: Pick<Reader, 'audience' | 'binding'>,
): TableColumn[] {
  return shape.columns.filter(
    ({ name, isKey, readers }) =>
      readers.includes(audience.role) && (isKey || !binding.select || binding.select.includes(name)),
  )
}

/**
 * Rows as the audience sees them now, by the place of their change; rows that it may not see, that do not pass the
 * filter or that are gone are missing. One statement under the audience's role and claims decides for all its sockets.
 * @returns rows as JSON text.
 */
export async function readRows(
  db: Pick<Database, 'runAs'>,
  shape: TableShape,
  reader: Reader,
  changes: KeyedChanges,
): Promise<Map<number, string>> {
  const keys = shape.columns.filter(({ isKey }) => isKey)
  const columns = columnsFor(shape, reader)
  const filter = filterSql(reader.conditions, columnQuoter(shape.columns), typeFinder(shape.columns), 2)
  const text = `
    select k."#place" as place,
      (select row_to_json(r) from (select ${columns.map(({ name }) => `t.${id(name)}`).join(', ')}) as r)::text as record
    from jsonb_to_recordset($1::jsonb) as k ("#place" int, ${keys.map(({ name, sqlType }) => `${id(name)} ${sqlType}`).join(', ')})
      join ${id(shape.schema)}.${id(shape.name)} as t
        on ${keys.map(({ name }) => `t.${id(name)} = k.${id(name)}`).join(' and ')}
    ${filter.text && `where ${filter.text}`}`
  // Only texts that clients cannot vary are prepared: the others would pile up on the connections.
  const name = filter.text === '' && !reader.binding.select ? { name: statementName(text) } : {}
  const statement = { text, values: [asJson(changes), ...filter.values], ...name }
  const rows = await db.runAs<{ place: number; record: string }>(reader.audience.context, statement)
  return new Map(rows.map(({ place, record }) => [place, record]))
}

/** Places of deleted rows whose key passes the filter; other columns of a deleted row are not known. */
export async function filterKeys(
  db: Pick<Database, 'runAs'>,
  shape: TableShape,
  reader: Reader,
  changes: KeyedChanges,
): Promise<Set<number>> {
  if (reader.conditions.length === 0) return new Set(changes.map(({ place }) => place))
  const keys = shape.columns.filter(({ isKey }) => isKey)
  if (reader.conditions.some(({ column }) => !keys.some(({ name }) => name === column))) return new Set()
  const filter = filterSql(reader.conditions, columnQuoter(keys), typeFinder(keys), 2)
  const text = `
    select t."#place" as place
    from jsonb_to_recordset($1::jsonb) as t ("#place" int, ${keys.map(({ name, sqlType }) => `${id(name)} ${sqlType}`).join(', ')})
    where ${filter.text}`
  const rows = await db.runAs<{ place: number }>(reader.audience.context, {
    text,
    values: [asJson(changes), ...filter.values],
  })
  return new Set(rows.map(({ place }) => place))
}

function asJson(changes: KeyedChanges): string {
  const items = changes.map(({ place, key }) => `{"#place":${place},${key.slice(key.indexOf('{') + 1)}`)
  return `[${items.join(',')}]`
}

function columnQuoter(columns: readonly TableColumn[]) {
  return (wanted: string) => {
    if (!columns.some(({ name }) => name === wanted)) throw new FilterError(`there is no column "${wanted}"`)
    return id(wanted)
  }
}

function typeFinder(columns: readonly TableColumn[]) {
  return (wanted: string) => columns.find(({ name }) => name === wanted)?.sqlType ?? 'text'
}

function statementName(text: string): string {
  return `realtime_${createHash('sha1').update(text).digest('hex').slice(0, 20)}`
}

function id(name: string): string {
  return pg.escapeIdentifier(name)
}
