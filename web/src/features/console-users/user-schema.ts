import * as z from 'zod/mini'
import { LIMITS } from '../../../../contract/src/limits.ts'
import { newPassword } from '../../lib/form/password.ts'
import { text } from '../../lib/form/schema.ts'

/** What an admin edits of a member, under the names of the columns. */
export const userSchema = z.object({
  username: text(LIMITS.username, {
    missing: 'Enter a username',
    long: `Username must have 1 to ${LIMITS.username} characters`,
  }),
  is_admin: z.boolean(),
})

export const memberPasswordSchema = z.object({ password: newPassword })
