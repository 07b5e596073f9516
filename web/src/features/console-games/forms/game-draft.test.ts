import { describe, expect, it } from 'vitest'
import { checkDraft, clampSquare, type GameDraft, newDraft } from './game-draft.ts'

const swim = (fields: Partial<GameDraft> = {}): GameDraft => ({
  ...newDraft('pick_swim'),
  title: 'Winter opener',
  imageUrl: 'https://lakes.example/withy.jpg',
  startDate: '2026-12-01T08:00:00.000Z',
  endDate: '2026-12-07T20:00:00.000Z',
  answer: '62',
  ...fields,
})
const errorsOf = (draft: GameDraft, sealed?: boolean) => {
  const checked = checkDraft(draft, sealed)
  return checked.ok ? {} : checked.errors
}
const fieldsOf = (draft: GameDraft) => {
  const checked = checkDraft(draft)
  return checked.ok ? checked.fields : undefined
}

describe('a new game', () => {
  it('starts with the points of its kind', () => {
    expect(newDraft('carp_of_week').places).toEqual(['300', '200', '100'])
    expect(newDraft('guess_weight').winnerPoints).toBe('100')
    expect(newDraft('pick_swim').winnerPoints).toBe('100')
  })
})

describe('checking the form', () => {
  it('passes what is complete, with trimmed words', () => {
    expect(fieldsOf(swim({ title: '  Winter opener ' }))).toMatchObject({
      title: 'Winter opener',
      winnerPoints: 100,
      answer: 62,
    })
  })

  it('says everything that is missing at once', () => {
    expect(errorsOf(newDraft('pick_swim'))).toEqual({
      title: 'Title is required',
      startDate: 'Start and end dates are required',
      endDate: 'Start and end dates are required',
      imageUrl: 'Lake photo is required',
    })
    expect(errorsOf({ ...newDraft('guess_weight'), title: ' \n' })).not.toHaveProperty('imageUrl')
  })

  it.each(['2026-12-01T08:00:00.000Z', '2026-11-30T08:00:00.000Z'])('refuses an end at %s', (endDate) => {
    expect(errorsOf(swim({ endDate }))).toEqual({ endDate: 'The end must be after the start' })
  })

  it.each(['', '-5', '1.5', '1000001', 'x'])('refuses %j points', (winnerPoints) => {
    expect(errorsOf(swim({ winnerPoints }))).toHaveProperty('winnerPoints')
    expect(errorsOf(swim({ type: 'carp_of_week', places: [winnerPoints, '0', '1000000'] }))).toEqual({
      place1: 'Enter whole points from 0 to 1,000,000',
    })
  })

  it('looks only at the points of its kind', () => {
    expect(errorsOf(swim({ places: ['', '', ''] }))).toEqual({})
    expect(errorsOf(swim({ type: 'carp_of_week', winnerPoints: '' }))).toEqual({})
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
    expect(fieldsOf(swim({ type: 'guess_weight', unit, answer }))?.answer).toBe(weight)
  })

  it.each([
    ['kg', '500.1'],
    ['lbs', '1000.1'],
    ['kg', '-1'],
    ['kg', '12.34'],
    ['kg', '1e2'],
    ['kg', '.'],
  ] as const)('refuses the weight %s %j', (unit, answer) => {
    expect(errorsOf(swim({ type: 'guess_weight', unit, answer }))).toHaveProperty('answer')
  })

  it('keeps a sealed answer from being taken back', () => {
    expect(errorsOf(swim({ answer: '' }))).toEqual({})
    expect(errorsOf(swim({ answer: '' }), true)).toHaveProperty('answer')
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
