import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { FormDialog } from '../../../components/console/form-dialog.tsx'
import { MomentField } from '../../../components/console/moment-field.tsx'
import { ErrorBanner } from '../../../components/feedback/error-banner.tsx'
import { useToast } from '../../../components/feedback/toast.tsx'
import { SelectField } from '../../../components/form/fields.tsx'
import { useAssignMutation } from '../../../data/prizes/console-assign-mutation.ts'
import { type AssignablePackage, assignableQuery } from '../../../data/prizes/console-assignable-query.ts'
import { type PossibleWinner, winnerQuery } from '../../../data/prizes/console-winners-query.ts'
import { consoleFailureText } from '../../../lib/console-failure-text.ts'
import { useAppForm } from '../../../lib/form/use-app-form.ts'
import { formatCount } from '../../../lib/format.ts'
import { assignSchema, markedDeadline, newMark, usualDeadline } from '../claim-deadline.ts'
import { prizeFailureText } from '../prize-failure-text.ts'
import { WinnerPicker } from './winner-picker.tsx'

/** Assigns a package to the member whom the address names. */
export function AssignTo({ winnerId, onClose }: { winnerId: string; onClose: () => void }) {
  const found = useQuery(winnerQuery(winnerId))
  return found.isPending ? null : <AssignDialog named={found.data ?? undefined} onClose={onClose} />
}

export interface AssignDialogProps {
  /** The winner that it opens with. */
  named?: PossibleWinner | undefined
  onClose: () => void
}

/** Assigns every item of a package to a member. */
export function AssignDialog({ named, onClose }: AssignDialogProps) {
  const toast = useToast()
  const packages = useQuery(assignableQuery())
  const assign = useAssignMutation()
  const [winner, setWinner] = useState(named)
  const [start] = useState(() => ({ packageId: '', deadline: usualDeadline() as string | null }))
  const [mark] = useState(newMark)
  const form = useAppForm({
    schema: assignSchema,
    start,
    send: async ({ packageId, deadline }) => {
      if (winner)
        await assign.mutateAsync({ packageId, userId: winner.id, claimDeadline: markedDeadline(deadline, mark) })
    },
    done: () => {
      toast(`${chosen?.name} was assigned to ${winner?.username}.`)
      onClose()
    },
    action: consoleFailureText.assignPrizePackage,
    text: (error) => prizeFailureText(consoleFailureText.assignPrizePackage, error),
  })
  const chosen = packages.data?.find(({ id }) => id === form.values.packageId)
  const noStock = packages.data?.every(({ obstacle }) => obstacle !== undefined)

  return (
    <FormDialog
      form={form}
      title="Assign Prize"
      onClose={onClose}
      submitLabel="Assign Prize"
      disabled={!chosen || !winner}
      dirty={form.dirty || winner !== named}
    >
      {packages.isError && (
        <ErrorBanner
          action={consoleFailureText.loadPrizePackages}
          error={packages.error}
          onRetry={() => void packages.refetch()}
        />
      )}
      <SelectField
        form={form}
        name="packageId"
        label="Package"
        hint={
          chosen
            ? `The user gets ${formatCount(chosen.items, 'item')}, one unit of each.`
            : noStock && 'No active package is in stock.'
        }
        data-autofocus
      >
        <option value="">{packages.isPending ? 'Loading packages' : 'Choose a package'}</option>
        {packages.data?.map((one) => (
          <option key={one.id} value={one.id} disabled={one.obstacle !== undefined && one.id !== chosen?.id}>
            {optionText(one)}
          </option>
        ))}
      </SelectField>
      <WinnerPicker value={winner} onChange={setWinner} />
      <MomentField form={form} name="deadline" label="Claim deadline" />
    </FormDialog>
  )
}

const optionText = ({ name, obstacle }: AssignablePackage) => (obstacle ? `${name} (${obstacle})` : name)
