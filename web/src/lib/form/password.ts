import * as z from 'zod/mini'
import { PASSWORD } from '../../../../contract/src/limits.ts'

const bytes = (text: string) => new TextEncoder().encode(text).length

/** A new password. bcrypt ignores bytes beyond the maximum, so a longer one would be cut silently. */
export const newPassword = z.string().check(
  z.refine((text) => bytes(text) >= PASSWORD.min, `Password must be at least ${PASSWORD.min} characters long`),
  z.refine((text) => bytes(text) <= PASSWORD.max, `Password must be at most ${PASSWORD.max} characters long`),
)

/** An existing password. */
export const knownPassword = (missing: string) => z.string().check(z.refine((typed) => typed !== '', missing))

/** For a field that repeats another: both must be equal. */
export const PASSWORDS_DIFFER = { path: ['confirm'], error: 'New passwords do not match' }
