import CalendarClock from 'lucide-react/icons/calendar-clock'
import ImageIcon from 'lucide-react/icons/image'
import Pencil from 'lucide-react/icons/pencil'
import Send from 'lucide-react/icons/send'
import Trash2 from 'lucide-react/icons/trash-2'
import { RowAction } from '../../../components/console/row-action.tsx'
import { RowActions } from '../../../components/console/row-actions.tsx'
import { Pill } from '../../../components/ui/pill.tsx'
import type { ScheduledAnnouncement } from '../../../data/newsfeed/scheduled-announcement.ts'
import { formatMoment } from '../../../lib/format.ts'
import * as styles from '../posts.module.css'
import * as scheduled from '../scheduled.module.css'
import { scheduledState } from '../scheduled-text.ts'

export type ScheduledAction = 'edit' | 'publish' | 'cancel'

interface ScheduledOf {
  announcement: ScheduledAnnouncement
}

/** The beginning of its text, with its author. */
export function ScheduledCell({ announcement }: ScheduledOf) {
  return (
    <div className={styles.post}>
      <span className={styles.sign}>
        <CalendarClock className="icon" aria-hidden="true" />
      </span>
      <span className="grow">
        <span className={scheduled.words} dir="auto">
          {announcement.content}
        </span>
        <span className={styles.byline}>
          <bdi>{announcement.author}</bdi>
          {announcement.imageUrl !== null && (
            <>
              {' '}
              <ImageIcon className="icon" aria-label="with a photo" role="img" />
            </>
          )}
        </span>
      </span>
    </div>
  )
}

/** Its moment, and what is in the way. */
export function MomentCell({ announcement }: ScheduledOf) {
  const { name, tone, reason } = scheduledState(announcement)
  return (
    <>
      <Pill tone={tone}>{name}</Pill>
      <span className={scheduled.more}>{formatMoment(announcement.publishAt)}</span>
      {reason && <span className={scheduled.more}>{reason}</span>}
    </>
  )
}

export interface ScheduledActionsProps extends ScheduledOf {
  onAction: (action: ScheduledAction) => void
}

export function ScheduledActions({ announcement, onAction }: ScheduledActionsProps) {
  const name = announcement.content.slice(0, 40)
  return (
    <RowActions className={styles.actions}>
      <RowAction
        text="Edit"
        label={`Edit: ${name}`}
        icon={<Pencil className="icon" aria-hidden="true" />}
        onClick={() => onAction('edit')}
      />
      {announcement.obstacle !== 'photo_gone' && (
        <RowAction
          text="Publish now"
          label={`Publish now: ${name}`}
          icon={<Send className="icon" aria-hidden="true" />}
          onClick={() => onAction('publish')}
        />
      )}
      <RowAction
        danger
        text="Cancel announcement"
        label={`Cancel announcement: ${name}`}
        icon={<Trash2 className="icon" aria-hidden="true" />}
        onClick={() => onAction('cancel')}
      />
    </RowActions>
  )
}
