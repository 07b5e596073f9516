import * as z from 'zod/mini'
import { LIMITS } from '../../../../contract/src/limits.ts'
import { text } from '../../lib/form/schema.ts'

export const settingsSchema = z.object({
  currencySymbol: text(LIMITS.currencySymbol, { missing: 'Currency symbol is required' }),
})
