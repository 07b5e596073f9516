import type { ReactNode } from 'react'
import { MomentField } from '../../../components/console/moment-field.tsx'
import { RowEditorDialog } from '../../../components/console/row-editor.tsx'
import type { SidePanel } from '../../../components/console/use-side-panel.ts'
import { AreaField, CheckField, TextField } from '../../../components/form/fields.tsx'
import type { LiveVideo } from '../../../data/live/active-video-query.ts'
import { useVideoCreateMutation, useVideoEditMutation } from '../../../data/live/console-videos-mutations.ts'
import type { ConsoleVideo } from '../../../data/live/console-videos-query.ts'
import { type ParsedVideo, parseEmbedCode } from '../embed-code.ts'
import { UNKNOWN_EMBED, VIDEO_EDITOR, type VideoValues } from '../video-schema.ts'

export interface VideoFormDialogProps {
  /** The video as it was when the form opened; undefined for a new one. */
  video: ConsoleVideo | undefined
  /** The current version of the same video in the list. */
  current: ConsoleVideo | undefined
  /** The video that members see now. */
  onNow: LiveVideo | undefined
  preview: (title: string, video: ParsedVideo) => ReactNode
  panel: SidePanel
  onSaved: (title: string) => void
}

/** The fields of a video with a preview. */
export function VideoFormDialog({ video, current, onNow, preview, panel, onSaved }: VideoFormDialogProps) {
  return (
    <RowEditorDialog
      editor={VIDEO_EDITOR}
      row={video}
      current={current}
      create={useVideoCreateMutation().mutateAsync}
      edit={useVideoEditMutation().mutateAsync}
      panel={panel}
      onSaved={({ title }) => onSaved(title)}
      fields={(form, seen) => (
        <>
          <TextField form={form} name="title" label="Title" counted dir="auto" autoComplete="off" data-autofocus />
          <AreaField
            form={form}
            name="embedCode"
            label="Embed code"
            hint="The address of a YouTube, Vimeo, Twitch or Facebook video, or its embed code."
            rows={3}
            dir="ltr"
            spellCheck={false}
            autoCapitalize="none"
            autoComplete="off"
          />
          <MomentField form={form} name="scheduledFor" label="Scheduled for" />
          <AreaField form={form} name="description" label="Description" note="optional" counted rows={4} />
          <CheckField form={form} name="isActive" label="Active: members see it on the Live page" />
          {form.values.isActive && onNow && onNow.id !== seen?.id && (
            <p className="hint" role="status">
              {onNow.title} is active now and will be deactivated.
            </p>
          )}
        </>
      )}
      preview={({ values }) => <VideoPreview values={values} preview={preview} />}
    />
  )
}

function VideoPreview({ values, preview }: { values: VideoValues; preview: VideoFormDialogProps['preview'] }) {
  const parsed = parseEmbedCode(values.embedCode)
  return (
    <section aria-label="Preview">
      <p className="label">Preview</p>
      {parsed ? (
        <div key={`${parsed.provider} ${parsed.videoId}`}>{preview(values.title.trim() || 'Live video', parsed)}</div>
      ) : (
        <p className="well quiet" role="status">
          {values.embedCode.trim() ? UNKNOWN_EMBED : 'Paste an address or an embed code to preview the video here.'}
        </p>
      )}
    </section>
  )
}
