import type { UseQueryResult } from '@tanstack/react-query'
import { useState } from 'react'
import * as list from '../../../components/console/list.module.css'
import { Empty } from '../../../components/feedback/empty.tsx'
import { ErrorBanner } from '../../../components/feedback/error-banner.tsx'
import { Skeleton, SkeletonGroup } from '../../../components/feedback/skeleton.tsx'
import { FloatDrawing } from '../../../components/ui/float-drawing.tsx'
import { RowBoundary } from '../../../components/ui/row-boundary.tsx'
import type { PrizeClaim } from '../../../data/claims/console-claim.ts'
import type { ClaimsPage } from '../../../data/claims/console-claims-query.ts'
import { consoleFailureText } from '../../../lib/console-failure-text.ts'
import * as styles from '../claims.module.css'
import { ClaimRow } from './claim-row.tsx'

/** The claims of one page. A claim that is being edited stays, even if a refresh or search would remove it. */
export function ClaimList({ claims }: { claims: UseQueryResult<ClaimsPage> }) {
  const [edited, setEdited] = useState<readonly PrizeClaim[]>([])
  if (claims.isPending)
    return (
      <SkeletonGroup label="Loading claims">
        <div className="card divide">
          {[1, 2, 3, 4].map((row) => (
            <div className={`${styles.claim} ${styles.waiting}`} key={row}>
              <Skeleton width={36} height={36} circle />
              <Skeleton height={72} />
            </div>
          ))}
        </div>
      </SkeletonGroup>
    )
  const failed = claims.isError && (
    <ErrorBanner
      className={list.notice}
      action={consoleFailureText.loadPrizeClaims}
      error={claims.error}
      onRetry={() => void claims.refetch()}
    />
  )
  if (!claims.data) return failed
  const found = claims.data.claims
  const rows = [...edited.filter(({ id }) => !found.some((claim) => claim.id === id)), ...found]
  return (
    <>
      {failed}
      <div className={`card divide ${styles.list}`} aria-busy={claims.isPlaceholderData}>
        {rows.length === 0 ? (
          <Empty icon={<FloatDrawing />} title="No prize claims found." />
        ) : (
          rows.map((claim) => (
            <RowBoundary key={claim.id} of={claim}>
              <ClaimRow
                claim={claim}
                editing={edited.some(({ id }) => id === claim.id)}
                onEdit={(editing) =>
                  setEdited((last) => [...last.filter(({ id }) => id !== claim.id), ...(editing ? [claim] : [])])
                }
              />
            </RowBoundary>
          ))
        )}
      </div>
    </>
  )
}
