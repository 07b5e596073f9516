import { useMemo } from 'react'
import { Banner } from '../../../components/feedback/banner.tsx'
import { Button } from '../../../components/ui/button.tsx'
import { bannerText, type FailedAction } from '../../../lib/failure-text.ts'
import { needsAnother, PhotoError, photoFault } from '../../../lib/photo/photo-error.ts'
import * as styles from '../photos.module.css'

export interface UploadFailureProps {
  action: FailedAction
  error: unknown
  onRetry: () => void
  onShrink: () => void
  onDismiss: () => void
}

/** What was wrong with a picture or its upload, with an action that may help: shrinking or retrying. */
export function UploadFailure({ action, error, onRetry, onShrink, onDismiss }: UploadFailureProps) {
  const text = useMemo(() => photoFault(error) ?? bannerText(action, error), [action, error])
  const kind = error instanceof PhotoError ? error.kind : undefined
  const help = needsAnother(error) ? undefined : (
    <Button variant="line" size="sm" onClick={kind === 'size' ? onShrink : onRetry}>
      {kind === 'size' ? 'Shrink and retry' : 'Retry'}
    </Button>
  )
  return (
    <Banner tone="danger" className={styles.failure} onDismiss={onDismiss} {...(help && { action: help })}>
      {text}
    </Banner>
  )
}
