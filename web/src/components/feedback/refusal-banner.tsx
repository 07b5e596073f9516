import { useMemo } from 'react'
import { bannerText, type FailedAction, lostReason } from '../../lib/failure-text.ts'
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
  const why = reason ?? lostReason(error)
  return (
    <Banner tone="danger" onDismiss={onDismiss} {...(className && { className })}>
      {why ? (
        <>
          {text}. <span className="small">{why}</span>
        </>
      ) : (
        text
      )}
    </Banner>
  )
}
