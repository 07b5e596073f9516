import pg from 'pg'
import type { Database, RequestContext } from '../db/port.ts'
import type { Subscription } from './channel.ts'
import { asParameters, FilterError, type FilterValue, filterSql, fromJson } from './filter.ts'
import type { TableColumn, TableShape } from './table-catalogue.ts'

/** Primary keys as JSON text, each with the position of its change in the batch. */
export type KeyedChanges = readonly { place: number; key: string }[]

/** A reader to check: its claims, and its filter. */
export type Reader = Pick<Subscription, 'audience' | 'conditions' | 'binding'>

/** Readers who see the same changes, as positions in the list of readers. */
export interface SeenBy {
  readers: number[]
  places: number[]
  /** SQLSTATE when the check failed for these readers. */
  failure: string | null
}

export interface Seen {
  classes: SeenBy[]
  /** Rows as JSON text by position, for every position that a reader sees; none for deletions. */
  records: Map<number, string>
}

interface AnswerRow extends Record<string, unknown> {
  seen: SeenBy | null
  place: number | null
  record: string | null
}

// The database groups readers who see the same: there are many readers and few differences.
const ASK_SQL = `
with answer as materialized (select * from engine.visible_to_each($1, $2, $3::jsonb, $4::jsonb))
select json_build_object('readers', array_agg(reader), 'places', coalesce(places, '{}'), 'failure', failure) as seen,
  null::integer as place, null::text as record
from answer
where record is null
group by places, failure
union all
select null, place, record
from answer
where record is not null`

/** The columns that a reader receives: those that the role may select, narrowed to the chosen ones and the key. */
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
 * Finds which reader sees which of the written rows as they are now, and the rows themselves; deleted rows are missing.
 * One statement under the readers' role checks the claims of each, on one snapshot.
 * @param readers of one role, with the same columns and filters that differ in their values only.
 * @param timeoutMs how long the statement may take.
 */
export async function readRows(
  db: Pick<Database, 'runAs'>,
  shape: TableShape,
  readers: readonly [Reader, ...Reader[]],
  changes: KeyedChanges,
  timeoutMs: number,
): Promise<Seen> {
  const [first] = readers
  const keys = shape.columns.filter(({ isKey }) => isKey)
  const columns = columnsFor(shape, first)
  const filter = filterSql(first.conditions, columnQuoter(shape.columns), typeFinder(shape.columns), fromJson('$2'))
  const rows = `
    from ${keyRecords(keys, 'k', changes)}
      join ${id(shape.schema)}.${id(shape.name)} as t
        on ${keys.map(({ name }) => `t.${id(name)} = k.${id(name)}`).join(' and ')}`
  const visible = `${collectPlaces('k')} ${rows} ${filter.text && `where ${filter.text}`}`
  const content = `
    select k."#place",
      (select row_to_json(r) from (select ${columns.map(({ name }) => `t.${id(name)}`).join(', ')}) as r)::text
    ${rows} where k."#place" = any($2)`
  return await ask(db, readers, visible, content, timeoutMs)
}

/** Finds which reader receives which deletion, by filters on the key; other columns of a deleted row are not known. */
export async function readKeys(
  db: Pick<Database, 'runAs'>,
  shape: TableShape,
  readers: readonly [Reader, ...Reader[]],
  changes: KeyedChanges,
  timeoutMs: number,
): Promise<Seen> {
  const [{ conditions }] = readers
  const seenByAll = (places: number[]): Seen => ({
    classes: [{ readers: readers.map((_, number) => number), places, failure: null }],
    records: new Map(),
  })
  const keys = shape.columns.filter(({ isKey }) => isKey)
  if (conditions.length === 0) return seenByAll(changes.map(({ place }) => place))
  if (conditions.some(({ column }) => !keys.some(({ name }) => name === column))) return seenByAll([])
  const filter = filterSql(conditions, columnQuoter(keys), typeFinder(keys), fromJson('$2'))
  const visible = `${collectPlaces('t')} from ${keyRecords(keys, 't', changes)} where ${filter.text}`
  return await ask(db, readers, visible, null, timeoutMs)
}

/**
 * Tries a reader's filter and columns on the table, without reading a row.
 * @param account whose statement it is, for a fair share of the connections for joins; undefined for the operator.
 * @throws PostgreSQL's error for a value that its column cannot hold or an operator that its type does not have.
 */
export async function tryFilter(
  db: Pick<Database, 'runAs'>,
  shape: TableShape,
  reader: Reader,
  account: string | undefined,
): Promise<void> {
  const filter = filterSql(reader.conditions, columnQuoter(shape.columns), typeFinder(shape.columns), asParameters(1))
  const columns = columnsFor(shape, reader).map(({ name }) => `t.${id(name)}`)
  const text = `select ${columns.join(', ')} from ${id(shape.schema)}.${id(shape.name)} as t
    ${filter.text && `where ${filter.text}`} limit 0`
  // The values are bound, so PostgreSQL checks them when it plans the statement.
  await db.runAs(
    contextOf(reader, { 'request.jwt.claims': reader.audience.claims }),
    { text, values: filter.values },
    { lane: 'joins', caller: account },
  )
}

async function ask(
  db: Pick<Database, 'runAs'>,
  readers: readonly [Reader, ...Reader[]],
  visible: string,
  content: string | null,
  timeoutMs: number,
): Promise<Seen> {
  const asked = readers.map(({ audience, conditions }) => ({
    claims: audience.claims,
    values: filterValues(conditions),
  }))
  const rows = await db.runAs<AnswerRow>(
    // A generic plan serves all readers: with so many of them, custom plans cost more than they save.
    { ...contextOf(readers[0], { 'request.jwt.claims': '', plan_cache_mode: 'force_generic_plan' }), timeoutMs },
    { name: 'realtime_visible', text: ASK_SQL, values: [visible, content, '[]', JSON.stringify(asked)] },
    { lane: 'live' },
  )
  const seen: Seen = { classes: [], records: new Map() }
  for (const row of rows)
    if (row.seen) seen.classes.push(row.seen)
    else if (row.place !== null && row.record !== null) seen.records.set(row.place, row.record)
  return seen
}

function contextOf({ audience }: Reader, settings: Readonly<Record<string, string>>): RequestContext {
  return {
    role: audience.role,
    readOnly: true,
    oneSnapshot: true,
    settings: { search_path: '"public", "extensions"', ...settings },
  }
}

function filterValues(conditions: Reader['conditions']): FilterValue[] {
  return filterSql(
    conditions,
    (column) => column,
    () => '',
    () => '',
  ).values
}

function collectPlaces(from: string): string {
  return `select coalesce(pg_catalog.array_agg(${from}."#place" order by ${from}."#place"), '{}')`
}

/** Keys are inlined, so that PostgreSQL parses them once, not once for each reader. */
function keyRecords(keys: readonly TableColumn[], name: string, changes: KeyedChanges): string {
  const columns = keys.map((key) => `, ${id(key.name)} ${key.sqlType}`).join('')
  return `pg_catalog.jsonb_to_recordset(${pg.escapeLiteral(asJson(changes))}::jsonb) as ${name} ("#place" integer${columns})`
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

function id(name: string): string {
  return pg.escapeIdentifier(name)
}
