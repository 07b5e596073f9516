import * as z from 'zod/mini'
import { knownPassword } from '../../lib/form/password.ts'

export const deleteSchema = z.object({ password: knownPassword('Enter your password') })
