import { refusalIn } from '../../lib/refusal.ts'

/** Why the database refused to move the end of a pin. */
export const pinRefusal = refusalIn({ NF004: 'An announcement can be pinned for 90 days at most.' })
