import { expect, it } from 'vitest'
import type { AddressAnswer } from '../../../../contract/src/column-types.ts'
import type { ClubLink } from '../../data/invitations/console-links-query.ts'
import { formatDay } from '../../lib/format.ts'
import {
  importedText,
  leftOver,
  linkState,
  linkTermText,
  placesText,
  summaryText,
  summaryTone,
  wrongText,
} from './invitation-text.ts'

const NOW = new Date('2026-11-22T12:00:00Z')
const LINK: ClubLink = {
  id: 'a',
  note: 'For the stand at the show',
  code: 'x',
  places: 20,
  taken: 3,
  madeBy: 'tom',
  createdAt: '2026-11-01T12:00:00Z',
  expiresAt: '2026-12-01T12:00:00Z',
  endedAt: null,
}
const answersOf = (...answers: AddressAnswer[]) => answers.map((answer, at) => ({ address: `${at}@carp.test`, answer }))

it.each<[string, Partial<ClubLink>, string]>([
  ['with places and time left', {}, 'active'],
  ['without places', { taken: 20 }, 'full'],
  ['whose time is over', { expiresAt: '2026-11-22T12:00:00Z' }, 'expired'],
  ['that an admin has ended', { endedAt: '2026-11-20T12:00:00Z' }, 'ended'],
  ['that was full before its time was over', { taken: 20, expiresAt: '2026-11-21T12:00:00Z' }, 'full'],
  ['that was full before it was ended', { taken: 20, endedAt: '2026-11-20T12:00:00Z' }, 'ended'],
])('a link %s', (_, part, state) => {
  expect(linkState({ ...LINK, ...part }, NOW)).toBe(state)
})

it('a link says how many places are taken, and until when it counts', () => {
  expect(placesText(LINK)).toBe('3 of 20 places taken')
  expect(placesText({ places: 1, taken: 0 })).toBe('0 of 1 place taken')
  expect(linkTermText(LINK, NOW)).toBe(`until ${formatDay(LINK.expiresAt)}`)
  expect(linkTermText({ ...LINK, expiresAt: '2026-11-20T12:00:00Z' }, NOW)).toBe(
    `expired on ${formatDay('2026-11-20T12:00:00Z')}`,
  )
  expect(linkTermText({ ...LINK, endedAt: '2026-11-19T12:00:00Z' }, NOW)).toBe(
    `ended on ${formatDay('2026-11-19T12:00:00Z')}`,
  )
})

it('says what came with an address, and when its account was given none of it', () => {
  const ivy = { proposedName: 'Ivy', joinedOn: '2019-05-31', points: 1200, givenAt: null, state: 'sent' } as const
  const known = `Ivy, joined ${formatDay('2019-05-31T12:00:00')}, 1,200 points`
  expect(importedText(ivy)).toBe(known)
  expect(importedText({ ...ivy, state: 'accepted', givenAt: '2026-11-20T12:00:00Z' })).toBe(known)
  expect(importedText({ ...ivy, state: 'accepted' })).toBe(`${known}, not given`)
  const none = { ...ivy, joinedOn: null, points: null, state: 'accepted' } as const
  expect(importedText(none)).toBe('Ivy')
  expect(importedText({ ...none, proposedName: null })).toBe('')
})

it.each([
  [answersOf('invited'), [], '1 invited.'],
  [
    answersOf('invited', 'invited', 'member', 'recent', 'again', 'wrong'),
    [],
    '2 invited. 1 is a member already: 2@carp.test. 1 was invited in the last 30 days: 3@carp.test. 1 was in the list more than once. 1 is not an email address and is still in the field.',
  ],
  [
    answersOf('member', 'member', 'recent', 'recent', 'again', 'again', 'wrong'),
    ['ivy'],
    'No one was invited. 2 are members already: 0@carp.test and 1@carp.test. 2 were invited in the last 30 days: 2@carp.test and 3@carp.test. 2 were in the list more than once. 2 are not email addresses and are still in the field.',
  ],
  [[], ['ivy'], 'No one was invited. 1 is not an email address and is still in the field.'],
])('the answer in plain words %#', (answers, wrong, text) => {
  expect(summaryText(answers, wrong)).toBe(text)
})

it.each([
  [answersOf('invited', 'member'), [], 'success'],
  [answersOf('member', 'recent'), [], 'info'],
  [answersOf('invited'), ['ivy'], 'warn'],
] as const)('the tone of the answer %#', (answers, wrong, tone) => {
  expect(summaryTone(answers, wrong)).toBe(tone)
})

it('what neither the page nor the database takes for an address stays in the field', () => {
  expect(leftOver(answersOf('invited', 'wrong', 'member'), ['ivy', 'finn@'])).toBe('ivy\nfinn@\n1@carp.test')
  expect(leftOver(answersOf('invited'), [])).toBe('')
})

it('what is no address is named, a few of many', () => {
  expect(wrongText([])).toBeUndefined()
  expect(wrongText(['ivy'])).toBe('“ivy” is not an email address.')
  expect(wrongText(['ivy', 'finn@'])).toBe('“ivy” and “finn@” are not email addresses.')
  expect(wrongText(['a', 'b', 'c', 'd', 'e', 'f', 'g'])).toBe(
    '“a”, “b”, “c”, “d”, “e” and 2 more are not email addresses.',
  )
  expect(wrongText(['x'.repeat(60)])).toBe(`“${'x'.repeat(40)}…” is not an email address.`)
})
