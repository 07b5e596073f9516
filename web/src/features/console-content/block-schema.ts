import * as z from 'zod/mini'
import { LIMITS } from '../../../../contract/src/limits.ts'
import { picture } from '../../components/console/field-kinds.ts'
import { text } from '../../lib/form/schema.ts'

/** One section of the landing page. Blank texts are allowed: they hide the section. */
export const blockSchema = z.object({
  title: text(LIMITS.landingTitle),
  description: text(LIMITS.landingDescription),
  imageUrl: picture(),
})
