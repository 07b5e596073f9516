import * as z from 'zod/mini'
import { LIMITS, REPORTS_TO_HIDE, STEP_POINTS } from '../../../../contract/src/limits.ts'
import { wholeNumber } from '../../components/console/field-kinds.ts'
import { text } from '../../lib/form/schema.ts'
import { formatPoints } from '../../lib/format.ts'
import { isSeasonDay } from './season-day.ts'

const stepPoints = () =>
  wholeNumber(STEP_POINTS, `Enter a whole number from ${STEP_POINTS.min} to ${formatPoints(STEP_POINTS.max)}`)

export const settingsSchema = z
  .object({
    clubName: text(LIMITS.clubName, { missing: 'Club name is required' }),
    logoUrl: z.nullable(z.string()),
    accent: z.enum(['tip', 'lake', 'info', 'gold']),
    timeZone: z.string(),
    country: z.string(),
    weightUnit: z.enum(['kg', 'lbs']),
    currencySymbol: text(LIMITS.currencySymbol, { missing: 'Currency symbol is required' }),
    reportsToHide: wholeNumber(
      REPORTS_TO_HIDE,
      `Enter a whole number from ${REPORTS_TO_HIDE.min} to ${REPORTS_TO_HIDE.max}`,
    ),
    adminsNeedTwoSteps: z.boolean(),
    joining: z.enum(['open', 'invitation', 'closed']),
    seasonMonth: z.string(),
    seasonDay: z.string(),
    recordsForGuests: z.boolean(),
    photoStepPoints: stepPoints(),
    helloStepPoints: stepPoints(),
    gameStepPoints: stepPoints(),
  })
  .check(
    z.refine(({ seasonMonth, seasonDay }) => isSeasonDay(seasonMonth, seasonDay), {
      path: ['seasonDay'],
      error: 'Choose a day that this month has each year',
    }),
  )
