import Award from 'lucide-react/icons/award'
import Coins from 'lucide-react/icons/coins'
import Download from 'lucide-react/icons/download'
import { useState } from 'react'
import { BulkAction } from '../../../components/console/bulk-bar.tsx'
import { SelectionBar } from '../../../components/console/selection-bar.tsx'
import { useExport } from '../../../components/console/use-export.ts'
import { useToast } from '../../../components/feedback/toast.tsx'
import type { Selected, Selection } from '../../../hooks/use-selection.ts'
import { consoleFailureText } from '../../../lib/console-failure-text.ts'
import { bannerText } from '../../../lib/failure-text.ts'
import { formatCount, formatPoints } from '../../../lib/format.ts'
import { exportChosen } from '../users-export.ts'
import { BulkAwardDialog } from './bulk-award-dialog.tsx'
import { BulkPointsDialog } from './bulk-points-dialog.tsx'

/** What an admin can do with the selected members. Suspending is left out: each case has its own reason. */
export function BulkActions({ selection }: { selection: Selection }) {
  const toast = useToast()
  const { items } = selection
  // Who was selected when it opened: the same members for every attempt.
  const [dialog, setDialog] = useState<{ action: 'award' | 'points'; chosen: readonly Selected[] }>()
  const ids = items.map(({ id }) => id)
  const file = useExport(`users-selected-${new Date().toISOString().slice(0, 10)}`, () => exportChosen(ids))

  const save = async () => {
    const outcome = await file.run()
    if (!outcome) return
    if ('error' in outcome) return toast(bannerText(consoleFailureText.loadUsers, outcome.error), true)
    const gone = ids.length - outcome.rows
    if (gone > 0)
      toast(
        `${formatPoints(outcome.rows)} of ${formatCount(ids.length, 'member')} exported. The others are no longer members.`,
      )
  }
  const close = (gone: readonly string[]) => {
    setDialog(undefined)
    selection.remove(gone)
  }

  return (
    <>
      <SelectionBar selection={selection} one="member">
        <BulkAction
          icon={<Award className="icon" aria-hidden="true" />}
          onClick={() => setDialog({ action: 'award', chosen: items })}
        >
          Award badge
        </BulkAction>
        <BulkAction
          icon={<Coins className="icon" aria-hidden="true" />}
          onClick={() => setDialog({ action: 'points', chosen: items })}
        >
          Give points
        </BulkAction>
        <BulkAction
          icon={<Download className="icon" aria-hidden="true" />}
          busy={file.busy}
          onClick={() => void save()}
        >
          Export
        </BulkAction>
      </SelectionBar>
      {dialog?.action === 'award' && <BulkAwardDialog chosen={dialog.chosen} onClose={close} />}
      {dialog?.action === 'points' && <BulkPointsDialog chosen={dialog.chosen} onClose={close} />}
    </>
  )
}
