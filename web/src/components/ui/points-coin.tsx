import { coinCore, coinEdge, coinRing } from './coin-paths.ts'

/** The small gold scale before a number of points in chips and buttons. */
export function PointsCoin({ className = 'scale' }: { className?: string }) {
  return (
    <svg className={className} viewBox="0 0 24 24" aria-hidden="true">
      <path className="coin-edge" d={coinEdge} />
      <path className="coin-ring" d={coinRing} />
      <path className="coin-core" d={coinCore} />
    </svg>
  )
}
