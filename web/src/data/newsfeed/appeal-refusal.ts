import { refusalIn } from '../../lib/refusal.ts'

/** Why the database refused a suspended member's answer, as a sentence; undefined for any other failure. */
export const appealRefusal = refusalIn({
  SU001: 'You are not suspended any more.',
  SU002: 'You have answered this suspension before. The team has your first answer.',
})
