// @vitest-environment happy-dom
import { afterEach, expect, test } from 'vitest'
import { newDraft } from './game-draft.ts'
import { readStoredDraft, storeDraft } from './stored-draft.ts'

afterEach(() => sessionStorage.clear())

const draft = {
  ...newDraft('carp_of_week'),
  title: 'Week 40',
  startDate: '2026-12-01T08:00:00.000Z',
  places: ['9', '8', '7'] as const,
}

test('a new game survives a reload, each kind for itself', () => {
  storeDraft('me', 'carp_of_week', draft)
  expect(readStoredDraft('me', 'carp_of_week', newDraft('carp_of_week'))).toEqual(draft)
  expect(readStoredDraft('me', 'pick_swim', newDraft('pick_swim'))).toEqual(newDraft('pick_swim'))
  expect(readStoredDraft('other', 'carp_of_week', newDraft('carp_of_week'))).toEqual(newDraft('carp_of_week'))
  storeDraft('me', 'carp_of_week', undefined)
  expect(readStoredDraft('me', 'carp_of_week', newDraft('carp_of_week'))).toEqual(newDraft('carp_of_week'))
})

test.each(['not json', '7', 'null', '{"title":7,"startDate":"soon","places":"x","unit":"stone"}'])(
  'what is stored as %s is as good as nothing',
  (stored) => {
    storeDraft('me', 'pick_swim', draft)
    sessionStorage.setItem(sessionStorage.key(0) ?? '', stored)
    expect(readStoredDraft('me', 'pick_swim', newDraft('pick_swim'))).toEqual(newDraft('pick_swim'))
  },
)

test('a game being edited keeps its kind, and what was taken away stays away', () => {
  const opened = { ...newDraft('pick_swim'), title: 'Old', imageUrl: '/lake.jpg', answer: '47' }
  storeDraft('me', 'game-1', { ...opened, type: 'carp_of_week', title: '', imageUrl: null })
  expect(readStoredDraft('me', 'game-1', opened)).toEqual({ ...opened, title: '', imageUrl: null })
})
