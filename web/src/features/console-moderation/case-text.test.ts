import { expect, it } from 'vitest'
import {
  decisionText,
  deedText,
  gameText,
  isHidable,
  linkText,
  reasonsText,
  subjectText,
  termsFor,
  versionText,
} from './case-text.ts'

it('reasons are listed by how often they were given', () => {
  expect(reasonsText({ other: 1, abuse: 2 })).toBe('Insults or harassment 2, Something else')
  expect(reasonsText({ spam: 1, cheating: 1 })).toBe('Cheating in a game, Advertising or spam')
})

it('a case is named by its kind', () => {
  const kinds = ['post', 'comment', 'member', 'entry'] as const
  expect(kinds.map(subjectText)).toEqual(['Post by', 'Comment by', 'Profile of', 'Game photo by'])
  expect(kinds.map(linkText)).toEqual(['Open in the feed', 'Open in the feed', 'Open member', 'Open game'])
})

it('what still exists can be hidden, except members, and entries whose photo was deleted', () => {
  const now = { text: '', image_url: '/photo.jpg', more_images: [], at: null, path: '/games/1' }
  for (const kind of ['post', 'comment', 'entry'] as const) {
    expect(isHidable({ kind, now })).toBe(true)
    expect(isHidable({ kind, now: null })).toBe(false)
  }
  expect(isHidable({ kind: 'post', now: { ...now, image_url: null, more_images: [] } })).toBe(true)
  expect(isHidable({ kind: 'entry', now: { ...now, image_url: null, more_images: [] } })).toBe(false)
  expect(isHidable({ kind: 'member', now })).toBe(false)
})

it.each([
  ['active', null, 'Active'],
  ['active', 2, 'Active, place 2'],
  ['completed', 1, 'Completed, place 1'],
  ['cancelled', null, 'Cancelled'],
])('a game that is %s, with the entry at place %s, is described as %s', (status, place, text) => {
  expect(gameText({ title: 'Best carp', path: '/games/1', status, place })).toBe(text)
})

it.each([
  [null, true, 'Version 1, 2 reports. It is shown now.'],
  [null, false, 'Version 1, 2 reports. It is not shown now.'],
  ['dismiss', true, 'Version 1, 2 reports. It was shown at the decision.'],
  ['dismiss', false, 'Version 1, 2 reports. It was not shown at the decision.'],
] as const)('a version of a case with the decision %s (shown: %s) is described as %s', (decision, was_shown, text) => {
  expect(versionText({ decision, versions: [{ said: 'Go and drown', reports: 2, was_shown }] }, 1)).toBe(text)
})

it.each([
  ['dismiss', false, null, 'Dismissed'],
  ['hide', true, null, 'Hidden'],
  ['remove', true, null, 'Removed'],
  ['warn', false, null, 'Author warned'],
  ['warn', true, null, 'Hidden, author warned'],
  ['suspend', false, 1, 'Author suspended for 1 day'],
  ['suspend', true, 30, 'Hidden, author suspended for 30 days'],
  ['suspend', false, null, 'Author suspended until it is lifted'],
  ['gone', false, null, 'Closed without a decision'],
] as const)('the decision %s (hides: %s, days: %s) is described as %s', (decision, hides, days, text) => {
  expect(decisionText(decision, hides, days)).toBe(text)
})

it.each([
  ['warn', false, null, 'Warn'],
  ['warn', true, null, 'Hide and warn'],
  ['suspend', false, 7, 'Suspend for 7 days'],
  ['suspend', true, 1, 'Hide and suspend for 1 day'],
  ['suspend', false, null, 'Suspend until it is lifted'],
] as const)('the button for %s (hides: %s, days: %s) says %s', (decision, hides, days, text) => {
  expect(deedText(decision, hides, days)).toBe(text)
})

it('a moderator chooses a suspension that ends within 30 days, an admin also one that is lifted', () => {
  expect(termsFor(true).map(({ days }) => days)).toEqual([1, 7, 30])
  expect(termsFor(false).map(({ days }) => days)).toEqual([1, 7, 30, null])
})
