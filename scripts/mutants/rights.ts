import type { Client } from 'pg'
import { type Mutant, rowsOf, SCHEMAS } from './mutant.ts'

interface Policy {
  table: string
  name: string
  /** Whether it has such a condition, other than `true`. */
  using: boolean | null
  checks: boolean | null
}

/** Policies: each dropped, and each of its conditions true for every row, if it is not already. */
export async function policies(db: Client): Promise<Mutant[]> {
  const rows = await rowsOf<Policy>(
    db,
    `select p.polrelid::regclass::text as table, quote_ident(p.polname) as name,
        pg_get_expr(p.polqual, p.polrelid) <> 'true' as using,
        pg_get_expr(p.polwithcheck, p.polrelid) <> 'true' as checks
      from pg_policy as p join pg_class as c on c.oid = p.polrelid
      where c.relnamespace::regnamespace::text in ${SCHEMAS} order by 1, 2`,
  )
  return rows.flatMap(({ table, name, using, checks }) => {
    const mutant = (what: string, sql: string) => ({
      kind: 'policy',
      name: `policy ${name} on ${table}: ${what}`,
      touches: [table],
      sql,
    })
    const open = (clause: string) => mutant(`${clause} (true)`, `alter policy ${name} on ${table} ${clause} (true)`)
    return [
      mutant('dropped', `drop policy ${name} on ${table}`),
      ...(using ? [open('using')] : []),
      ...(checks ? [open('with check')] : []),
    ]
  })
}

/** Rights to tables, columns and functions that the API's roles could be given, or lose. */
export async function grants(db: Client): Promise<Mutant[]> {
  const tables = await rowsOf<{ table: string; role: string; privilege: string; held: boolean }>(
    db,
    `select c.oid::regclass::text as table, r.rolname as role, p.privilege,
        has_table_privilege(r.oid, c.oid, p.privilege) as held
      from pg_class as c, pg_roles as r, unnest(array['select', 'insert', 'update', 'delete']) as p (privilege)
      where c.relnamespace::regnamespace::text = 'public' and c.relkind in ('r', 'p', 'v')
        and r.rolname in ('anon', 'authenticated')
      order by 1, 2, 3`,
  )
  const columns = await rowsOf<{ table: string; role: string; privilege: string; column: string }>(
    db,
    `select a.attrelid::regclass::text as table, r.rolname as role, lower(x.privilege_type) as privilege,
        quote_ident(a.attname) as column
      from pg_attribute as a join pg_class as c on c.oid = a.attrelid
        cross join aclexplode(a.attacl) as x join pg_roles as r on r.oid = x.grantee
      where c.relnamespace::regnamespace::text = 'public' and r.rolname in ('anon', 'authenticated')
      order by 1, 2, 3, a.attnum`,
  )
  const routines = await rowsOf<{ function: string; name: string; role: string; held: boolean }>(
    db,
    `select f.oid::regprocedure::text as function, f.oid::regproc::text as name, r.rolname as role,
        has_function_privilege(r.oid, f.oid, 'execute') as held
      from pg_proc as f, pg_roles as r
      where f.pronamespace::regnamespace::text = 'public' and r.rolname in ('anon', 'authenticated')
        and f.prorettype <> 'trigger'::regtype
      order by 1, 3`,
  )
  return [
    ...tables.map(({ table, role, privilege, held }) => right(privilege, table, table, role, held)),
    ...columns.map(({ table, role, privilege, column }) => right(`${privilege} (${column})`, table, table, role, true)),
    ...routines.map(({ function: routine, name, role, held }) =>
      right('execute', `function ${routine}`, name, held ? `public, ${role}` : role, held),
    ),
  ]
}

function right(privilege: string, object: string, touched: string, role: string, held: boolean): Mutant {
  const sql = held ? `revoke ${privilege} on ${object} from ${role}` : `grant ${privilege} on ${object} to ${role}`
  return { kind: 'grant', name: sql, touches: [touched], sql }
}

/** Functions with their owner's rights: each with the caller's instead. */
export async function definers(db: Client): Promise<Mutant[]> {
  const rows = await rowsOf<{ function: string; name: string }>(
    db,
    `select f.oid::regprocedure::text as function, f.oid::regproc::text as name from pg_proc as f
      where f.prosecdef and f.pronamespace::regnamespace::text in ${SCHEMAS} order by 1`,
  )
  return rows.map(({ function: routine, name }) => ({
    kind: 'security definer',
    name: `security definer of ${routine}: invoker`,
    touches: [name],
    sql: `alter function ${routine} security invoker`,
  }))
}
