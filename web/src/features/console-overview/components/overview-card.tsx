import { type ReactNode, useId } from 'react'
import { Card } from '../../../components/ui/card.tsx'
import * as styles from '../overview.module.css'

export interface OverviewCardProps {
  heading: string
  /** The period of the figures, beside the heading. */
  span: string
  children: ReactNode
}

/** One chart of the overview under its heading. */
export function OverviewCard({ heading, span, children }: OverviewCardProps) {
  const id = useId()
  return (
    <Card as="section" className={styles.picture} aria-labelledby={id}>
      <div className={styles.head}>
        <h3 id={id}>{heading}</h3>
        <span>{span}</span>
      </div>
      {children}
    </Card>
  )
}
