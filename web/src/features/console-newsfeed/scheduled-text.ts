import type { AnnouncementFailure } from '../../../../contract/src/column-types.ts'
import type { PillTone } from '../../components/ui/pill.tsx'
import type { ScheduledAnnouncement } from '../../data/newsfeed/scheduled-announcement.ts'

type Reasoned = Pick<ScheduledAnnouncement, 'author' | 'failure' | 'obstacle'>

const reasonText = (reason: AnnouncementFailure, author: string): string =>
  ({
    author_gone: 'The account of its author has been deleted.',
    author_suspended: `${author} is suspended.`,
    author_not_admin: `${author} no longer has the rights of an admin.`,
    photo_gone: 'Its photo has been deleted. Edit the announcement and remove the photo.',
    refused: 'The newsfeed did not accept it.',
  })[reason]

export interface ScheduledState {
  name: string
  tone: PillTone
  /** What an admin has to know about it. */
  reason?: string | undefined
}

/** The state of an announcement that waits, in words. */
export function scheduledState({ author, failure, obstacle }: Reasoned): ScheduledState {
  if (failure !== null) return { name: 'Not published', tone: 'bad', reason: reasonText(failure, author) }
  if (obstacle !== null) return { name: 'Cannot be published', tone: 'warn', reason: reasonText(obstacle, author) }
  return { name: 'Scheduled', tone: 'info' }
}

/** Whether it appears in the name of the admin who saves or publishes it, because its author has lost the right. */
export const passesOn = ({ obstacle }: Pick<ScheduledAnnouncement, 'obstacle'>): boolean =>
  obstacle !== null && obstacle !== 'photo_gone' && obstacle !== 'refused'

/** What follows for the one who saves or publishes it; undefined where it stays its author's. */
export function passingText(announcement: Reasoned & Pick<ScheduledAnnouncement, 'imageUrl'>): string | undefined {
  if (!passesOn(announcement)) return undefined
  const { reason } = scheduledState({ ...announcement, failure: null })
  return `${reason} It will appear in your name${announcement.imageUrl === null ? '' : ', without the photo'}.`
}
