import type { Mutant } from './mutant.ts'

/** What became of a mutant. */
export type Verdict = 'killed' | 'alive' | 'accepted' | 'not applicable'

export interface Result {
  mutant: Mutant
  verdict: Verdict
  /** The files that were run. */
  files: string[]
  /** The test that failed, or why the mutant could not be made. */
  because?: string
}

/** The end of a run: the score of each kind, what could not be made, and the mutants that no test noticed. */
export function report(results: readonly Result[], minutes: number): string {
  const lines = ['', 'kind               killed  alive  accepted  not applicable  score']
  const kinds = [...new Set(results.map(({ mutant }) => mutant.kind)), 'all']
  for (const kind of kinds) {
    const count = (verdict: Verdict) =>
      results.filter((result) => result.verdict === verdict && (kind === 'all' || result.mutant.kind === kind)).length
    const [killed, alive] = [count('killed'), count('alive')]
    const score = killed + alive === 0 ? '' : `${((100 * killed) / (killed + alive)).toFixed(1)} %`
    lines.push(
      kind.padEnd(18) +
        String(killed).padStart(7) +
        String(alive).padStart(7) +
        String(count('accepted')).padStart(10) +
        String(count('not applicable')).padStart(16) +
        score.padStart(9),
    )
  }
  const unmade = results.filter(({ verdict }) => verdict === 'not applicable')
  if (unmade.length > 0)
    lines.push('', 'Not applicable:', ...unmade.map(({ mutant, because }) => `  ${mutant.name}: ${because}`))
  const living = results.filter(({ verdict }) => verdict === 'alive')
  if (living.length > 0) lines.push('', 'Alive:')
  for (const { mutant, files } of living) {
    const rooms = files.map((file) => file.replace(/^supabase\/tests\/(.*)\.test\.ts$/, '$1'))
    lines.push(`  ${mutant.name}`, `    ${rooms.length > 0 ? rooms.join(', ') : 'no test file uses it'}`)
  }
  lines.push('', `${results.length} mutants in ${minutes.toFixed(1)} minutes`)
  return lines.join('\n')
}
