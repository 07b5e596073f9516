import { refusalIn } from '../../lib/refusal.ts'

/** Why the database refused an announcement, its moment, or to move the end of its pin. */
export const announcementRefusal = refusalIn({
  NF001: 'This announcement is already in the newsfeed.',
  NF003: 'The text contains characters that cannot be shown.',
  NF004: 'An announcement can be pinned for 90 days at most.',
  NF005: 'Choose a time in the future.',
  NF006: 'An announcement can be scheduled for one year ahead at most.',
  NF008:
    'You scheduled or published these words in the last minutes. Look for the announcement before you send it again.',
  NF007: 'Its photo has been deleted. Remove the photo first.',
  FL001: 'The photo is no longer stored. Remove it and choose it again.',
})
