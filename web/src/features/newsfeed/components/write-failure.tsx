import { useMemo } from 'react'
import { Banner } from '../../../components/feedback/banner.tsx'
import { refusalText } from '../../../data/newsfeed/refusal.ts'
import { bannerText, type FailedAction } from '../../../lib/failure-text.ts'

export interface WriteFailureProps {
  action: FailedAction
  error: unknown
  onDismiss?: () => void
}

/** A failed write: the product's words, and the reason when the database gave one that its author can act on. */
export function WriteFailure({ action, error, onDismiss }: WriteFailureProps) {
  const text = useMemo(() => bannerText(action, error), [action, error])
  const reason = refusalText(error)
  return (
    <Banner tone="danger" className="feed-failure" {...(onDismiss && { onDismiss })}>
      <span>{text}</span>
      {reason && <span className="small"> {reason}</span>}
    </Banner>
  )
}
