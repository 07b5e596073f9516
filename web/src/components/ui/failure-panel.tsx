import { type ReactNode, useMemo } from 'react'
import { bannerText, type FailedAction } from '../../lib/failure-text.ts'
import { Button } from './button.tsx'
import { FloatDrawing } from './float-drawing.tsx'

export interface FailurePanelProps {
  /** What did not load, e.g. `News did not load`. */
  title: string
  action: FailedAction
  error: unknown
  /** What is not lost, or what still works. */
  children: ReactNode
  onRetry: () => void
}

/** In place of a screen that could not be loaded: what happened, what is not lost, and another attempt. */
export function FailurePanel({ title, action, error, children, onRetry }: FailurePanelProps) {
  const text = useMemo(() => bannerText(action, error), [action, error])
  return (
    <div className="card">
      <div className="empty" role="alert">
        <FloatDrawing />
        <h2>{title}</h2>
        <p>
          {text}. {children}
        </p>
        <Button onClick={onRetry}>Retry</Button>
      </div>
    </div>
  )
}
