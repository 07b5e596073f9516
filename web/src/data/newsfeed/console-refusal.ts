import { refusalIn } from '../../lib/refusal.ts'

/** Why the database refused an announcement, or to move the end of its pin. */
export const announcementRefusal = refusalIn({
  NF001: 'This announcement is already in the newsfeed.',
  NF003: 'The text contains characters that cannot be shown.',
  NF004: 'An announcement can be pinned for 90 days at most.',
})
