import { useId } from 'react'
import { TEXT_LIMITS } from '../../../../../contract/src/limits.ts'
import { DateTimeField } from '../../../components/console/date-time-field.tsx'
import { Checkbox } from '../../../components/ui/checkbox.tsx'
import { Field } from '../../../components/ui/field.tsx'
import { TextArea } from '../../../components/ui/text-area.tsx'
import { TextInput } from '../../../components/ui/text-input.tsx'
import { trimmedLength } from '../../../lib/trimmed-length.ts'
import type { VideoDraft, VideoErrors } from '../video-draft.ts'

export interface VideoFieldsProps {
  draft: VideoDraft
  errors: VideoErrors
  /** The video that would be switched off. */
  replaced: string | undefined
  onChange: (part: Partial<VideoDraft>) => void
}

/** Everything that can be said about a video. */
export function VideoFields({ draft, errors, replaced, onChange }: VideoFieldsProps) {
  const id = useId()
  return (
    <div>
      <Field
        id={`${id}-title`}
        label="Title"
        error={errors.title}
        counter={{ length: trimmedLength(draft.title), max: TEXT_LIMITS.title }}
      >
        {(control) => (
          <TextInput
            {...control}
            name="title"
            dir="auto"
            autoComplete="off"
            data-autofocus
            value={draft.title}
            onChange={(event) => onChange({ title: event.target.value })}
          />
        )}
      </Field>
      <Field
        id={`${id}-embed`}
        label="Embed code"
        hint="The address of a YouTube, Vimeo, Twitch or Facebook video, or its embed code."
        error={errors.embedCode}
      >
        {(control) => (
          <TextArea
            {...control}
            name="embedCode"
            rows={3}
            spellCheck={false}
            autoCapitalize="none"
            autoComplete="off"
            value={draft.embedCode}
            onChange={(event) => onChange({ embedCode: event.target.value })}
          />
        )}
      </Field>
      <DateTimeField
        label="Scheduled for"
        name="scheduledFor"
        value={draft.scheduledFor}
        error={errors.scheduledFor}
        onChange={(scheduledFor) => onChange({ scheduledFor })}
      />
      <Field
        id={`${id}-description`}
        label="Description"
        note="optional"
        error={errors.description}
        counter={{ length: trimmedLength(draft.description), max: TEXT_LIMITS.videoDescription }}
      >
        {(control) => (
          <TextArea
            {...control}
            name="description"
            rows={4}
            dir="auto"
            value={draft.description}
            onChange={(event) => onChange({ description: event.target.value })}
          />
        )}
      </Field>
      <Checkbox
        label="Active: members see it on the Live page"
        checked={draft.isActive}
        onChange={(event) => onChange({ isActive: event.target.checked })}
      />
      {draft.isActive && replaced && (
        <p className="hint" role="status">
          {replaced} is active now and will be deactivated.
        </p>
      )}
    </div>
  )
}
