import { describe, expect, it } from 'vitest'
import type { ConsoleGame } from '../../../data/games/console-game.ts'
import type { GameType } from '../../../data/games/game.ts'
import { errorsOf } from '../../../testing/errors-of.ts'
import {
  canMoveEnd,
  clampSquare,
  correctionSchema,
  type GameValues,
  gameSchema,
  newGame,
  valuesOf,
  valuesOfNext,
} from './game-schema.ts'

const swim = (values: Partial<GameValues> = {}): GameValues => ({
  ...newGame(),
  title: 'Winter opener',
  imageUrl: 'https://lakes.example/withy.jpg',
  startDate: '2026-12-01T08:00:00.000Z',
  endDate: '2026-12-07T20:00:00.000Z',
  answer: '62',
  ...values,
})
const wrong = (values: GameValues, type: GameType = 'pick_swim') => errorsOf(gameSchema(type), values)
const fieldsOf = (values: GameValues, type: GameType = 'pick_swim') => gameSchema(type).safeParse(values).data

describe('checking the form', () => {
  it('accepts complete input, with trimmed texts', () => {
    expect(fieldsOf(swim({ title: '  Winter opener ' }))).toMatchObject({
      title: 'Winter opener',
      winnerPoints: 100,
      answer: 62,
    })
  })

  it('reports all missing fields at once', () => {
    expect(wrong(newGame())).toEqual({
      title: 'Title is required',
      startDate: 'Start and end dates are required',
      endDate: 'Start and end dates are required',
      imageUrl: 'Lake photo is required',
    })
    expect(wrong({ ...newGame(), title: ' \n' }, 'guess_weight')).not.toHaveProperty('imageUrl')
  })

  it.each(['2026-12-01T08:00:00.000Z', '2026-11-30T08:00:00.000Z'])('refuses an end at %s', (endDate) => {
    expect(wrong(swim({ endDate }))).toEqual({ endDate: 'The end must be after the start' })
  })

  it.each(['', '-5', '1.5', '1000001', 'x'])('refuses %j points', (winnerPoints) => {
    expect(wrong(swim({ winnerPoints }))).toHaveProperty('winnerPoints')
    expect(wrong(swim({ place1: winnerPoints, place2: '0', place3: '1000000', answer: '' }), 'carp_of_week')).toEqual({
      place1: 'Enter whole points from 0 to 1,000,000',
    })
  })

  it('validates only the points of its type', () => {
    expect(wrong(swim({ place1: '', place2: '', place3: '' }))).toEqual({})
    expect(wrong(swim({ winnerPoints: '' }), 'carp_of_week')).toEqual({})
  })

  it.each([
    ['kg', '500', 500],
    ['lbs', '1000', 1000],
    ['lbs', '28.6', 28.6],
    ['kg', '12,5', 12.5],
    ['kg', '.5', 0.5],
    ['kg', '0', 0],
    ['kg', ' ', null],
  ] as const)('reads %s %j as %j', (unit, answer, weight) => {
    expect(fieldsOf(swim({ unit, answer }), 'guess_weight')?.answer).toBe(weight)
  })

  it.each([
    ['kg', '500.1'],
    ['lbs', '1000.1'],
    ['kg', '-1'],
    ['kg', '12.34'],
    ['kg', '1e2'],
    ['kg', '.'],
  ] as const)('refuses the weight %s %j', (unit, answer) => {
    expect(wrong(swim({ unit, answer }), 'guess_weight')).toHaveProperty('answer')
  })

  it('may be left empty, which keeps the sealed one', () => {
    expect(fieldsOf(swim({ answer: '' }))).toMatchObject({ answer: null })
  })
})

it.each([
  ['', ''],
  ['0', '1'],
  ['-4', '1'],
  ['47', '47'],
  ['101', '100'],
  ['4711', '100'],
  ['x7', ''],
])('clamps the square %j to %j', (typed, square) => {
  expect(clampSquare(typed)).toBe(square)
})

const game: ConsoleGame = {
  id: '7d1c',
  type: 'carp_of_week',
  title: 'Carp of the week',
  description: '',
  imageUrl: null,
  startDate: '2026-11-20T00:00:00Z',
  endDate: '2026-11-25T00:00:00Z',
  state: 'active',
  winnerPoints: 100,
  placePoints: [300, 200, 100],
  packageId: null,
  packageName: null,
  unit: 'kg',
  commitment: null,
  prize: null,
  entryCount: 2,
  updatedAt: '2026-11-20T00:00:00Z',
}
const corrected = (change: Partial<GameValues>, of = game) =>
  errorsOf(correctionSchema(of), { ...valuesOf(of), ...change })

it('of a running game accepts new texts, a later end and more points', () => {
  expect(corrected({ title: 'Better', endDate: '2026-11-26T00:00:00Z', place1: '301' })).toEqual({})
})

it.each([
  [{ endDate: '2026-11-24T00:00:00Z' }, 'endDate'],
  [{ endDate: '2200-11-24T00:00:00Z' }, 'endDate'],
  [{ place1: '299' }, 'place1'],
  [{ place2: '199' }, 'place2'],
  [{ place3: '' }, 'place3'],
  [{ title: ' ' }, 'title'],
])('of a running game rejects %j', (change, field) => {
  expect(Object.keys(corrected(change))).toEqual([field])
})

it('of a running game without entries has the rules of a draft', () => {
  const empty = { ...game, entryCount: 0 }
  expect(corrected({ endDate: '2026-11-21T00:00:00Z', place1: '1', place2: '1', place3: '1' }, empty)).toEqual({})
})

it('can move the end until it has passed', () => {
  expect(canMoveEnd(game, new Date('2026-11-24T23:59:59Z'))).toBe(true)
  expect(canMoveEnd(game, new Date('2026-11-25T00:00:00Z'))).toBe(false)
})

describe('a game that is held again', () => {
  const next = (now: string, of = game) => {
    const { startDate, endDate } = valuesOfNext(of, new Date(now))
    return [startDate?.slice(0, 10), endDate?.slice(0, 10)]
  }
  // From 20 to 25 November: half of it is over at noon of the 22nd.
  it.each([
    ['while it runs, to the week after', '2026-11-21T00:00:00Z', '2026-11-27', '2026-12-02'],
    ['soon after its end, to the week after', '2026-11-26T00:00:00Z', '2026-11-27', '2026-12-02'],
    ['until half of that week is over', '2026-11-29T12:00:00Z', '2026-11-27', '2026-12-02'],
    ['then to the next', '2026-11-29T12:00:01Z', '2026-12-04', '2026-12-09'],
    ['a year later', '2027-11-21T00:00:00Z', '2027-11-19', '2027-11-24'],
    ['before it begins, also to the week after', '2026-10-01T00:00:00Z', '2026-11-27', '2026-12-02'],
  ])('%s', (_, now, start, end) => {
    expect(next(now)).toEqual([start, end])
  })

  it('keeps its time of day across a change of the clocks', () => {
    const start = new Date(2026, 9, 20, 18, 30)
    const end = new Date(2026, 9, 21, 18, 30)
    const values = valuesOfNext({ ...game, startDate: start.toISOString(), endDate: end.toISOString() }, end)
    const moved = new Date(values.startDate ?? '')
    expect([moved.getDate(), moved.getHours(), moved.getMinutes()]).toEqual([27, 18, 30])
  })

  it('keeps everything else but the answer', () => {
    const { startDate, endDate, ...rest } = valuesOfNext(game, new Date('2026-11-26T00:00:00Z'))
    const { startDate: _, endDate: __, ...same } = valuesOf(game)
    expect([rest, startDate !== null, endDate !== null]).toEqual([same, true, true])
  })

  it('leaves dates that cannot be read to be chosen', () => {
    expect(next('2026-11-26T00:00:00Z', { ...game, endDate: 'infinity' })).toEqual([undefined, undefined])
  })
})
