import { type Domains, domainOf } from './domains.ts'
import type { Schema, SchemaFunction, SchemaRelation } from './read-schema.ts'

const HEAD = `-- Written by \`npm run gen\` from supabase/migrations: what this part of the schema is today. Nothing runs this file; a
-- change is a new migration.
`

/** The text of each file of supabase/schema: the objects that a migration created, as they are after all migrations. */
export function writeDomains(schema: Schema, domains: Domains): Map<string, string> {
  const texts = new Map<string, string[]>()
  const add = (domain: string, text: string) => texts.set(domain, [...(texts.get(domain) ?? []), text])
  for (const relation of schema.relations) {
    if (relation.kind !== 'platform table') add(domainOf(domains, relation.oid), relationText(relation))
    else if (relation.statements.length > 0) add('platform', statements(relation.statements))
  }
  for (const each of schema.functions) add(domainOf(domains, each.oid), functionText(each))
  return new Map([...texts].map(([domain, parts]) => [`${domain}.sql`, [HEAD, ...parts].join('\n')]))
}

function relationText({ name, kind, body, options, statements: more }: SchemaRelation): string {
  const create =
    kind === 'view'
      ? `create view ${name}${options ? ` with (${options})` : ''} as\n${body.join('').trimEnd()}`
      : `create ${options ? `${options} ` : ''}table ${name} (\n${body.map((part) => `  ${part}`).join(',\n')}\n);`
  return `${create}\n${statements(more)}`
}

function functionText({ definition, statements: more }: SchemaFunction): string {
  return `${definition.replace('CREATE OR REPLACE FUNCTION', 'create function').trimEnd()};\n${statements(more)}`
}

/** A blank line before each new kind of statement. */
function statements(list: readonly string[]): string {
  return list.map((text, i) => `${i > 0 && kindOf(text) !== kindOf(list[i - 1] ?? '') ? '\n' : ''}${text};\n`).join('')
}

function kindOf(statement: string): string {
  if (/^(create|comment on) policy/.test(statement)) return 'policy'
  return /^(CREATE TRIGGER|CREATE (UNIQUE )?INDEX|comment on|alter table|grant)/.exec(statement)?.[1] ?? ''
}
