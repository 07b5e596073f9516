import { describe, expect, it } from 'vitest'
import { viewColumnOrigins } from './view-columns.ts'

const entry = (resno: number, table: number, column: number, name = 'x') =>
  `{TARGETENTRY :expr {VAR :varno 1 :varattno ${column}} :resno ${resno} :resname ${name} :ressortgroupref 0 :resorigtbl ${table} :resorigcol ${column} :resjunk false}`

describe('viewColumnOrigins', () => {
  it('reads only the outermost target list', () => {
    const inner = `{QUERY :targetList (${entry(1, 900, 9)})}`
    const rule = `({QUERY :rtable ({RANGETBLENTRY :subquery ${inner}}) :targetList (${entry(1, 100, 3)} ${entry(2, 0, 0)} ${entry(3, 200, 1)})})`
    expect([...viewColumnOrigins(rule)]).toEqual([
      [1, { table: '100', column: 3 }],
      [3, { table: '200', column: 1 }],
    ])
  })

  it('accepts names with braces and spaces', () => {
    const rule = `({QUERY :targetList (${entry(1, 100, 3, 'a\\ \\{\\}\\ :resno\\ 7')} ${entry(2, 100, 4)})})`
    expect([...viewColumnOrigins(rule).keys()]).toEqual([1, 2])
  })
})
