import * as z from 'zod/mini'
import { LIMITS } from '../../../../contract/src/limits.ts'
import { knownPassword, newPassword, PASSWORDS_DIFFER } from '../../lib/form/password.ts'
import { text } from '../../lib/form/schema.ts'

const email = z.string().check(
  z.trim(),
  z.refine((typed) => typed !== '', 'Enter your email'),
  z.refine((typed) => /^[^\s@]+@[^\s@]+$/.test(typed), 'Enter an email address'),
)

export const signInSchema = z.object({
  email,
  password: knownPassword('Enter your password'),
})

export const registerSchema = z.object({
  username: text(LIMITS.username, {
    missing: 'Enter a username',
    long: `Username can have ${LIMITS.username} characters at most`,
  }),
  email,
  password: newPassword,
})

export const requestResetSchema = z.object({ email })

/** The address that an email was sent to, and the code in it; spaces between the digits are ignored. */
export const codeSchema = z.object({
  email,
  code: z.pipe(
    z.pipe(
      z.string(),
      z.transform((text: string) => text.replace(/\s/g, '')),
    ),
    z.string().check(z.refine((code) => /^\d{6}$/.test(code), 'Enter the six-digit code from the email')),
  ),
})

export const resetSchema = z
  .object({ password: newPassword, confirm: z.string() })
  .check(z.refine(({ password, confirm }) => password === confirm, PASSWORDS_DIFFER))

/** The id in a referral link if it is a UUID; anything else is ignored. */
export function referrerIdFrom(ref: string | null): string | undefined {
  return ref !== null && /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(ref) ? ref.toLowerCase() : undefined
}
