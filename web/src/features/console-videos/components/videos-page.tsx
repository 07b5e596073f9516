import { useQuery } from '@tanstack/react-query'
import Plus from 'lucide-react/icons/plus'
import { type ReactNode, useState } from 'react'
import { ConfirmAction } from '../../../components/console/confirm-action.tsx'
import { ConsolePage } from '../../../components/console/console-page.tsx'
import { useToast } from '../../../components/feedback/toast.tsx'
import { Button } from '../../../components/ui/button.tsx'
import { activeVideoQuery } from '../../../data/live/active-video-query.ts'
import { useConsoleVideosRealtime } from '../../../data/live/console-realtime.ts'
import { useVideoDeleteMutation, useVideoSwitchMutation } from '../../../data/live/console-videos-mutations.ts'
import { type ConsoleVideo, consoleVideosQuery } from '../../../data/live/console-videos-query.ts'
import { useListState } from '../../../hooks/use-list-state.ts'
import { consoleFailureText } from '../../../lib/console-failure-text.ts'
import type { ParsedVideo } from '../embed-code.ts'
import { VideoFormDialog } from './video-form-dialog.tsx'
import { VideoList } from './video-list.tsx'

export interface VideosPageProps {
  /** Draws the player as on the Live page. */
  preview: (title: string, video: ParsedVideo) => ReactNode
}

type Action = { kind: 'edit' | 'switch' | 'delete'; video: ConsoleVideo } | { kind: 'add' }

const LATEST = { key: 'scheduled', dir: 'desc' } as const

/** All live videos: create, edit, activate, deactivate and delete. */
export function VideosPage({ preview }: VideosPageProps) {
  useConsoleVideosRealtime()
  const { page, onPage } = useListState({ sort: LATEST, sorts: [] })
  const videos = useQuery(consoleVideosQuery(page))
  const onNow = useQuery(activeVideoQuery())
  const remove = useVideoDeleteMutation()
  const flip = useVideoSwitchMutation()
  const toast = useToast()
  const [action, setAction] = useState<Action>()
  const close = () => setAction(undefined)
  const video = action && action.kind !== 'add' ? action.video : undefined
  const current = videos.data?.videos.find(({ id }) => id === video?.id)

  return (
    <ConsolePage
      title="Videos"
      count={videos.data?.total}
      actions={
        <Button
          data-create
          size="sm"
          icon={<Plus className="icon" aria-hidden="true" />}
          onClick={() => setAction({ kind: 'add' })}
        >
          Add video
        </Button>
      }
    >
      <VideoList
        videos={videos}
        page={page}
        onPage={onPage}
        onEdit={(video) => setAction({ kind: 'edit', video })}
        onSwitch={(video) => setAction({ kind: 'switch', video })}
        onDelete={(video) => setAction({ kind: 'delete', video })}
      />
      {(action?.kind === 'add' || action?.kind === 'edit') && (
        <VideoFormDialog
          key={video?.id ?? 'new'}
          video={video}
          current={current}
          onNow={onNow.data ?? undefined}
          preview={preview}
          onClose={close}
          onSaved={(title) => {
            close()
            toast(`${title} is saved.`)
          }}
        />
      )}
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
          onConfirm={() => remove.mutateAsync(action.video.id)}
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
