import type { UseQueryResult } from '@tanstack/react-query'
import { Empty } from '../../../components/feedback/empty.tsx'
import { ErrorBanner } from '../../../components/feedback/error-banner.tsx'
import { Skeleton, SkeletonGroup } from '../../../components/feedback/skeleton.tsx'
import { FloatDrawing } from '../../../components/ui/drawings.tsx'
import type { ClaimsPage } from '../../../data/claims/console-claims-query.ts'
import { ClaimRow } from './claim-row.tsx'

/** The claims of one page. */
export function ClaimList({ claims }: { claims: UseQueryResult<ClaimsPage> }) {
  if (claims.isPending)
    return (
      <SkeletonGroup label="Loading claims">
        <div className="card divide">
          {[1, 2, 3, 4].map((row) => (
            <div className="claim claim-waiting" key={row}>
              <Skeleton width={36} height={36} circle />
              <Skeleton height={72} />
            </div>
          ))}
        </div>
      </SkeletonGroup>
    )
  const failed = claims.isError && (
    <ErrorBanner
      className="claims-failure"
      action="loadPrizeClaims"
      error={claims.error}
      onRetry={() => void claims.refetch()}
    />
  )
  if (!claims.data) return failed
  return (
    <>
      {failed}
      <div className="card divide claims-list" aria-busy={claims.isPlaceholderData}>
        {claims.data.claims.length === 0 ? (
          <Empty icon={<FloatDrawing />} title="No prize claims found." />
        ) : (
          claims.data.claims.map((claim) => <ClaimRow key={claim.id} claim={claim} />)
        )}
      </div>
    </>
  )
}
