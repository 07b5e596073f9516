import * as z from 'zod/mini'
import { LIMITS } from '../../../../contract/src/limits.ts'
import { newPassword } from '../../lib/form/password.ts'
import { text } from '../../lib/form/schema.ts'

export const userSchema = z.object({
  username: text(LIMITS.username, {
    missing: 'Enter a username',
    long: `Username must have 1 to ${LIMITS.username} characters`,
  }),
  isAdmin: z.boolean(),
})

export const memberPasswordSchema = z.object({ password: newPassword })
