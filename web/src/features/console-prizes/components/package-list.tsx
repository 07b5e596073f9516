import type { UseQueryResult } from '@tanstack/react-query'
import * as list from '../../../components/console/list.module.css'
import { NothingFound } from '../../../components/console/nothing-found.tsx'
import { Empty } from '../../../components/feedback/empty.tsx'
import { ErrorBanner } from '../../../components/feedback/error-banner.tsx'
import { Skeleton, SkeletonGroup } from '../../../components/feedback/skeleton.tsx'
import { FloatDrawing } from '../../../components/ui/float-drawing.tsx'
import type { PackageItem, PackagesPage, PrizePackage } from '../../../data/prizes/console-packages-query.ts'
import { consoleFailureText } from '../../../lib/console-failure-text.ts'
import * as styles from '../prizes.module.css'
import { PackageCard } from './package-card.tsx'
import type { Removal } from './removals.tsx'

export interface PackageListProps {
  packages: UseQueryResult<PackagesPage>
  /** The item that the address names; it gets the focus. */
  itemId?: string | undefined
  /** ID of the package whose panel is open. */
  openId: string | undefined
  /** Takes away search and filters; undefined while there are none. */
  onClear: (() => void) | undefined
  onEdit: (prizePackage: PrizePackage) => void
  onAddItem: (prizePackage: PrizePackage) => void
  onEditItem: (prizePackage: PrizePackage, item: PackageItem) => void
  onRemove: (removal: Removal) => void
}

/** The packages of one page. */
export function PackageList(props: PackageListProps) {
  const { packages, itemId, openId, onClear, onEdit, onAddItem, onEditItem, onRemove } = props
  if (packages.isPending)
    return (
      <SkeletonGroup label="Loading prize packages">
        <div className={styles.packages}>
          {[1, 2].map((row) => (
            <div className={`card ${styles.prizePackage}`} key={row}>
              <Skeleton width="40%" height={24} />
              <Skeleton height={220} />
            </div>
          ))}
        </div>
      </SkeletonGroup>
    )
  const failed = packages.isError && (
    <ErrorBanner
      className={list.notice}
      action={consoleFailureText.loadPrizePackages}
      error={packages.error}
      onRetry={() => void packages.refetch()}
    />
  )
  if (!packages.data) return failed
  return (
    <>
      {failed}
      {packages.data.packages.length === 0 ? (
        <div className="card">
          {onClear ? (
            <NothingFound title="No packages found." onClear={onClear} />
          ) : (
            <Empty icon={<FloatDrawing />} title="No prize packages available yet." />
          )}
        </div>
      ) : (
        <div className={styles.packages} aria-busy={packages.isPlaceholderData}>
          {packages.data.packages.map((prizePackage) => (
            <PackageCard
              key={prizePackage.id}
              prizePackage={prizePackage}
              itemId={itemId}
              open={prizePackage.id === openId}
              onEdit={() => onEdit(prizePackage)}
              onAddItem={() => onAddItem(prizePackage)}
              onEditItem={(item) => onEditItem(prizePackage, item)}
              onDelete={() => onRemove({ kind: 'delete-package', prizePackage })}
              onRemoveItem={(item) => onRemove({ kind: 'delete-item', item })}
              onWithdraw={(item, award) => onRemove({ kind: 'withdraw', item, award })}
            />
          ))}
        </div>
      )}
    </>
  )
}
