import { Skeleton, SkeletonGroup } from '../../../components/feedback/skeleton.tsx'
import { Card } from '../../../components/ui/card.tsx'
import * as chart from '../chart.module.css'

/** The shapes of a journal while it loads. @param part without the form, which is there already. */
export function JournalSkeleton({ part = false }: { part?: boolean }) {
  return (
    <SkeletonGroup label="Loading the journal">
      {part ? (
        <Catches />
      ) : (
        <div className="two-columns">
          <Catches />
          <div className="stack-5">
            <Card pad>
              <Skeleton width={160} height={28} />
              <Skeleton height={48} />
              <Skeleton height={96} />
              <Skeleton height={48} />
              <Skeleton height={132} />
            </Card>
          </div>
        </div>
      )}
    </SkeletonGroup>
  )
}

function Catches() {
  return (
    <div className="stack-5">
      <div className={`card deep on-deep ${chart.panel}`}>
        <Skeleton width={120} height={18} />
        <Skeleton width={220} height={56} />
        <Skeleton height={170} />
      </div>
      <Card pad>
        <Skeleton width={140} height={28} />
        {[0, 1, 2].map((row) => (
          <Skeleton key={row} height={72} />
        ))}
      </Card>
    </div>
  )
}
