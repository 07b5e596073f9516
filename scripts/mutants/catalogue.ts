import type { Client } from 'pg'
import { mutantsOf } from './body.ts'
import { checks, foreignKeys, uniques } from './constraints.ts'
import { type Mutant, rowsOf, SCHEMAS } from './mutant.ts'
import { definers, grants, policies } from './rights.ts'

/** Everything that guards something in the schemas of the club, each left out or moved once. */
export async function listMutants(db: Client): Promise<Mutant[]> {
  // PostgreSQL then writes every name with its schema.
  await db.query(`set search_path = ''`)
  const all: Mutant[] = []
  for (const make of [policies, grants, definers, checks, foreignKeys, uniques, triggers, functions])
    all.push(...(await make(db)))
  return withUniqueNames(all)
}

/** A number for the second place that reads like the first. */
export function withUniqueNames(mutants: readonly Mutant[]): Mutant[] {
  const seen = new Map<string, number>()
  return mutants.map((mutant) => {
    const nth = (seen.get(mutant.name) ?? 0) + 1
    seen.set(mutant.name, nth)
    return nth === 1 ? mutant : { ...mutant, name: `${mutant.name} (${nth})` }
  })
}

/** Triggers: each dropped, and each with a condition fired for every row. */
async function triggers(db: Client): Promise<Mutant[]> {
  const rows = await rowsOf<{ table: string; name: string; definition: string; function: string }>(
    db,
    `select t.tgrelid::regclass::text as table, quote_ident(t.tgname) as name, pg_get_triggerdef(t.oid) as definition,
        t.tgfoid::regproc::text as function
      from pg_trigger as t
      where not t.tgisinternal and t.tgparentid = 0 and t.tgfoid::regproc::text ~ '^(public|private)\\.' order by 1, 2`,
  )
  return rows.flatMap(({ table, name, definition, function: called }) => {
    const drop = `drop trigger ${name} on ${table}`
    const touches = [table, called]
    const condition = / WHEN \(.*\) EXECUTE FUNCTION /s.exec(definition)?.[0]
    return [
      { kind: 'trigger', name: `trigger ${name} on ${table}: dropped`, touches, sql: drop },
      ...(condition
        ? [
            {
              kind: 'trigger condition',
              name: `trigger ${name} on ${table}: always`,
              touches,
              sql: `${drop}; ${definition.replace(condition, ' EXECUTE FUNCTION ')}`,
            },
          ]
        : []),
    ]
  })
}

interface Routine {
  function: string
  name: string
  definition: string
  body: string
  /** Whose triggers call it. */
  tables: string[]
  /** The functions that name it. */
  callers: string[]
}

async function functions(db: Client): Promise<Mutant[]> {
  const rows = await rowsOf<Routine>(
    db,
    `select f.oid::regprocedure::text as function, f.oid::regproc::text as name,
        pg_get_functiondef(f.oid) as definition, f.prosrc as body,
        array(select distinct t.tgrelid::regclass::text from pg_trigger as t
          where t.tgfoid = f.oid and not t.tgisinternal order by 1) as tables,
        array(select distinct c.oid::regproc::text from pg_proc as c
          where c.oid <> f.oid and c.pronamespace::regnamespace::text in ${SCHEMAS}
            and c.prosrc ~ ('\\m' || f.oid::regproc::text || '\\(') order by 1) as callers
      from pg_proc as f join pg_language as l on l.oid = f.prolang
      where f.pronamespace::regnamespace::text in ${SCHEMAS} and l.lanname in ('sql', 'plpgsql')
        and f.prokind in ('f', 'p') and f.prosqlbody is null
      order by 1`,
  )
  return rows.flatMap(({ function: routine, name, definition, body, tables, callers }) =>
    mutantsOf(body).map(({ kind, what, text, code }) => ({
      kind,
      name: `${kind} in ${routine}: ${what}`,
      // A function that many tables share is not about any of them. PostgreSQL does not count a call that fails.
      touches: [name, ...(tables.length <= 2 ? tables : []), ...(kind === 'raise' ? callers : [])],
      code,
      sql: definition.replace(body, () => text),
    })),
  )
}
