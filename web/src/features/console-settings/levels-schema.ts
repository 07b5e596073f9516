import * as z from 'zod/mini'
import { LEVEL_POINTS, LIMITS } from '../../../../contract/src/limits.ts'
import { wholeNumber } from '../../components/console/field-kinds.ts'
import { text } from '../../lib/form/schema.ts'
import { formatPoints } from '../../lib/format.ts'

const levelSchema = z.object({
  /** Key of the row in the form; it is not sent. */
  key: z.string(),
  name: text(LIMITS.levelName, { missing: 'Name is required' }),
  points: wholeNumber(
    LEVEL_POINTS,
    `Enter a whole number from ${LEVEL_POINTS.min} to ${formatPoints(LEVEL_POINTS.max)}`,
  ),
})

export type LevelValues = z.input<typeof levelSchema>

/** The levels in any order: one of them starts at 0, and names and points differ. */
export const levelsSchema = z.object({
  levels: z.array(levelSchema).check(
    z.check(({ value, issues }) => {
      const report = (at: number, field: 'name' | 'points', message: string) =>
        issues.push({ code: 'custom', message, path: [at, field], input: value, continue: true })
      for (const [at, level] of value.entries()) {
        const before = value.slice(0, at)
        if (before.some(({ name }) => name === level.name)) report(at, 'name', 'Another level has this name')
        if (before.some(({ points }) => points === level.points))
          report(at, 'points', 'Another level starts at this number')
      }
      const lowest = Math.min(...value.map(({ points }) => points))
      if (lowest > 0)
        report(
          value.findIndex(({ points }) => points === lowest),
          'points',
          'The first level starts at 0',
        )
    }),
  ),
})
