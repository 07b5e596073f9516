import type { Client } from 'pg'
import { mutantsOf } from './body.ts'
import { type Mutant, rowsOf, SCHEMAS } from './mutant.ts'

interface Constraint {
  table: string
  name: string
  definition: string
}

const constraints = (db: Client, type: 'c' | 'f') =>
  rowsOf<Constraint>(
    db,
    `select k.conrelid::regclass::text as table, quote_ident(k.conname) as name,
        pg_get_constraintdef(k.oid) as definition
      from pg_constraint as k join pg_class as c on c.oid = k.conrelid
      where k.contype = '${type}' and c.relnamespace::regnamespace::text in ${SCHEMAS} and k.conparentid = 0
      order by 1, 2`,
  )

/** Checks: each dropped, and each number and comparison in it moved by one. */
export async function checks(db: Client): Promise<Mutant[]> {
  return (await constraints(db, 'c')).flatMap(({ table, name, definition }) => {
    const mutant = (what: string, sql: string) => ({
      kind: 'check',
      name: `check ${name} on ${table}: ${what}`,
      touches: [table],
      sql: `alter table ${table} drop constraint ${name}${sql}`,
    })
    return [
      mutant('dropped', ''),
      ...mutantsOf(definition).map(({ what, text }) =>
        mutant(what, `; alter table ${table} add constraint ${name} ${text}`),
      ),
    ]
  })
}

const ON_DELETE = / ON DELETE ((?:SET NULL|SET DEFAULT|CASCADE|RESTRICT)(?: \([^)]*\))?)/

/** Foreign keys: each `on delete` turned round. */
export async function foreignKeys(db: Client): Promise<Mutant[]> {
  return (await constraints(db, 'f')).map(({ table, name, definition }) => {
    const action = ON_DELETE.exec(definition)?.[1] ?? 'NO ACTION'
    const other = action === 'CASCADE' ? 'NO ACTION' : 'CASCADE'
    const [head = '', ...tail] = definition.replace(ON_DELETE, '').split(/(?= DEFERRABLE| NOT VALID)/)
    return {
      kind: 'foreign key',
      name: `foreign key ${name} on ${table}: on delete ${action} → ${other}`.toLowerCase(),
      touches: [table, /REFERENCES ([\w.]+)/.exec(definition)?.[1] ?? table],
      sql: `alter table ${table} drop constraint ${name};
        alter table ${table} add constraint ${name} ${head} ON DELETE ${other}${tail.join('')}`,
    }
  })
}

/** Unique indexes: each made one that lets every row in, so that nothing else is lost with it. */
export async function uniques(db: Client): Promise<Mutant[]> {
  const rows = await rowsOf<{ table: string; index: string; constraint: string | null; definition: string }>(
    db,
    `select i.indrelid::regclass::text as table, i.indexrelid::regclass::text as index,
        pg_get_indexdef(i.indexrelid) as definition,
        (select quote_ident(k.conname) from pg_constraint as k
          where k.conindid = i.indexrelid and k.contype in ('u', 'x') and k.conrelid = i.indrelid) as constraint
      from pg_index as i join pg_class as c on c.oid = i.indrelid
      where i.indisunique and not i.indisprimary and c.relnamespace::regnamespace::text in ${SCHEMAS} order by 1, 2`,
  )
  return rows.map(({ table, index, constraint, definition }) => ({
    kind: 'unique index',
    name: `unique index ${index}: not unique`,
    touches: [table],
    sql: `${constraint ? `alter table ${table} drop constraint ${constraint}` : `drop index ${index}`};
      ${definition.replace(' UNIQUE', '').replace(' NULLS NOT DISTINCT', '')}`,
  }))
}
