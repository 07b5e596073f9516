import { TEXT_LIMITS, WEIGHT } from '../../../../../contract/src/limits.ts'
import type { ConsoleGame } from '../../../data/games/console-game.ts'
import type { GameAnswer } from '../../../data/games/console-game-query.ts'
import type { GameFields } from '../../../data/games/console-game-save-mutation.ts'
import type { GameType } from '../../../data/games/game.ts'
import type { WeightUnit } from '../../../lib/weight.ts'

/** A game as it stands in the form; numbers as they were typed. */
export interface GameDraft {
  type: GameType
  title: string
  description: string
  imageUrl: string | null
  /** As ISO moments; null while not chosen. */
  startDate: string | null
  endDate: string | null
  winnerPoints: string
  places: readonly [string, string, string]
  packageId: string | null
  unit: WeightUnit
  /** The weight or the square; empty while there is none. */
  answer: string
}

export type DraftErrors = Partial<
  Record<
    'title' | 'startDate' | 'endDate' | 'imageUrl' | 'winnerPoints' | 'answer' | 'place1' | 'place2' | 'place3',
    string
  >
>

export type CheckedDraft = { ok: true; fields: GameFields } | { ok: false; errors: DraftErrors }

/** The most points that the database takes for a place. */
const POINTS_MAX = 1_000_000

export function newDraft(type: GameType): GameDraft {
  return {
    type,
    title: '',
    description: '',
    imageUrl: null,
    startDate: null,
    endDate: null,
    winnerPoints: '100',
    places: ['300', '200', '100'],
    packageId: null,
    unit: 'kg',
    answer: '',
  }
}

/** An existing draft with its sealed answer, to be changed. */
export function draftOf(game: ConsoleGame, answer: GameAnswer): GameDraft {
  const [first, second, third] = game.placePoints
  const sealed = answer.weight ?? answer.square
  return {
    type: game.type,
    title: game.title,
    description: game.description,
    imageUrl: game.imageUrl,
    startDate: game.startDate,
    endDate: game.endDate,
    winnerPoints: `${game.winnerPoints}`,
    places: [`${first}`, `${second}`, `${third}`],
    packageId: game.packageId,
    unit: game.unit,
    answer: sealed === null ? '' : `${sealed}`,
  }
}

/** What was typed for a square, kept within 1 to 100; empty stays empty. */
export function clampSquare(text: string): string {
  const square = Number.parseInt(text, 10)
  return Number.isNaN(square) ? '' : `${Math.min(100, Math.max(1, square))}`
}

/**
 * Checks the form as the database will.
 * @param sealed whether the game has an answer already: it can be changed, not taken back.
 */
export function checkDraft(draft: GameDraft, sealed = false): CheckedDraft {
  const errors: DraftErrors = {}
  const title = draft.title.trim()
  if (title === '') errors.title = 'Title is required'
  else if ([...title].length > TEXT_LIMITS.title) errors.title = `At most ${TEXT_LIMITS.title} characters`
  const { startDate, endDate } = draft
  if (startDate === null) errors.startDate = 'Start and end dates are required'
  if (endDate === null) errors.endDate = 'Start and end dates are required'
  if (startDate !== null && endDate !== null && Date.parse(endDate) <= Date.parse(startDate))
    errors.endDate = 'The end must be after the start'
  if (draft.type === 'pick_swim' && !draft.imageUrl) errors.imageUrl = 'Lake photo is required'

  const winnerPoints = readPoints(draft.winnerPoints)
  const places = draft.places.map(readPoints)
  if (draft.type === 'carp_of_week') {
    if (places[0] === undefined) errors.place1 = POINTS_WORDS
    if (places[1] === undefined) errors.place2 = POINTS_WORDS
    if (places[2] === undefined) errors.place3 = POINTS_WORDS
  } else if (winnerPoints === undefined) errors.winnerPoints = POINTS_WORDS

  const answer = readAnswer(draft)
  if (answer === undefined) errors.answer = weightWords(draft.unit)
  else if (answer === null && sealed) errors.answer = 'The answer can be changed, but not taken back'

  if (Object.keys(errors).length > 0 || startDate === null || endDate === null || answer === undefined)
    return { ok: false, errors }
  return {
    ok: true,
    fields: {
      type: draft.type,
      title,
      description: draft.description.trim(),
      imageUrl: draft.imageUrl,
      startDate,
      endDate,
      winnerPoints: winnerPoints ?? 0,
      placePoints: [places[0] ?? 0, places[1] ?? 0, places[2] ?? 0],
      packageId: draft.packageId,
      unit: draft.unit,
      answer,
    },
  }
}

const POINTS_WORDS = 'Enter whole points from 0 to 1,000,000'
const weightWords = (unit: WeightUnit) => `Enter a weight from 0 to ${WEIGHT[unit].max} ${unit} in steps of 0.1`

function readPoints(text: string): number | undefined {
  const points = /^\d{1,7}$/.test(text.trim()) ? Number(text) : Number.NaN
  return points <= POINTS_MAX ? points : undefined
}

/** Null without an answer, undefined for one that cannot be. */
function readAnswer({ type, answer, unit }: GameDraft): number | null | undefined {
  const text = answer.trim().replace(',', '.')
  if (type === 'carp_of_week' || text === '') return null
  if (type === 'pick_swim') return Number(clampSquare(text)) || undefined
  const weight = /^\d+(\.\d?)?$|^\.\d$/.test(text) ? Number(text) : Number.NaN
  return weight <= WEIGHT[unit].max ? weight : undefined
}
