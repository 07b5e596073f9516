import { useMemo } from 'react'
import { bannerText, type FailedAction, lostReason } from '../../lib/failure-text.ts'
import { Button } from '../ui/button.tsx'
import { Banner } from './banner.tsx'

export interface ErrorBannerProps {
  action: FailedAction
  error: unknown
  /** When given, a Retry button is shown. */
  onRetry?: () => void
  onDismiss?: () => void
  className?: string
}

/** The catalogue's text for a failed action; the cause goes to the console once. */
export function ErrorBanner({ action, error, onRetry, onDismiss, className }: ErrorBannerProps) {
  const text = useMemo(() => bannerText(action, error), [action, error])
  const lost = /^(load|download)/.test(action) ? undefined : lostReason(error)
  const retry = onRetry && (
    <Button variant="line" size="sm" onClick={onRetry}>
      Retry
    </Button>
  )
  return (
    <Banner
      tone="danger"
      {...(retry && { action: retry })}
      {...(onDismiss && { onDismiss })}
      {...(className && { className })}
    >
      {text}
      {lost && <span className="banner-why">{lost}</span>}
    </Banner>
  )
}
