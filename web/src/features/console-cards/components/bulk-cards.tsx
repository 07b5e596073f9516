import EyeOff from 'lucide-react/icons/eye-off'
import { useState } from 'react'
import { BulkAction } from '../../../components/console/bulk-bar.tsx'
import { ConfirmAction } from '../../../components/console/confirm-action.tsx'
import { SelectionBar } from '../../../components/console/selection-bar.tsx'
import { useToast } from '../../../components/feedback/toast.tsx'
import { useCardsSwitchOffMutation } from '../../../data/cards/console-cards-mutations.ts'
import type { Selection } from '../../../hooks/use-selection.ts'
import { consoleFailureText } from '../../../lib/console-failure-text.ts'
import { formatCount, formatPoints } from '../../../lib/format.ts'

/** What can be done with the selected cards. */
export function BulkCards({ selection }: { selection: Selection }) {
  const toast = useToast()
  const switchOff = useCardsSwitchOffMutation()
  // What was selected when it opened: the same cards for every attempt.
  const [ids, setIds] = useState<readonly string[]>()
  const count = ids?.length ?? 0
  return (
    <>
      <SelectionBar selection={selection} one="card">
        <BulkAction
          icon={<EyeOff className="icon" aria-hidden="true" />}
          onClick={() => setIds(selection.items.map(({ id }) => id))}
        >
          Deactivate
        </BulkAction>
      </SelectionBar>
      <ConfirmAction
        open={ids !== undefined}
        tone="lake"
        title={`Deactivate ${formatCount(count, 'card')}?`}
        text="They are no longer shown anywhere. Each one can be activated again."
        confirmLabel="Deactivate"
        failure={consoleFailureText.updateInfoCard}
        onConfirm={async () => {
          const changed = await switchOff.mutateAsync(ids ?? [])
          selection.remove(ids ?? [])
          toast(
            changed === count
              ? `${formatCount(count, 'card is', 'cards are')} deactivated.`
              : `${formatPoints(changed)} of ${formatCount(count, 'card')} deactivated. The others already were.`,
          )
        }}
        onClose={() => setIds(undefined)}
      />
    </>
  )
}
