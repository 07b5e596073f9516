import { type Difference, describeDifferences } from './catalogue/compare.ts'

/** What could refuse rows during a restore: a column, by its type and by NOT NULL. */
const RULES: ReadonlySet<string> = new Set(['constraint', 'unique index', 'column', 'type'])

/** A table is missing, or rows may break a rule that a restored database would have again. */
export class LooserRulesError extends Error {
  override name = 'LooserRulesError'
  constructor(objects: readonly Difference[]) {
    super(`${describeDifferences(objects)}, and a restore would refuse the backup`)
  }
}

/**
 * Refuses a backup that lacks a table of the migrations, or whose rows may break a rule of theirs.
 * @param differences to the schema that the migrations create.
 * @throws {LooserRulesError} when one of them is a table that was removed, or a constraint, unique index, column or type
 *   that was removed or changed.
 */
export function refuseLooserRules(differences: readonly Difference[]): void {
  const looser = differences.filter(
    ({ what, kind }) => (what !== 'made' && RULES.has(kind)) || (what === 'removed' && kind === 'table'),
  )
  if (looser.length > 0) throw new LooserRulesError(looser)
}
