import { ConfirmAction } from '../../../components/console/confirm-action.tsx'
import { useToast } from '../../../components/feedback/toast.tsx'
import type { ScheduledAnnouncement } from '../../../data/newsfeed/scheduled-announcement.ts'
import { useScheduledCancelMutation, useScheduledPublishMutation } from '../../../data/newsfeed/scheduled-mutations.ts'
import { consoleFailureText } from '../../../lib/console-failure-text.ts'
import { formatMoment } from '../../../lib/format.ts'
import { passingText } from '../scheduled-text.ts'

export interface QuestionProps {
  /** Undefined while the question is closed. */
  announcement: ScheduledAnnouncement | undefined
  onDone: (id: string) => void
  onClose: () => void
}

/** Asks before an announcement is published ahead of its moment. */
export function PublishScheduled({ announcement, onDone, onClose }: QuestionProps) {
  const toast = useToast()
  const publish = useScheduledPublishMutation()
  const passing = announcement && passingText(announcement)
  return (
    <ConfirmAction
      open={announcement !== undefined}
      title="Publish now?"
      text={
        announcement?.obstacle === 'photo_gone'
          ? 'Its photo has been deleted. Edit the announcement and remove the photo.'
          : `It appears in the newsfeed at once, is pinned for 7 days, and members are notified.${passing ? ` ${passing}` : ''}`
      }
      confirmLabel="Publish"
      tone="lake"
      onConfirm={async () => {
        if (!announcement) return
        await publish.mutateAsync(announcement)
        onDone(announcement.id)
        toast('Announcement published')
      }}
      onClose={onClose}
      failure={consoleFailureText.publishAnnouncement}
    />
  )
}

function cancelText({ failure, imageUrl, publishAt }: ScheduledAnnouncement): string {
  const when = failure ? 'It will not appear.' : `It will not appear on ${formatMoment(publishAt)}.`
  const what = imageUrl ? 'Its words and its photo are deleted.' : 'Its words are deleted.'
  return `${when} ${what} This action cannot be undone.`
}

/** Asks before an announcement is cancelled, which deletes it. */
export function CancelScheduled({ announcement, onDone, onClose }: QuestionProps) {
  const toast = useToast()
  const cancel = useScheduledCancelMutation()
  return (
    <ConfirmAction
      open={announcement !== undefined}
      title="Cancel announcement?"
      text={announcement ? cancelText(announcement) : ''}
      confirmLabel="Cancel announcement"
      onConfirm={async () => {
        if (!announcement) return
        await cancel.mutateAsync(announcement)
        onDone(announcement.id)
        toast('The announcement is cancelled.')
      }}
      onClose={onClose}
      failure={consoleFailureText.cancelAnnouncement}
    />
  )
}
