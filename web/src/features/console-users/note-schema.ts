import * as z from 'zod/mini'
import { TEXT_LIMITS } from '../../../../contract/src/limits.ts'
import { text } from '../../lib/form/schema.ts'

export const noteSchema = z.object({ content: text(TEXT_LIMITS.teamNote, { missing: 'Write a note first' }) })
