import {
  useAwardDeleteMutation,
  useItemDeleteMutation,
  usePackageDeleteMutation,
} from '../../../data/prizes/console-delete-mutations.ts'
import type { PackageItem, PrizePackage, RecentAward } from '../../../data/prizes/console-packages-query.ts'
import { consoleFailureText } from '../../../lib/console-failure-text.ts'
import { formatCount } from '../../../lib/format.ts'
import { RemovalDialog } from './removal-dialog.tsx'

/** The package, item or award to remove. */
export type Removal =
  | { kind: 'delete-package'; prizePackage: PrizePackage }
  | { kind: 'delete-item'; item: PackageItem }
  | { kind: 'withdraw'; item: PackageItem; award: RecentAward }

export interface RemovalTaskProps {
  task: Removal
  /** A package or an item was deleted. */
  onRemoved: (id: string) => void
  onClose: () => void
}

/** Confirms a removal and carries it out. */
export function RemovalTask({ task, onRemoved, onClose }: RemovalTaskProps) {
  const deletePackage = usePackageDeleteMutation()
  const deleteItem = useItemDeleteMutation()
  const withdraw = useAwardDeleteMutation()
  switch (task.kind) {
    case 'delete-package': {
      const { id, name, items } = task.prizePackage
      return (
        <RemovalDialog
          title="Delete package"
          text={
            <>
              Delete <bdi className="strong">{name}</bdi>
              {items.length > 0 && ` with ${formatCount(items.length, 'item')}`}? This cannot be undone. A package with
              awards cannot be deleted, only deactivated.
            </>
          }
          confirmLabel="Delete"
          onConfirm={async () => {
            await deletePackage.mutateAsync(id)
            onRemoved(id)
          }}
          onClose={onClose}
          failure={consoleFailureText.deletePackage}
        />
      )
    }
    case 'delete-item':
      return (
        <RemovalDialog
          title="Remove item"
          text={
            <>
              Remove <bdi className="strong">{task.item.title}</bdi> from its package, with{' '}
              {formatCount(task.item.remaining, 'unit')} in stock? This cannot be undone. An item with awards cannot be
              removed.
            </>
          }
          confirmLabel="Remove"
          onConfirm={async () => {
            await deleteItem.mutateAsync(task.item.id)
            onRemoved(task.item.id)
          }}
          onClose={onClose}
          failure={consoleFailureText.deleteItem}
        />
      )
    case 'withdraw':
      return (
        <RemovalDialog
          title="Take back award"
          text={
            <>
              Take <bdi className="strong">{task.item.title}</bdi> back from{' '}
              <bdi className="strong">{task.award.winner.username}</bdi>? It has not been claimed, so its unit returns
              to the stock
              {task.award.pointsPaid !== null && ` and ${formatCount(task.award.pointsPaid, 'point')} to the member`}.
            </>
          }
          confirmLabel="Take back"
          onConfirm={() => withdraw.mutateAsync(task.award)}
          onClose={onClose}
          failure={consoleFailureText.updatePrizeClaim}
        />
      )
  }
}
