import { type ReactNode, useState } from 'react'
import { formatMoment } from '../../lib/format.ts'

export interface MomentProps {
  /** ISO 8601. */
  date: string
  now: Date
  className?: string
  /** The short form, e.g. `2 hours ago`. */
  children: ReactNode
}

/** A moment in short form, with the full form as tooltip; built on pointer entry only, because a feed has many. */
export function Moment({ date, now, className, children }: MomentProps) {
  const [title, setTitle] = useState<string>()
  return (
    <time className={className} dateTime={date} title={title} onPointerEnter={() => setTitle(formatMoment(date, now))}>
      {children}
    </time>
  )
}
