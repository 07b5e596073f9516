import { ConfirmDialog } from '../../../components/ui/confirm-dialog.tsx'
import { useLeaveGuard } from '../use-leave-guard.ts'

export interface UnsavedGuardProps {
  dirty: boolean
  /** Called when the member leaves all the same. */
  onLeave: () => void
}

/** Asks before a link opens another page over unsaved words. */
export function UnsavedGuard({ dirty, onLeave }: UnsavedGuardProps) {
  const guard = useLeaveGuard(dirty)
  return (
    <ConfirmDialog
      open={guard.asking}
      title="Leave without saving?"
      text="Your changes to the profile are not saved yet."
      confirmLabel="Leave"
      onCancel={guard.stay}
      onConfirm={() => {
        onLeave()
        guard.leave()
      }}
    />
  )
}
