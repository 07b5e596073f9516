import { type ReactNode, useRef, useState } from 'react'
import { FormDialog } from '../../../components/console/form-dialog.tsx'
import { StaleNotice } from '../../../components/console/stale-notice.tsx'
import { ErrorBanner } from '../../../components/feedback/error-banner.tsx'
import type { LiveVideo } from '../../../data/live/active-video-query.ts'
import { useVideoCreateMutation, useVideoEditMutation } from '../../../data/live/console-videos-mutations.ts'
import type { ConsoleVideo } from '../../../data/live/console-videos-query.ts'
import { StaleError } from '../../../lib/stale-error.ts'
import { type ParsedVideo, parseEmbedCode } from '../embed-code.ts'
import {
  newVideoDraft,
  UNKNOWN_EMBED,
  type VideoDraft,
  videoDraftOf,
  videoErrors,
  videoFields,
} from '../video-draft.ts'
import { VideoFields } from './video-fields.tsx'

export interface VideoFormDialogProps {
  /** The video as it was when the dialog opened; undefined for a new one. */
  video: ConsoleVideo | undefined
  /** The same video as the list has it now. */
  current: ConsoleVideo | undefined
  /** The video that members see now. */
  onNow: LiveVideo | undefined
  preview: (title: string, video: ParsedVideo) => ReactNode
  onClose: () => void
  onSaved: (title: string) => void
}

/** Adds or changes a video, and plays it before it is saved. A live refresh of the list leaves the form alone. */
export function VideoFormDialog({ video, current, onNow, preview, onClose, onSaved }: VideoFormDialogProps) {
  const [seen, setSeen] = useState(video)
  const [begun, setBegun] = useState(() => (video ? videoDraftOf(video) : newVideoDraft()))
  const [draft, setDraft] = useState(begun)
  const [checked, setChecked] = useState(false)
  const fields = useRef<HTMLDivElement>(null)
  const create = useVideoCreateMutation()
  const edit = useVideoEditMutation()
  const saving = seen ? edit : create
  const errors = videoErrors(draft)
  const parsed = parseEmbedCode(draft.embedCode)

  const change = (part: Partial<VideoDraft>) => setDraft((last) => ({ ...last, ...part }))
  const reload = () => {
    saving.reset()
    // Deleted meanwhile: there is nothing left to change.
    if (!current) return onClose()
    setSeen(current)
    setBegun(videoDraftOf(current))
    setDraft(videoDraftOf(current))
  }
  const submit = async () => {
    setChecked(true)
    const wrong = Object.keys(errors)[0]
    if (wrong) return fields.current?.querySelector<HTMLElement>(`[name="${wrong}"]`)?.focus()
    const written = videoFields(draft)
    try {
      await (seen ? edit.mutateAsync({ seen, fields: written }) : create.mutateAsync(written))
      onSaved(written.title)
    } catch {
      // The mutation keeps the error for the banner.
    }
  }

  return (
    <FormDialog
      open
      className="wide"
      title={seen ? 'Edit video' : 'Add a video'}
      onClose={onClose}
      onSubmit={submit}
      submitLabel={seen ? 'Save Video' : 'Create Video'}
      busy={saving.isPending}
      dirty={JSON.stringify(draft) !== JSON.stringify(begun)}
      failure={
        saving.error instanceof StaleError ? (
          <StaleNotice onReload={reload} />
        ) : (
          saving.isError && (
            <ErrorBanner action={seen ? 'updateVideo' : 'createVideo'} error={saving.error} onDismiss={saving.reset} />
          )
        )
      }
    >
      <div className="video-form" ref={fields}>
        <VideoFields
          draft={draft}
          errors={checked ? errors : {}}
          replaced={onNow && onNow.id !== seen?.id ? onNow.title : undefined}
          onChange={change}
        />
        <section className="video-preview" aria-label="Preview">
          <p className="label">Preview</p>
          {parsed ? (
            <div key={`${parsed.provider} ${parsed.videoId}`}>
              {preview(draft.title.trim() || 'Live video', parsed)}
            </div>
          ) : (
            <p className="well quiet" role="status">
              {draft.embedCode.trim() ? UNKNOWN_EMBED : 'Paste an address or an embed code to see the video here.'}
            </p>
          )}
        </section>
      </div>
    </FormDialog>
  )
}
