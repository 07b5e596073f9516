import { useQuery } from '@tanstack/react-query'
import { PanelNotice } from '../../../components/console/panel-notice.tsx'
import { useLastRow } from '../../../components/console/use-last-row.ts'
import type { SidePanel } from '../../../components/console/use-side-panel.ts'
import type { ConsolePost } from '../../../data/newsfeed/console-post.ts'
import { consolePostQuery } from '../../../data/newsfeed/console-posts-query.ts'
import type { ScheduledAnnouncement } from '../../../data/newsfeed/scheduled-announcement.ts'
import { scheduledOneQuery } from '../../../data/newsfeed/scheduled-query.ts'
import { AnnouncementDialog } from './announcement-dialog.tsx'
import { PinDialog } from './pin-dialog.tsx'
import { ScheduledDialog } from './scheduled-dialog.tsx'

export interface NewsfeedPanelProps {
  panel: SidePanel
  /** The rows of the list that is shown; the other list is empty. */
  posts: readonly ConsolePost[]
  announcements: readonly ScheduledAnnouncement[]
  /** Whether the list has loaded. */
  isLoaded: boolean
}

/** The form beside the list: a new announcement, one that waits, or the end of a pin. */
export function NewsfeedPanel({ panel, posts, announcements, isLoaded }: NewsfeedPanelProps) {
  const { id } = panel
  const inPosts = posts.find((post) => post.id === id)
  const inScheduled = announcements.find((announcement) => announcement.id === id)
  const enabled = id !== undefined && isLoaded && !inPosts && !inScheduled
  const post = useQuery({ ...consolePostQuery(id ?? ''), enabled })
  const scheduled = useQuery({ ...scheduledOneQuery(id ?? ''), enabled })
  const pinned = useLastRow(id, inPosts ?? post.data ?? undefined)
  // One that is published while it is edited stays in its form: saving says why it is too late.
  const current = inScheduled ?? (enabled ? scheduled.data : undefined) ?? undefined
  const waiting = useLastRow(id, current)
  if (id === undefined) return <AnnouncementDialog panel={panel} />
  if (waiting) return <ScheduledDialog key={id} announcement={waiting} current={current} panel={panel} />
  if (pinned?.pinnedUntil) return <PinDialog key={id} postId={id} pinnedUntil={pinned.pinnedUntil} panel={panel} />
  const query = {
    isPending: post.isPending || scheduled.isPending,
    error: post.error ?? scheduled.error,
    refetch: () => Promise.all([post.refetch(), scheduled.refetch()]),
  }
  return (
    <PanelNotice
      panel={panel}
      title="Pinned until"
      query={pinned ? { ...query, isPending: false, error: null } : query}
      missing={pinned ? 'This post is not an announcement.' : 'There is no such post.'}
    />
  )
}
