import { Children, type ReactNode, useEffect, useRef } from 'react'

/** Where a form shows why it failed, or that it was saved after all: beside its button, scrolled into view wherever the submit came from. */
export function FailureSpot({ children }: { children: ReactNode }) {
  const spot = useRef<HTMLDivElement>(null)
  const filled = Children.toArray(children).length > 0
  useEffect(() => {
    if (filled) spot.current?.scrollIntoView?.({ block: 'nearest' })
  }, [filled])
  return filled ? (
    <div ref={spot} className="failure-spot">
      {children}
    </div>
  ) : null
}
