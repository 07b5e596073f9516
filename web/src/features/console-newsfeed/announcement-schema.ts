import * as z from 'zod/mini'
import { TEXT_LIMITS } from '../../../../contract/src/limits.ts'
import { text } from '../../lib/form/schema.ts'

export const announcementSchema = z.object({
  content: text(TEXT_LIMITS.post, { missing: 'Write something' }),
})
