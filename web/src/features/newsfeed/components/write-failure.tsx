import { useMemo } from 'react'
import { Banner } from '../../../components/feedback/banner.tsx'
import { refusalText } from '../../../data/newsfeed/refusal.ts'
import { bannerText, type FailedAction, lostReason } from '../../../lib/failure-text.ts'

export interface WriteFailureProps {
  action: FailedAction
  error: unknown
  onDismiss?: () => void
}

/** A failed write: the catalogue's text, and the database's reason if the author can act on it. */
export function WriteFailure({ action, error, onDismiss }: WriteFailureProps) {
  const text = useMemo(() => bannerText(action, error), [action, error])
  const reason = refusalText(error) ?? lostReason(error)
  return (
    <Banner tone="danger" {...(onDismiss && { onDismiss })}>
      <span>
        {text}
        {reason && !text.endsWith('.') && '.'}
      </span>
      {reason && <span className="small"> {reason}</span>}
    </Banner>
  )
}
