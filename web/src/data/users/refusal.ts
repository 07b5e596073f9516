import { refusalIn } from '../../lib/refusal.ts'

/** Why rights, suspension or deletion were refused, as a sentence; undefined for any other failure. */
export const rightsRefusal = refusalIn({
  US001: 'This is the last admin who is not suspended. Make another member an admin first.',
})
