import { describe, expect, it } from 'vitest'
import type { Difference } from './catalogue/compare.ts'
import { LooserRulesError, refuseLooserRules } from './looser-rules.ts'

const difference = (what: Difference['what'], kind: string): Difference => ({ what, kind, name: 'public.games' })

describe('a backup', () => {
  it.each(
    ['constraint', 'unique index', 'column', 'type'].flatMap((kind) => [
      ['removed', kind] as const,
      ['changed', kind] as const,
    ]),
  )('is refused when an operator has %s one %s and nothing else', (what, kind) => {
    expect(() => refuseLooserRules([difference(what, kind)])).toThrow(new LooserRulesError([difference(what, kind)]))
  })

  it.each([
    ['made', 'constraint'],
    ['made', 'column'],
    ['removed', 'index'],
    ['changed', 'function'],
    ['changed', 'table'],
    ['removed', 'trigger'],
  ] as const)('is not refused when somebody %s one %s', (what, kind) => {
    expect(() => refuseLooserRules([difference(what, kind)])).not.toThrow()
  })

  it('is refused when an operator has removed a table', () => {
    const removed = [difference('removed', 'table')]
    expect(() => refuseLooserRules(removed)).toThrow(new LooserRulesError(removed))
  })

  it('names only what refuses it', () => {
    expect(() => refuseLooserRules([difference('made', 'table'), difference('removed', 'type')])).toThrow(
      'removed type public.games, and a restore would refuse the backup',
    )
  })
})
