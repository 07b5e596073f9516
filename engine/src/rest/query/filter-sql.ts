import type { BinaryOperator, IsValue, TextSearchOperator } from '../api-request/types.ts'
import type { PlanCondition } from '../plan/read-plan.ts'
import { fieldSql } from './field-sql.ts'
import type { RowSource } from './row-sql.ts'
import { type Parameters, qualify } from './sql.ts'

const OPERATORS: Record<BinaryOperator, string> = {
  eq: '=',
  neq: '<>',
  gt: '>',
  gte: '>=',
  lt: '<',
  lte: '<=',
  like: 'LIKE',
  ilike: 'ILIKE',
  cs: '@>',
  cd: '<@',
  ov: '&&',
  sl: '<<',
  sr: '>>',
  nxr: '&<',
  nxl: '&>',
  adj: '-|-',
}
const TEXT_SEARCH: Record<TextSearchOperator, string> = {
  fts: 'to_tsquery',
  plfts: 'plainto_tsquery',
  phfts: 'phraseto_tsquery',
  wfts: 'websearch_to_tsquery',
}
const IS: Record<IsValue, string> = {
  null: 'IS NULL',
  not_null: 'IS NOT NULL',
  true: 'IS TRUE',
  false: 'IS FALSE',
  unknown: 'IS UNKNOWN',
}

/** One filter as a comparison. Values stay placeholders, which take the type of the other operand. */
export function testSql(
  source: RowSource,
  filter: Extract<PlanCondition, { kind: 'filter' }>,
  params: Parameters,
): string {
  const { field, test } = filter
  const left = fieldSql(source, field, params)
  const read = field.path.length === 0 ? field.represented?.fromText : undefined
  const one = (value: string) => (read ? `${qualify(read)}(${value}::text)` : value)
  switch (test.type) {
    case 'binary': {
      const value = params.add(test.slot)
      return `${left} ${OPERATORS[test.op]} ${test.quantifier ? `${test.quantifier.toUpperCase()} (${value})` : one(value)}`
    }
    case 'in':
      if (read)
        return `${left} = ANY (SELECT ${one('"v"')} FROM pg_catalog.unnest(${params.add(test.slot)}::text[]) AS "_"("v"))`
      return `${left} = ANY (${params.add(test.slot)})`
    case 'is':
      return `${left} ${IS[test.value]}`
    case 'distinct':
      return `${left} IS DISTINCT FROM ${one(params.add(test.slot))}`
    case 'fts': {
      const language = () => (test.language === undefined ? '' : `${params.add(test.language)}::text::regconfig, `)
      const vector = field.isVector && field.path.length === 0 ? left : `to_tsvector(${language()}${left})`
      return `${vector} @@ ${TEXT_SEARCH[test.op]}(${language()}${params.add(test.slot)}::text)`
    }
  }
}
