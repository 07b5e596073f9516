import { useQuery } from '@tanstack/react-query'
import Plus from 'lucide-react/icons/plus'
import { type ReactNode, useState } from 'react'
import { ConfirmAction } from '../../../components/console/confirm-action.tsx'
import { ConsolePage } from '../../../components/console/console-page.tsx'
import { ExportButton } from '../../../components/console/export-button.tsx'
import { ListControls } from '../../../components/console/list-controls.tsx'
import { PanelNotice } from '../../../components/console/panel-notice.tsx'
import { SortChoice } from '../../../components/console/sort-choice.tsx'
import { useLastRow } from '../../../components/console/use-last-row.ts'
import { useSidePanel } from '../../../components/console/use-side-panel.ts'
import { Views } from '../../../components/console/views.tsx'
import { WithPanel } from '../../../components/console/with-panel.tsx'
import { useToast } from '../../../components/feedback/toast.tsx'
import { Button } from '../../../components/ui/button.tsx'
import { Pager } from '../../../components/ui/pager.tsx'
import { activeVideoQuery } from '../../../data/live/active-video-query.ts'
import { useConsoleVideosRealtime } from '../../../data/live/console-realtime.ts'
import { useVideoDeleteMutation, useVideoSwitchMutation } from '../../../data/live/console-videos-mutations.ts'
import {
  type ConsoleVideo,
  consoleVideoQuery,
  consoleVideosQuery,
  VIDEOS_PAGE_SIZE,
  videoCountsQuery,
} from '../../../data/live/console-videos-query.ts'
import {
  VIDEO_SORTS,
  VIDEO_VIEWS,
  type VideoSort,
  type VideosFound,
  type VideoView,
} from '../../../data/live/console-videos-search.ts'
import { useListState } from '../../../hooks/use-list-state.ts'
import { usePages } from '../../../hooks/use-pages.ts'
import { consoleFailureText } from '../../../lib/console-failure-text.ts'
import { formatCount } from '../../../lib/format.ts'
import type { ParsedVideo } from '../embed-code.ts'
import { VIEWS } from '../video-views.ts'
import { exportVideos } from '../videos-export.ts'
import { VideoFormDialog } from './video-form-dialog.tsx'
import { VideoList } from './video-list.tsx'

export interface VideosPageProps {
  /** Draws the player as on the Live page. */
  preview: (title: string, video: ParsedVideo) => ReactNode
}

type Action = { kind: 'switch' | 'delete'; video: ConsoleVideo }

const LATEST = { key: 'scheduled', dir: 'desc' } as const
const SORTS = [
  { sort: LATEST, label: 'Latest first' },
  { sort: { key: 'scheduled', dir: 'asc' }, label: 'Earliest first' },
  { sort: { key: 'title', dir: 'asc' }, label: 'Title, A to Z' },
] as const

/** All live videos in views by their state: create, edit, activate, deactivate and delete. What is shown is in the address. */
export function VideosPage({ preview }: VideosPageProps) {
  useConsoleVideosRealtime()
  const list = useListState({ sort: LATEST, sorts: VIDEO_SORTS, filters: VIDEO_VIEWS })
  const found: VideosFound = { text: list.search, view: list.filter as VideoView }
  const videos = useQuery(
    consoleVideosQuery({
      ...found,
      sort: list.sort.key as VideoSort,
      descending: list.sort.dir === 'desc',
      page: list.page,
    }),
  )
  const counts = useQuery(videoCountsQuery())
  const total = videos.data?.total
  const { pages } = usePages(list, {
    total,
    size: VIDEOS_PAGE_SIZE,
    isCurrent: videos.isSuccess && !videos.isPlaceholderData,
  })
  const onNow = useQuery(activeVideoQuery())
  const remove = useVideoDeleteMutation()
  const flip = useVideoSwitchMutation()
  const toast = useToast()
  const [action, setAction] = useState<Action>()
  const close = () => setAction(undefined)
  const panel = useSidePanel()
  const inList = videos.data?.videos.find(({ id }) => id === panel.id)
  const one = useQuery({
    ...consoleVideoQuery(panel.id ?? ''),
    enabled: panel.id !== undefined && videos.isSuccess && !inList,
  })
  const current = inList ?? one.data ?? undefined
  const edited = useLastRow(panel.id, current)
  const editor = {
    panel,
    preview,
    onNow: onNow.data ?? undefined,
    onSaved: (title: string) => {
      panel.close()
      toast(`${title} is saved.`)
    },
  }

  return (
    <ConsolePage
      title="Videos"
      count={total}
      actions={
        <>
          <ExportButton
            label={list.isNarrowed ? 'Export found' : 'Export CSV'}
            fileName={`videos-${new Date().toISOString().slice(0, 10)}`}
            load={() => exportVideos(found)}
            failure={consoleFailureText.loadVideos}
          />
          <Button
            data-create
            size="sm"
            icon={<Plus className="icon" aria-hidden="true" />}
            onClick={() => panel.open({ kind: 'add' })}
          >
            Add video
          </Button>
        </>
      }
    >
      <Views views={VIEWS} current={found.view} onView={list.onFilter} counts={counts.data ?? {}} />
      <ListControls searched="Search videos by title" text={list.search} onSearch={list.onSearch}>
        <SortChoice sorts={SORTS} sort={list.sort} onSort={list.onSort} />
      </ListControls>
      <p className="visually-hidden" role="status">
        {videos.isPlaceholderData || total === undefined ? '' : `${formatCount(total, 'video')} found`}
      </p>
      <WithPanel
        panel={panel}
        form={
          panel.id === undefined ? (
            <VideoFormDialog key="new" video={undefined} current={undefined} {...editor} />
          ) : edited ? (
            <VideoFormDialog key={panel.id} video={edited} current={current} {...editor} />
          ) : (
            <PanelNotice panel={panel} title="Edit video" query={one} missing="There is no such video." />
          )
        }
      >
        <VideoList
          videos={videos}
          openId={panel.id}
          onClear={list.isNarrowed ? list.onClear : undefined}
          onEdit={({ id }) => panel.open({ kind: 'edit', id })}
          onSwitch={(video) => setAction({ kind: 'switch', video })}
          onDelete={(video) => setAction({ kind: 'delete', video })}
        />
        <Pager label="Pages of videos" page={list.page} pages={pages} onPage={list.onPage} />
      </WithPanel>
      {action?.kind === 'switch' && (
        <ConfirmAction
          open
          tone="lake"
          title={action.video.isActive ? 'Deactivate this video?' : 'Activate this video?'}
          text={switchText(action.video, onNow.data?.title)}
          confirmLabel={action.video.isActive ? 'Deactivate' : 'Activate'}
          failure={consoleFailureText.updateVideo}
          onConfirm={() => flip.mutateAsync(action.video)}
          onClose={close}
        />
      )}
      {action?.kind === 'delete' && (
        <ConfirmAction
          open
          title="Delete this video?"
          text={`${action.video.title} will be removed from the list${action.video.isActive ? ' and from the Live page, where it is shown now' : ''}. This cannot be undone.`}
          confirmLabel="Delete"
          failure={consoleFailureText.deleteVideo}
          onConfirm={async () => {
            await remove.mutateAsync(action.video.id)
            if (panel.id === action.video.id) panel.close()
          }}
          onClose={close}
        />
      )}
    </ConsolePage>
  )
}

function switchText(video: ConsoleVideo, onNow: string | undefined): string {
  if (video.isActive)
    return `Members will no longer see ${video.title} on the Live page, which will show No Live Video.`
  const instead = onNow === undefined ? '' : ` It replaces ${onNow}, which will be deactivated.`
  return `Members will see ${video.title} on the Live page at once.${instead}`
}
