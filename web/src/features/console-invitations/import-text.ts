import type { ImportAnswer } from '../../../../contract/src/column-types.ts'
import { INVITED_A_DAY } from '../../../../contract/src/limits.ts'
import type { PillTone } from '../../components/ui/pill.tsx'
import type { CsvColumn } from '../../lib/csv.ts'
import { formatCount, formatDate, formatPoints } from '../../lib/format.ts'
import { type ImportRow, membersOf, pointsOf } from './import-rows.ts'

/** What becomes of a row: `unsent` when it was not reached. */
export type Fate = ImportAnswer | 'unsent'

/** `name` stands in a row, `counted` in a summary, and `reason` in the file of those who were not invited. */
const FATES: Record<Fate, { tone: PillTone; name: string; counted: (count: number) => string; reason: string }> = {
  wrong: {
    tone: 'bad',
    name: 'No address',
    counted: (count) => `${formatPoints(count)} without an email address`,
    reason: 'Not an email address',
  },
  again: {
    tone: 'warn',
    name: 'Twice in the file',
    counted: (count) => `${formatPoints(count)} twice in the file`,
    reason: 'More than once in the file',
  },
  wrong_joined: {
    tone: 'bad',
    name: 'Wrong date',
    counted: (count) => `${formatPoints(count)} with a wrong date`,
    reason: 'Not a date from 1900 until today',
  },
  wrong_points: {
    tone: 'bad',
    name: 'Wrong points',
    counted: (count) => `${formatPoints(count)} with wrong points`,
    reason: 'Points are not a whole number from 0 to 1,000,000',
  },
  invited: { tone: 'ok', name: 'To invite', counted: (count) => `${formatPoints(count)} invited`, reason: 'Invited' },
  member: {
    tone: 'lake',
    name: 'Member',
    counted: (count) => formatCount(count, 'member already', 'members already'),
    reason: 'A member already',
  },
  recent: {
    tone: 'lake',
    name: 'Invited before',
    counted: (count) => `${formatPoints(count)} invited in the last 30 days`,
    reason: 'Invited in the last 30 days',
  },
  unsent: {
    tone: 'grey',
    name: 'Not sent',
    counted: (count) => `${formatPoints(count)} not sent`,
    reason: 'Not sent',
  },
}

/** What will become of a row, as far as the page knows. */
export const planned = ({ problem }: ImportRow): Fate => problem ?? 'invited'

/** What has become of a row. */
export const fateOf = ({ row, problem }: ImportRow, answers: ReadonlyMap<number, ImportAnswer>): Fate =>
  problem ?? answers.get(row) ?? 'unsent'

export const fateTone = (fate: Fate): PillTone => FATES[fate].tone
export const fateName = (fate: Fate): string => FATES[fate].name
export const fateReason = (fate: Fate): string => FATES[fate].reason

interface Tally {
  fate: Fate
  count: number
  text: string
}

/** How many rows have each fate, without those of which there are none: `118 to invite`, `2 with a wrong date`. */
export function tally(fates: readonly Fate[], are: 'planned' | 'done'): Tally[] {
  const order: Fate[] = ['invited', 'member', 'recent', 'wrong', 'again', 'wrong_joined', 'wrong_points', 'unsent']
  return order.flatMap((fate) => {
    const count = fates.filter((one) => one === fate).length
    if (count === 0) return []
    const text =
      are === 'planned' && fate === 'invited' ? `${formatPoints(count)} to invite` : FATES[fate].counted(count)
    return [{ fate, count, text }]
  })
}

/** What the file says of a member: `Ivy Reeds, joined 31 May 2019, 1,200 points`; what is wrong as it is written. */
export function knownText({ written, member, problem }: ImportRow): string {
  const parts = [cut(member?.name ?? written.name)]
  if (written.joined !== '')
    parts.push(
      `joined ${problem === 'wrong_joined' ? quoted(written.joined) : dayText(member?.joined ?? cut(written.joined))}`,
    )
  if (member && member.points !== null) parts.push(formatCount(member.points, 'point'))
  else if (written.points !== '')
    parts.push(`${problem === 'wrong_points' ? quoted(written.points) : cut(written.points)} points`)
  return parts.filter((part) => part !== '').join(', ')
}

const LONGEST = 60
const cut = (text: string) => (text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text)
const quoted = (text: string) => `“${cut(text)}”`

/** A day without a time, which is the same one everywhere: `31 May 2019`; another text as it is. */
export const dayText = (day: string): string => (/^\d{4}-\d\d-\d\d$/.test(day) ? formatDate(day) : day)

/** What the question before sending says. */
export function questionText(rows: readonly ImportRow[]): string {
  const members = membersOf(rows)
  const points = pointsOf(members)
  const who =
    members.length === 1
      ? 'Up to 1 address gets an email with an invitation.'
      : `Up to ${formatPoints(members.length)} addresses get an email with an invitation each.`
  const others = 'People who are members, or were invited in the last 30 days, get no email.'
  if (points === 0) return `${who} ${others}`
  return `${who} ${others} Those who accept are given their points of the file, up to ${formatPoints(points)} in all.`
}

interface RowOfResult {
  row: ImportRow
  fate: Fate
}

/** The rows that were not invited, as a file that can be corrected and imported. */
export const leftOutColumns: readonly CsvColumn<RowOfResult>[] = [
  { header: 'Row', value: ({ row }) => row.row },
  { header: 'Email', value: ({ row }) => row.written.address },
  { header: 'Name', value: ({ row }) => row.written.name },
  { header: 'Joined', value: ({ row }) => row.written.joined },
  { header: 'Points', value: ({ row }) => row.written.points },
  { header: 'Why not', value: ({ fate }) => FATES[fate].reason },
]

export const leftOut = (rows: readonly ImportRow[], answers: ReadonlyMap<number, ImportAnswer>): RowOfResult[] =>
  rows.map((row) => ({ row, fate: fateOf(row, answers) })).filter(({ fate }) => fate !== 'invited')

/** What became of a file in one or two sentences. */
export function resultText(invited: number, isLimited: boolean): string {
  const who = invited === 0 ? 'No one was invited.' : `${formatPoints(invited)} invited.`
  if (isLimited)
    return `${who} ${formatPoints(INVITED_A_DAY)} addresses can be invited a day. Import the same file again tomorrow to invite the others; those who were invited get no second email.`
  return invited === 0 ? `${who} Nothing has changed.` : who
}
