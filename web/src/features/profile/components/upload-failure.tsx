import { useMemo } from 'react'
import { Banner } from '../../../components/feedback/banner.tsx'
import { Button } from '../../../components/ui/button.tsx'
import { bannerText, type FailedAction } from '../../../lib/failure-text.ts'
import { PhotoError, photoFault } from '../../../lib/photo/photo-error.ts'

export interface UploadFailureProps {
  action: FailedAction
  error: unknown
  onRetry: () => void
  onShrink: () => void
  onDismiss: () => void
}

/** What was wrong with a picture or on its way, with what helps: shrinking, trying again, or nothing. */
export function UploadFailure({ action, error, onRetry, onShrink, onDismiss }: UploadFailureProps) {
  const text = useMemo(() => photoFault(error) ?? bannerText(action, error), [action, error])
  const kind = error instanceof PhotoError ? error.kind : undefined
  const help =
    kind === 'type' ? undefined : (
      <Button variant="line" size="sm" onClick={kind === 'size' ? onShrink : onRetry}>
        {kind === 'size' ? 'Shrink and retry' : 'Retry'}
      </Button>
    )
  return (
    <Banner tone="danger" className="upload-failure" onDismiss={onDismiss} {...(help && { action: help })}>
      {text}
    </Banner>
  )
}
