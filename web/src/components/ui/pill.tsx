import type { ReactNode } from 'react'
import { joinClasses } from '../../lib/join-classes.ts'

export type PillTone = 'grey' | 'ok' | 'warn' | 'bad' | 'info' | 'gold' | 'lake' | 'tip' | 'line' | 'over'

export interface PillProps {
  tone?: PillTone
  /** Replaces the dot, which is otherwise drawn so that colour never stands alone. */
  icon?: ReactNode
  dot?: boolean
  className?: string
  children: ReactNode
}

/** A status label. */
export function Pill({ tone = 'grey', icon, dot = !icon, className, children }: PillProps) {
  return (
    <span className={joinClasses('pill', tone !== 'grey' && `pill-${tone}`, dot && 'with-dot', className)}>
      {icon}
      {children}
    </span>
  )
}
