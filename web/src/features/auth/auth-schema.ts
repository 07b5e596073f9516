import * as z from 'zod/mini'
import { LIMITS, PASSWORD } from '../../../../contract/src/limits.ts'

export const USERNAME_TAKEN = 'Username is already taken'

const email = z
  .string()
  .check(z.trim(), z.minLength(1, 'Enter your email'), z.regex(/^[^\s@]+@[^\s@]+$/, 'Enter an email address'))

const bytes = (text: string) => new TextEncoder().encode(text).length

// bcrypt reads no further than the maximum; a longer password would be cut without a word.
const newPassword = z.string().check(
  z.refine((text) => bytes(text) >= PASSWORD.min, `Password must be at least ${PASSWORD.min} characters long`),
  z.refine((text) => bytes(text) <= PASSWORD.max, `Password must be at most ${PASSWORD.max} characters long`),
)

export const signInSchema = z.object({
  email,
  password: z.string().check(z.minLength(1, 'Enter your password')),
})

export const registerSchema = z.object({
  username: z
    .string()
    .check(
      z.trim(),
      z.minLength(1, 'Enter a username'),
      z.maxLength(LIMITS.username, `Username can have ${LIMITS.username} characters at most`),
      z.regex(/^\P{Cc}*$/u, 'Username cannot hold control characters'),
    ),
  email,
  password: newPassword,
})

export const requestResetSchema = z.object({ email })

export const resetSchema = z.object({ password: newPassword, confirm: z.string() }).check(
  z.refine(({ password, confirm }) => password === confirm, {
    path: ['confirm'],
    error: 'New passwords do not match',
  }),
)

export type SignInValues = z.infer<typeof signInSchema>
export type RegisterValues = z.infer<typeof registerSchema>
export type RequestResetValues = z.infer<typeof requestResetSchema>
export type ResetValues = z.infer<typeof resetSchema>

/** The id in a referral link, when it is one: anything but a UUID is left alone. */
export function referrerIdFrom(ref: string | null): string | undefined {
  const parsed = z.guid().safeParse(ref)
  return parsed.success ? parsed.data.toLowerCase() : undefined
}
