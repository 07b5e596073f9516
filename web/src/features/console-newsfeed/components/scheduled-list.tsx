import type { UseQueryResult } from '@tanstack/react-query'
import { useState } from 'react'
import { type DataColumn, DataTable } from '../../../components/console/data-table.tsx'
import { ListControls } from '../../../components/console/list-controls.tsx'
import { NothingFound } from '../../../components/console/nothing-found.tsx'
import type { SidePanel } from '../../../components/console/use-side-panel.ts'
import { Empty } from '../../../components/feedback/empty.tsx'
import { FloatDrawing } from '../../../components/ui/float-drawing.tsx'
import { Pager } from '../../../components/ui/pager.tsx'
import type { ScheduledAnnouncement, ScheduledPage } from '../../../data/newsfeed/scheduled-announcement.ts'
import { SCHEDULED_SIZE } from '../../../data/newsfeed/scheduled-query.ts'
import type { ListState } from '../../../hooks/use-list-state.ts'
import { usePages } from '../../../hooks/use-pages.ts'
import { formatCount } from '../../../lib/format.ts'
import { VIEW_NAMES } from '../post-views.ts'
import { MomentCell, type ScheduledAction, ScheduledActions, ScheduledCell } from './scheduled-cells.tsx'
import { CancelScheduled, PublishScheduled } from './scheduled-questions.tsx'

export interface ScheduledListProps {
  list: ListState
  scheduled: UseQueryResult<ScheduledPage>
  panel: SidePanel
}

/** Announcements that wait for their moment, soonest first, with those that were not published. */
export function ScheduledList({ list, scheduled, panel }: ScheduledListProps) {
  const [asked, setAsked] = useState<{ announcement: ScheduledAnnouncement; to: 'publish' | 'cancel' }>()
  const total = scheduled.data?.total
  const { pages, isBeyond } = usePages(list, {
    total,
    size: SCHEDULED_SIZE,
    isCurrent: scheduled.isSuccess && !scheduled.isPlaceholderData,
  })
  const onAction = (announcement: ScheduledAnnouncement, action: ScheduledAction) => {
    if (action === 'edit') panel.open({ kind: 'edit', id: announcement.id })
    else setAsked({ announcement, to: action })
  }
  const columns: DataColumn<ScheduledAnnouncement>[] = [
    { key: 'post', header: 'Announcement', place: 'full', cell: (row) => <ScheduledCell announcement={row} /> },
    { key: 'moment', header: 'Appears', place: 'left', cell: (row) => <MomentCell announcement={row} /> },
    {
      key: 'actions',
      header: 'Actions',
      align: 'end',
      place: 'actions',
      cell: (row) => <ScheduledActions announcement={row} onAction={(action) => onAction(row, action)} />,
    },
  ]
  const question = (to: 'publish' | 'cancel') => ({
    announcement: asked?.to === to ? asked.announcement : undefined,
    onDone: (id: string) => {
      if (panel.id === id) panel.close()
    },
    onClose: () => setAsked(undefined),
  })
  return (
    <>
      <ListControls searched="Search posts" text={list.search} onSearch={list.onSearch} />
      <p className="visually-hidden" role="status">
        {scheduled.isPlaceholderData || total === undefined ? '' : `${formatCount(total, 'announcement')} found`}
      </p>
      <DataTable
        label={VIEW_NAMES.scheduled}
        columns={columns}
        rows={scheduled.data?.announcements ?? []}
        rowKey={({ id }) => id}
        openKey={panel.id}
        loading={scheduled.isPending || scheduled.isPlaceholderData || isBeyond}
        empty={
          list.search === '' ? (
            <Empty icon={<FloatDrawing />} title="Nothing is scheduled." />
          ) : (
            <NothingFound title="No posts found." onClear={() => list.onSearch('')} />
          )
        }
        error={scheduled.error}
        failure="loadPosts"
        onRetry={() => void scheduled.refetch()}
      />
      <Pager label="Pages of posts" page={list.page} pages={pages} onPage={list.onPage} />
      <PublishScheduled {...question('publish')} />
      <CancelScheduled {...question('cancel')} />
    </>
  )
}
