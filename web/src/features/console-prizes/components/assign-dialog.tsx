import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { DateTimeField } from '../../../components/console/date-time-field.tsx'
import { FormDialog } from '../../../components/console/form-dialog.tsx'
import { ErrorBanner } from '../../../components/feedback/error-banner.tsx'
import { useToast } from '../../../components/feedback/toast.tsx'
import { Field } from '../../../components/ui/field.tsx'
import { useAssignMutation } from '../../../data/prizes/console-assign-mutation.ts'
import { type AssignablePackage, assignableQuery } from '../../../data/prizes/console-assignable-query.ts'
import type { PossibleWinner } from '../../../data/prizes/console-winners-query.ts'
import { formatCount } from '../../../lib/format.ts'
import { deadlineError, markedDeadline, newMark, usualDeadline } from '../claim-deadline.ts'
import { failureWords } from '../failure-words.ts'
import { WinnerPicker } from './winner-picker.tsx'

/** Gives every item of a package to a member. */
export function AssignDialog({ onClose }: { onClose: () => void }) {
  const toast = useToast()
  const packages = useQuery(assignableQuery())
  const assign = useAssignMutation()
  const [packageId, setPackageId] = useState('')
  const [winner, setWinner] = useState<PossibleWinner>()
  const [deadline, setDeadline] = useState<string | null>(usualDeadline)
  const [mark] = useState(newMark)
  const [checked, setChecked] = useState(false)
  const [failure, setFailure] = useState<string>()
  const chosen = packages.data?.find(({ id }) => id === packageId)
  const noStock = packages.data?.every(({ obstacle }) => obstacle !== undefined)

  const submit = async () => {
    setChecked(true)
    if (!chosen || !winner || !deadline || deadlineError(deadline)) return
    setFailure(undefined)
    try {
      await assign.mutateAsync({
        packageId: chosen.id,
        userId: winner.id,
        claimDeadline: markedDeadline(deadline, mark),
      })
      toast(`${chosen.name} was assigned to ${winner.username}.`)
      onClose()
    } catch (error) {
      setFailure(failureWords('assignPrizePackage', error))
    }
  }

  return (
    <FormDialog
      open
      title="Assign Prize"
      onClose={onClose}
      onSubmit={submit}
      submitLabel="Assign Prize"
      busy={assign.isPending}
      disabled={!chosen || !winner}
      failure={failure}
      dirty={chosen !== undefined || winner !== undefined}
    >
      {packages.isError && (
        <ErrorBanner action="loadPrizePackages" error={packages.error} onRetry={() => void packages.refetch()} />
      )}
      <Field
        id="assign-package"
        label="Package"
        hint={
          chosen
            ? `The user gets ${formatCount(chosen.items, 'item')}, one unit of each.`
            : noStock && 'No active package is in stock.'
        }
      >
        {(control) => (
          <select
            {...control}
            className="input"
            value={packageId}
            onChange={(event) => setPackageId(event.target.value)}
            data-autofocus
          >
            <option value="">{packages.isPending ? 'Loading packages' : 'Choose a package'}</option>
            {packages.data?.map((one) => (
              <option key={one.id} value={one.id} disabled={one.obstacle !== undefined && one.id !== packageId}>
                {optionText(one)}
              </option>
            ))}
          </select>
        )}
      </Field>
      <WinnerPicker value={winner} onChange={setWinner} />
      <DateTimeField
        label="Claim deadline"
        value={deadline}
        onChange={setDeadline}
        error={checked ? deadlineError(deadline) : undefined}
      />
    </FormDialog>
  )
}

const optionText = ({ name, obstacle }: AssignablePackage) => (obstacle ? `${name} (${obstacle})` : name)
