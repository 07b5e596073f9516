import type { ReactNode } from 'react'
import { useDelayed } from '../../hooks/use-delayed.ts'
import { joinClasses } from '../../lib/join-classes.ts'

export interface SkeletonProps {
  /** CSS lengths or numbers of pixels. */
  width?: number | string
  height?: number | string
  circle?: boolean
  className?: string
}

/** One grey shape that stands in for loading content. */
export function Skeleton({ width = '100%', height = 16, circle = false, className }: SkeletonProps) {
  return (
    <span
      className={joinClasses('skeleton', circle && 'skeleton-circle', className)}
      style={{ width, height }}
      aria-hidden="true"
    />
  )
}

export interface SkeletonGroupProps {
  label?: string
  /** For a further group on the same page: only one says that it is loading. */
  silent?: boolean
  children: ReactNode
}

/** Wraps the shapes of a list or page: invisible for the first 200 ms; screen readers get one hidden label. */
export function SkeletonGroup({ label = 'Loading', silent = false, children }: SkeletonGroupProps) {
  const shown = useDelayed(200)
  return (
    <div aria-busy="true" className={shown ? undefined : 'skeleton-waiting'}>
      {!silent && (
        <span className="visually-hidden" role="status">
          {label}
        </span>
      )}
      {children}
    </div>
  )
}
