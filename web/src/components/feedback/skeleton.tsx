import clsx from 'clsx'
import type { ReactNode } from 'react'
import { useDelayed } from '../../hooks/use-delayed.ts'

export interface SkeletonProps {
  /** CSS lengths or numbers of pixels. */
  width?: number | string
  height?: number | string
  circle?: boolean
  className?: string
}

/** One grey shape in the place of something still loading. */
export function Skeleton({ width = '100%', height = 16, circle = false, className }: SkeletonProps) {
  return <span className={clsx('sk', circle && 'sk-circle', className)} style={{ width, height }} aria-hidden="true" />
}

/** Wraps the shapes of a list or page: invisible for the first 200 ms, and one hidden word for everyone else. */
export function SkeletonGroup({ label = 'Loading', children }: { label?: string; children: ReactNode }) {
  const shown = useDelayed(200)
  return (
    <div aria-busy="true" className={shown ? undefined : 'sk-wait'}>
      <span className="vh" role="status">
        {label}
      </span>
      {children}
    </div>
  )
}
