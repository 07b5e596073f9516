import { describe, expect, it } from 'vitest'
import type { AnnouncementFailure } from '../../../../contract/src/column-types.ts'
import { passingText, scheduledState } from './scheduled-text.ts'

const of = (
  failure: AnnouncementFailure | null,
  obstacle: AnnouncementFailure | null,
  imageUrl: string | null = null,
) => ({
  author: 'tom',
  failure,
  obstacle,
  imageUrl,
})

describe('the state of an announcement that waits', () => {
  it.each([
    [of(null, null), { name: 'Scheduled', tone: 'info' }],
    [of(null, 'author_suspended'), { name: 'Cannot be published', tone: 'warn', reason: 'tom is suspended.' }],
    [
      of(null, 'author_gone'),
      { name: 'Cannot be published', tone: 'warn', reason: 'The account of its author has been deleted.' },
    ],
    [
      // What it failed by, also once that is over.
      of('author_not_admin', null),
      { name: 'Not published', tone: 'bad', reason: 'tom no longer has the rights of an admin.' },
    ],
    [
      of('photo_gone', 'photo_gone'),
      {
        name: 'Not published',
        tone: 'bad',
        reason: 'Its photo has been deleted. Edit the announcement and remove the photo.',
      },
    ],
    [of('refused', null), { name: 'Not published', tone: 'bad', reason: 'The newsfeed did not accept it.' }],
  ])('%j', (announcement, state) => expect(scheduledState(announcement)).toEqual(state))
})

describe('what follows for the one who saves or publishes it', () => {
  it('is nothing while its author may publish it, or only the photo is missing', () => {
    expect(passingText(of(null, null))).toBeUndefined()
    expect(passingText(of('author_suspended', null))).toBeUndefined()
    expect(passingText(of('photo_gone', 'photo_gone', '/photo.jpg'))).toBeUndefined()
  })

  it('is that it becomes theirs, without the photo of its author', () => {
    expect(passingText(of(null, 'author_suspended'))).toBe('tom is suspended. It will appear in your name.')
    expect(passingText(of('author_not_admin', 'author_not_admin', '/photo.jpg'))).toBe(
      'tom no longer has the rights of an admin. It will appear in your name, without the photo.',
    )
  })
})
