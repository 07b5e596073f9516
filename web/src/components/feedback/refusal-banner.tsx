import { useMemo } from 'react'
import { bannerText, type FailedAction } from '../../lib/failure-text.ts'
import { Banner } from './banner.tsx'

export interface RefusalBannerProps {
  action: FailedAction
  error: unknown
  /** Why the database refused, in plain English; undefined when it gave no reason. */
  reason: string | undefined
  onDismiss: () => void
  className?: string
}

/** The catalogue's text for a failed action, with a reason when the reader can act on it. */
export function RefusalBanner({ action, error, reason, onDismiss, className }: RefusalBannerProps) {
  const text = useMemo(() => bannerText(action, error), [action, error])
  return (
    <Banner tone="danger" onDismiss={onDismiss} {...(className && { className })}>
      {reason ? (
        <>
          {text}. <span className="small">{reason}</span>
        </>
      ) : (
        text
      )}
    </Banner>
  )
}
