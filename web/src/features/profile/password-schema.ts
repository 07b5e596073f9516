import * as z from 'zod/mini'
import { knownPassword, newPassword, PASSWORDS_DIFFER } from '../../lib/form/password.ts'

export const passwordSchema = z
  .object({ current: knownPassword('Enter your current password'), next: newPassword, confirm: z.string() })
  .check(z.refine(({ next, confirm }) => next === confirm, PASSWORDS_DIFFER))
