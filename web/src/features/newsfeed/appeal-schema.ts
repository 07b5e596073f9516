import * as z from 'zod/mini'
import { TEXT_LIMITS } from '../../../../contract/src/limits.ts'
import { text } from '../../lib/form/schema.ts'
import { hasVisibleText } from './has-visible-text.ts'

/** What a suspended member answers the team. */
export const appealSchema = z.object({
  message: text(TEXT_LIMITS.appeal).check(z.refine(hasVisibleText, 'Write your answer')),
})
