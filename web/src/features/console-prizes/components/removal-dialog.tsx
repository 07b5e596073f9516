import { type ReactNode, useState } from 'react'
import { ConfirmAction } from '../../../components/console/confirm-action.tsx'
import { prizeRefusal } from '../../../data/prizes/refusal.ts'
import type { FailedAction } from '../../../lib/failure-text.ts'
import * as styles from '../prizes.module.css'

export interface RemovalDialogProps {
  title: string
  text: ReactNode
  confirmLabel: string
  onConfirm: () => Promise<unknown>
  onClose: () => void
  failure: FailedAction
}

/** Confirms the removal of a package, item or award, and shows the database's reason for a refusal. */
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
            <p className={`${styles.refusal} strong`} role="status">
              {reason}
            </p>
          )}
        </>
      }
      onConfirm={confirm}
    />
  )
}
