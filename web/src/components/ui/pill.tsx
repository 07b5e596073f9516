import clsx from 'clsx'
import type { ReactNode } from 'react'

export type PillTone = 'grey' | 'ok' | 'warn' | 'bad' | 'info' | 'gold' | 'lake' | 'tip' | 'line' | 'over'

export interface PillProps {
  tone?: PillTone
  /** Replaces the dot, which is otherwise drawn so that colour never stands alone. */
  icon?: ReactNode
  dot?: boolean
  className?: string
  children: ReactNode
}

/** A status in a word. */
export function Pill({ tone = 'grey', icon, dot = !icon, className, children }: PillProps) {
  return (
    <span className={clsx('pill', tone !== 'grey' && `pill-${tone}`, dot && 'dot', className)}>
      {icon}
      {children}
    </span>
  )
}
