import * as z from 'zod/mini'
import { TEXT_LIMITS } from '../../../../contract/src/limits.ts'
import { text } from '../../lib/form/schema.ts'

/** What a suspended member reads with the decision about their answer; may be blank. */
export const appealDecisionSchema = z.object({ words: text(TEXT_LIMITS.appealWords) })
