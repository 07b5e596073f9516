import clsx from 'clsx'
import type { ReactNode } from 'react'

export type PegTone = 'plain' | 'gold' | 'silver' | 'bronze' | 'tip'

const TONE_CLASS: Record<PegTone, string | undefined> = {
  plain: undefined,
  gold: 'peg-1',
  silver: 'peg-2',
  bronze: 'peg-3',
  tip: 'peg-tip',
}

export interface PegProps {
  value: ReactNode
  tone?: PegTone
  size?: 'md' | 'lg'
  /** Hidden word before the number, e.g. `Rank`. */
  what?: string
  className?: string
}

/** The numbered plate found on every swim: ranks, places, squares. Orange means "you" or "selected". */
export function Peg({ value, tone = 'plain', size = 'md', what, className }: PegProps) {
  return (
    <span className={clsx('peg', TONE_CLASS[tone], size === 'lg' && 'peg-lg', className)}>
      {what && <span className="vh">{what} </span>}
      {value}
    </span>
  )
}

/** The metal of a place: 1 gold, 2 silver, 3 bronze, every other plain. */
export function placeTone(place: number): PegTone {
  return place === 1 ? 'gold' : place === 2 ? 'silver' : place === 3 ? 'bronze' : 'plain'
}
