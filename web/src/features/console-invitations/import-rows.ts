import type { ImportAnswer } from '../../../../contract/src/column-types.ts'
import { IMPORTED_POINTS, LIMITS } from '../../../../contract/src/limits.ts'
import type { ImportedMember } from '../../data/invitations/console-import-mutation.ts'
import { oneAddress } from './addresses.ts'
import type { Columns, Field } from './import-columns.ts'
import { JOINED_FROM } from './limits.ts'
import type { Table } from './read-table.ts'

/** Why a row is not sent; the database gives the same answers. */
type RowProblem = Extract<ImportAnswer, 'wrong' | 'again' | 'wrong_joined' | 'wrong_points'>

/** A row of the file, with what is sent of it, or why nothing is. */
export type ImportRow = {
  /** Its number in the file, as spreadsheets count. */
  row: number
  /** As it is in the file. */
  written: Record<Field, string>
} & ({ member: ImportedMember; problem?: undefined } | { member?: undefined; problem: RowProblem })

/**
 * Reads the members of a file. An address counts once, with the first row that can be sent.
 * @param today as `2026-11-22`; a date after it is wrong.
 */
export function importRows({ rows }: Table, columns: Columns, today: string): ImportRow[] {
  const seen = new Set<string>()
  return rows.map(({ row, cells }) => {
    const cell = (at: number | undefined) => (at === undefined ? '' : (cells[at] ?? ''))
    const written = {
      address: cell(columns.address),
      name: cell(columns.name),
      joined: cell(columns.joined),
      points: cell(columns.points),
    }
    const read = readMember(written, today)
    if (typeof read === 'string') return { row, written, problem: read }
    const mailbox = read.address.toLowerCase()
    if (seen.has(mailbox)) return { row, written, problem: 'again' }
    seen.add(mailbox)
    return { row, written, member: read }
  })
}

function readMember(written: Record<Field, string>, today: string): ImportedMember | RowProblem {
  const address = oneAddress(written.address)
  if (address === undefined) return 'wrong'
  const joined = readDate(written.joined, today)
  if (joined === undefined) return 'wrong_joined'
  const points = readPoints(written.points)
  if (points === undefined) return 'wrong_points'
  const name = readName(written.name)
  const isName = name !== '' && [...name].length <= LIMITS.username
  return { address, name: isName ? name : null, joined, points }
}

/** Lists of clubs have the last name first: `Reeds, Ivy` is `Ivy Reeds`. */
export function readName(text: string): string {
  const [last = '', first = '', ...others] = text.split(',').map((part) => part.trim())
  return last !== '' && first !== '' && others.length === 0 ? `${first} ${last}` : text
}

/**
 * A date as `2019-05-31`, whatever time follows it. The day comes before the month, unless the year comes first. A year
 * of two digits is of this century, unless the date would be after today.
 * @returns null for none, undefined for what is no date from 1900 until today.
 */
export function readDate(text: string, today: string): string | null | undefined {
  if (text === '') return null
  const parts =
    /^(?<year>\d{4})[-/.](?<month>\d{1,2})[-/.](?<day>\d{1,2})(?:[T ,]|$)/.exec(text) ??
    /^(?<day>\d{1,2})[-/.](?<month>\d{1,2})[-/.](?<year>\d{4})(?:[ ,]|$)/.exec(text) ??
    /^(?<day>\d{1,2})[/.](?<month>\d{1,2})[/.](?<year>\d{2})(?:[ ,]|$)/.exec(text)
  const { year = '', month = '', day = '' } = parts?.groups ?? {}
  const monthAndDay = `${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  if (year.length === 2)
    return realDate(`20${year}-${monthAndDay}`, today) ?? realDate(`19${year}-${monthAndDay}`, today)
  return realDate(`${year}-${monthAndDay}`, today)
}

function realDate(date: string, today: string): string | undefined {
  const time = Date.parse(`${date}T00:00:00Z`)
  // 31 February is in March.
  if (Number.isNaN(time) || new Date(time).toISOString().slice(0, 10) !== date) return undefined
  return date >= JOINED_FROM && date <= today ? date : undefined
}

/** @returns null for none, undefined for what is no number of points that can be imported. */
export function readPoints(text: string): number | null | undefined {
  if (text === '') return null
  // 1,250, 1.250 and 1 250 are the same number.
  const isGrouped = /^[1-9]\d{0,2}(?<mark>[.,\p{Zs}])\d{3}(?:\k<mark>\d{3})*$/u.test(text)
  const digits = isGrouped ? text.replace(/\D/g, '') : text
  const points = /^\d+(\.0{1,2})?$/.test(digits) ? Number(digits) : Number.NaN
  return points >= IMPORTED_POINTS.min && points <= IMPORTED_POINTS.max ? points : undefined
}

/** What can be sent. */
export const membersOf = (rows: readonly ImportRow[]): ImportedMember[] =>
  rows.flatMap(({ member }) => (member ? [member] : []))

/** The points of all of them. */
export const pointsOf = (members: readonly ImportedMember[]): number =>
  members.reduce((sum, { points }) => sum + (points ?? 0), 0)
