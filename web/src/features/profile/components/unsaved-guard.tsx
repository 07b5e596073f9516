import { useBlocker } from 'react-router'
import { ConfirmDialog } from '../../../components/ui/confirm-dialog.tsx'

export interface UnsavedGuardProps {
  dirty: boolean
  /** Called when the member leaves all the same. */
  onLeave: () => void
}

/** Asks before another page is opened over unsaved words. A reload is not asked about: it keeps them. */
export function UnsavedGuard({ dirty, onLeave }: UnsavedGuardProps) {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => dirty && currentLocation.pathname !== nextLocation.pathname,
  )
  return (
    <ConfirmDialog
      open={blocker.state === 'blocked'}
      title="Leave without saving?"
      text="Your changes to the profile are not saved yet."
      confirmLabel="Leave"
      onCancel={() => blocker.reset?.()}
      onConfirm={() => {
        onLeave()
        blocker.proceed?.()
      }}
    />
  )
}
