import { type ReactNode, useState } from 'react'
import { ConfirmAction } from '../../../components/console/confirm-action.tsx'
import { prizeRefusal } from '../../../data/prizes/refusal.ts'
import type { FailedAction } from '../../../lib/failure-text.ts'

export interface RemovalDialogProps {
  title: string
  text: ReactNode
  confirmLabel: string
  onConfirm: () => Promise<unknown>
  onClose: () => void
  failure: FailedAction
}

/** Asks before something of the prizes is taken away; a refusal of the database is shown in its own words. */
export function RemovalDialog({ text, onConfirm, ...rest }: RemovalDialogProps) {
  const [reason, setReason] = useState<string>()
  const confirm = async () => {
    setReason(undefined)
    try {
      await onConfirm()
    } catch (error) {
      setReason(prizeRefusal(error))
      throw error
    }
  }
  return (
    <ConfirmAction
      open
      {...rest}
      text={
        <>
          <p>{text}</p>
          {reason && (
            <p className="prize-refusal strong" role="status">
              {reason}
            </p>
          )}
        </>
      }
      onConfirm={confirm}
    />
  )
}
