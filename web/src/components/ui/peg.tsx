import type { ReactNode } from 'react'
import { joinClasses } from '../../lib/join-classes.ts'

export type PegTone = 'plain' | 'gold' | 'silver' | 'bronze' | 'tip'

const TONE_CLASS: Record<PegTone, string | undefined> = {
  plain: undefined,
  gold: 'plate-1',
  silver: 'plate-2',
  bronze: 'plate-3',
  tip: 'plate-tip',
}

export interface PegProps {
  value: ReactNode
  tone?: PegTone
  size?: 'md' | 'lg'
  /** Hidden text before the number, e.g. `Rank`. */
  what?: string
  className?: string
}

/** The numbered plate found on every swim: ranks, places, squares. Orange means "you" or "selected". */
export function Peg({ value, tone = 'plain', size = 'md', what, className }: PegProps) {
  return (
    <span className={joinClasses('plate', TONE_CLASS[tone], size === 'lg' && 'plate-lg', className)}>
      {what && <span className="visually-hidden">{what} </span>}
      {value}
    </span>
  )
}

/** The tone of a place: 1 gold, 2 silver, 3 bronze, every other plain. */
export function placeTone(place: number): PegTone {
  return place === 1 ? 'gold' : place === 2 ? 'silver' : place === 3 ? 'bronze' : 'plain'
}
