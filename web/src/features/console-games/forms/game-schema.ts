import * as z from 'zod/mini'
import { TEXT_LIMITS, WEIGHT } from '../../../../../contract/src/limits.ts'
import { endsLater, moment, wholeNumber } from '../../../components/console/field-kinds.ts'
import type { ConsoleGame } from '../../../data/games/console-game.ts'
import type { GameFields } from '../../../data/games/console-game-save-mutation.ts'
import type { GameType } from '../../../data/games/game.ts'
import { type FormSchema, text } from '../../../lib/form/schema.ts'
import type { WeightUnit } from '../../../lib/weight.ts'

/** The most points that the database accepts for a place. */
const points = wholeNumber({ min: 0, max: 1_000_000 }, 'Enter whole points from 0 to 1,000,000')
// Fields of other types of games are not validated.
const unused = z.pipe(
  z.string(),
  z.transform((typed) => points.safeParse(typed).data ?? 0),
)

/**
 * A game of one type: its input, with numbers as text, and its output. An empty answer keeps the sealed one, if
 * any.
 */
export function gameSchema(type: GameType) {
  const places = type === 'carp_of_week'
  return z.pipe(
    z
      .object({
        title: text(TEXT_LIMITS.title, {
          missing: 'Title is required',
        }),
        description: text(TEXT_LIMITS.gameDescription),
        imageUrl: z
          .nullable(z.string())
          .check(z.refine((url) => type !== 'pick_swim' || Boolean(url), 'Lake photo is required')),
        startDate: moment('Start and end dates are required'),
        endDate: moment('Start and end dates are required'),
        winnerPoints: places ? unused : points,
        place1: places ? points : unused,
        place2: places ? points : unused,
        place3: places ? points : unused,
        packageId: z.nullable(z.string()),
        unit: z.enum(['kg', 'lbs']),
        /** The weight or the square; empty while not set. */
        answer: z.string(),
      })
      .check(
        endsLater,
        z.check(({ value: { answer, unit }, issues }) => {
          if (readAnswer(type, answer, unit) !== undefined) return
          const message = `Enter a weight from 0 to ${WEIGHT[unit].max} ${unit} in steps of 0.1`
          issues.push({ code: 'custom', message, path: ['answer'], input: answer, continue: true })
        }),
      ),
    z.transform(
      ({ place1, place2, place3, answer, ...rest }): GameFields => ({
        type,
        ...rest,
        placePoints: [place1, place2, place3],
        answer: readAnswer(type, answer, rest.unit) ?? null,
      }),
    ),
  )
}

/** The form values of a game; numbers as typed, moments null until chosen. */
export type GameValues = z.input<ReturnType<typeof gameSchema>>

/** @param unit of weights. */
export const newGame = (unit: WeightUnit = 'kg'): GameValues => ({
  title: '',
  description: '',
  imageUrl: null,
  startDate: null,
  endDate: null,
  winnerPoints: '100',
  place1: '300',
  place2: '200',
  place3: '100',
  packageId: null,
  unit,
  answer: '',
})

/** The form values of an existing game, without its answer: an admin who views the answer cannot enter the game. */
export function valuesOf(game: ConsoleGame): GameValues {
  const [first, second, third] = game.placePoints
  return {
    title: game.title,
    description: game.description,
    imageUrl: game.imageUrl,
    startDate: game.startDate,
    endDate: game.endDate,
    winnerPoints: `${game.winnerPoints}`,
    place1: `${first}`,
    place2: `${second}`,
    place3: `${third}`,
    packageId: game.packageId,
    unit: game.unit,
    answer: '',
  }
}

/**
 * The form values of a game that is held again: everything but entries and answer, moved by whole weeks to the first
 * dates of which at least half is still to come. The time of day stays, also across a change of the clocks.
 */
export function valuesOfNext(game: ConsoleGame, now: Date): GameValues {
  const values = valuesOf(game)
  const middle = (Date.parse(game.startDate) + Date.parse(game.endDate)) / 2
  // A date that cannot be read is left for the admin to choose.
  if (Number.isNaN(middle)) return { ...values, startDate: null, endDate: null }
  const weeks = Math.max(1, Math.ceil((now.getTime() - middle) / WEEK))
  return { ...values, startDate: weeksLater(game.startDate, weeks), endDate: weeksLater(game.endDate, weeks) }
}

const WEEK = 7 * 24 * 3_600_000

function weeksLater(moment: string, weeks: number): string {
  const date = new Date(moment)
  date.setDate(date.getDate() + 7 * weeks)
  return date.toISOString()
}

/** Whether the end of a running game can still be moved. */
export const canMoveEnd = ({ endDate }: ConsoleGame, now: Date): boolean => Date.parse(endDate) > now.getTime()

const FEWER = 'Points can only be raised, because members have entered'

/**
 * The permitted corrections of a running game, as the database enforces them: once members have entered, the end can
 * only move later and points can only be raised.
 */
export function correctionSchema(game: ConsoleGame): FormSchema<GameValues, GameFields> {
  const schema = gameSchema(game.type)
  if (game.entryCount === 0) return schema
  return schema.check(
    z.refine(({ endDate }) => Date.parse(endDate) >= Date.parse(game.endDate), {
      path: ['endDate'],
      error: 'The end can only move to a later time, because members have entered',
    }),
    z.refine(({ winnerPoints }) => winnerPoints >= game.winnerPoints, { path: ['winnerPoints'], error: FEWER }),
    ...game.placePoints.map((points, at) =>
      z.refine<GameFields>(({ placePoints }) => (placePoints[at] ?? 0) >= points, {
        path: [`place${at + 1}`],
        error: FEWER,
      }),
    ),
  )
}

/** The typed square, clamped to 1 to 100; empty stays empty. */
export function clampSquare(text: string): string {
  const square = Number.parseInt(text, 10)
  return Number.isNaN(square) ? '' : `${Math.min(100, Math.max(1, square))}`
}

/** Null without an answer, undefined for an invalid one. */
function readAnswer(type: GameType, typed: string, unit: WeightUnit): number | null | undefined {
  const text = typed.trim().replace(',', '.')
  if (type === 'carp_of_week' || text === '') return null
  if (type === 'pick_swim') return Number(clampSquare(text)) || undefined
  const weight = /^\d+(\.\d?)?$|^\.\d$/.test(text) ? Number(text) : Number.NaN
  return weight <= WEIGHT[unit].max ? weight : undefined
}
