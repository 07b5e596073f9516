import { type ReactNode, useId } from 'react'
import { Card } from '../../../components/ui/card.tsx'

export interface OverviewCardProps {
  heading: string
  /** What the figures are over, beside the heading. */
  span: string
  children: ReactNode
}

/** One picture of the overview under its heading. */
export function OverviewCard({ heading, span, children }: OverviewCardProps) {
  const id = useId()
  return (
    <Card as="section" className="ov-card" aria-labelledby={id}>
      <div className="ov-head">
        <h3 id={id}>{heading}</h3>
        <span>{span}</span>
      </div>
      {children}
    </Card>
  )
}
