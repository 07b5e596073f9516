import { type ReactNode, useState } from 'react'
import { formatMoment } from '../../lib/format.ts'

export interface MomentProps {
  /** ISO 8601. */
  date: string
  now: Date
  className?: string
  /** When it was in few words, `2 hours ago`. */
  children: ReactNode
}

/** A moment in few words, and in full for whoever points at it: made only then, for a feed has many of them. */
export function Moment({ date, now, className, children }: MomentProps) {
  const [title, setTitle] = useState<string>()
  return (
    <time className={className} dateTime={date} title={title} onPointerEnter={() => setTitle(formatMoment(date, now))}>
      {children}
    </time>
  )
}
