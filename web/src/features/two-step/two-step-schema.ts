import * as z from 'zod/mini'
import { text } from '../../lib/form/schema.ts'

const NAME_LENGTH = 50

/** A code of an authenticator app; spaces between the digits are ignored. */
export const code = z.pipe(
  z.pipe(
    z.string(),
    z.transform((typed: string) => typed.replace(/\s/g, '')),
  ),
  z.string().check(z.refine((typed) => /^\d{6}$/.test(typed), 'Enter the six digits that the app shows')),
)

export const codeSchema = z.object({ appId: z.string(), code })

export const nameSchema = z.object({ name: text(NAME_LENGTH, { missing: 'Enter a name' }), password: z.string() })
