import { expect, it } from 'vitest'
import { toCsv } from '../../lib/csv.ts'
import { formatDay } from '../../lib/format.ts'
import type { ImportRow } from './import-rows.ts'
import {
  fateReason,
  knownText,
  leftOut,
  leftOutColumns,
  planned,
  questionText,
  resultText,
  tally,
} from './import-text.ts'

const DAY = formatDay('2019-05-31T12:00:00')
const blank = { address: '', name: '', joined: '', points: '' }
const IVY: ImportRow = {
  row: 2,
  written: { address: 'ivy@carp.test', name: 'Ivy', joined: '31/05/2019', points: '1200' },
  member: { address: 'ivy@carp.test', name: 'Ivy', joined: '2019-05-31', points: 1200 },
}
const FINN: ImportRow = {
  row: 3,
  written: { ...blank, address: 'finn@carp.test' },
  member: { address: 'finn@carp.test', name: null, joined: null, points: null },
}
const wrong = (part: Partial<typeof blank>, problem: NonNullable<ImportRow['problem']>): ImportRow => ({
  row: 4,
  written: { ...blank, ...part },
  problem,
})

it('says what the file knows of a member, and what is wrong as it is written', () => {
  expect(knownText(IVY)).toBe(`Ivy, joined ${DAY}, 1,200 points`)
  expect(knownText(FINN)).toBe('')
  expect(knownText({ ...IVY, written: { ...IVY.written, name: 'Reeds, Ivy' } })).toMatch(/^Ivy, /)
  expect(fateReason('wrong_joined')).toBe('Not a date from 1900 until today')
  expect(knownText(wrong({ name: 'Mo', joined: 'soon', points: '5' }, 'wrong_joined'))).toBe(
    'Mo, joined “soon”, 5 points',
  )
  expect(knownText(wrong({ joined: '2019-05-31', points: 'x'.repeat(99) }, 'wrong_points'))).toBe(
    `joined ${DAY}, “${'x'.repeat(60)}…” points`,
  )
})

it('counts the rows by what becomes of them', () => {
  const fates = [IVY, FINN, wrong({}, 'wrong'), wrong({}, 'again')].map(planned)
  expect(tally(fates, 'planned').map(({ text }) => text)).toEqual([
    '2 to invite',
    '1 without an email address',
    '1 twice in the file',
  ])
  expect(tally(['invited', 'member', 'recent', 'unsent'], 'done').map(({ text }) => text)).toEqual([
    '1 invited',
    '1 member already',
    '1 invited in the last 30 days',
    '1 not sent',
  ])
})

it('the question names the addresses and the points in all', () => {
  expect(questionText([IVY, FINN, wrong({}, 'wrong')])).toBe(
    'Up to 2 addresses get an email with an invitation each. People who are members, or were invited in the last 30 days, get no email. Those who accept are given their points of the file, up to 1,200 in all.',
  )
  expect(questionText([FINN])).toBe(
    'Up to 1 address gets an email with an invitation. People who are members, or were invited in the last 30 days, get no email.',
  )
})

it('the result says when nothing has changed, and what to do about the limit of the day', () => {
  expect(resultText(1200, false)).toBe('1,200 invited.')
  expect(resultText(0, false)).toBe('No one was invited. Nothing has changed.')
  expect(resultText(600, true)).toMatch(
    /^600 invited\. 600 addresses can be invited a day\. Import the same file again/,
  )
})

it('the rows that were not invited are saved with the reason, and no cell is a formula', () => {
  const formula = wrong({ address: '=cmd()', name: '+1' }, 'wrong')
  const rows = leftOut([IVY, FINN, formula], new Map([[2, 'invited']]))
  expect(toCsv(rows, leftOutColumns).slice(1).split('\r\n')).toEqual([
    'Row,Email,Name,Joined,Points,Why not',
    '3,finn@carp.test,,,,Not sent',
    `4,"'=cmd()","'+1",,,Not an email address`,
    '',
  ])
})
