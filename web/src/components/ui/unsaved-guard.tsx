import { useEffect } from 'react'
import { LEAVING, useLeaveGuard } from '../../hooks/use-leave-guard.ts'
import { ConfirmDialog } from './confirm-dialog.tsx'

export interface UnsavedGuardProps {
  dirty: boolean
  /** Says what would be lost, e.g. `Your changes to the profile are not saved yet.` */
  text: string
  /** Called when the page is left after all, whichever form asked. */
  onLeave?: () => void
}

/** Asks for confirmation before a link leaves a page with unsaved input. */
export function UnsavedGuard({ dirty, text, onLeave }: UnsavedGuardProps) {
  const guard = useLeaveGuard(dirty)
  useEffect(() => {
    if (!dirty || !onLeave) return
    document.addEventListener(LEAVING, onLeave)
    return () => document.removeEventListener(LEAVING, onLeave)
  }, [dirty, onLeave])
  return (
    <ConfirmDialog
      open={guard.asking}
      title="Leave without saving?"
      text={text}
      confirmLabel="Leave"
      onCancel={guard.stay}
      onConfirm={guard.leave}
    />
  )
}
