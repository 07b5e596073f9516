import { useState } from 'react'
import { Banner } from '../../../components/feedback/banner.tsx'
import { ConfirmDialog } from '../../../components/ui/confirm-dialog.tsx'
import { useRemoveAppMutation } from '../../../data/two-step/app-mutations.ts'
import type { AuthenticatorApp } from '../../../data/two-step/apps-query.ts'
import { twoStepFailure } from '../two-step-failure.ts'

export interface RemoveAppProps {
  /** The app to be removed; undefined while the question is closed. */
  app: AuthenticatorApp | undefined
  isLast: boolean
  onClose: () => void
  /** @param text what to tell the member. */
  onRemoved: (text: string) => void
}

/** Asks before an authenticator app is removed. */
export function RemoveApp({ app, isLast, onClose, onRemoved }: RemoveAppProps) {
  const remove = useRemoveAppMutation()
  const [failure, setFailure] = useState<string>()
  const close = () => {
    setFailure(undefined)
    onClose()
  }
  const confirm = () => {
    if (!app) return
    setFailure(undefined)
    remove.mutate(app.id, {
      onSuccess: () => onRemoved(isLast ? 'Two-step sign-in is off.' : 'The authenticator app was removed.'),
      onError: (error) => setFailure(twoStepFailure(error)),
    })
  }
  return (
    <ConfirmDialog
      open={app !== undefined}
      title={isLast ? 'Switch off two-step sign-in?' : 'Remove this authenticator app?'}
      text={
        <>
          {isLast
            ? 'After that your password alone opens your account. Delete the entry in the app as well.'
            : 'Its codes no longer work. If you signed in with it, you are asked for a code of another one.'}
          {failure && <Banner tone="danger">{failure}</Banner>}
        </>
      }
      confirmLabel={isLast ? 'Switch off' : 'Remove'}
      busy={remove.isPending}
      onConfirm={confirm}
      onCancel={close}
    />
  )
}
