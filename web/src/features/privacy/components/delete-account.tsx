import { useState } from 'react'
import { useNavigate } from 'react-router'
import { useToast } from '../../../components/feedback/toast.tsx'
import { PasswordField } from '../../../components/form/fields.tsx'
import { Failure, Form, SendButton } from '../../../components/form/form.tsx'
import { Button } from '../../../components/ui/button.tsx'
import { Sheet } from '../../../components/ui/sheet.tsx'
import { useAccountDeleteMutation } from '../../../data/privacy/account-delete-mutation.ts'
import { useAppForm } from '../../../lib/form/use-app-form.ts'
import { SIGN_OUT_ON_ARRIVAL } from '../../../lib/sign-out-on-arrival.ts'
import { deleteFailure } from '../delete-failure.ts'
import { deleteSchema } from '../delete-schema.ts'
import * as styles from '../your-data.module.css'

interface AccountOwner {
  userId: string
  email: string
}

export interface DeleteAccountProps extends AccountOwner {
  open: boolean
  onClose: () => void
}

/** Asks for the password, lists what is deleted, and opens the landing page afterwards. */
export function DeleteAccount({ open, onClose, ...owner }: DeleteAccountProps) {
  const [busy, setBusy] = useState(false)
  return (
    <Sheet open={open} onClose={onClose} title="Delete your account?" dismissable={!busy}>
      <DeleteForm {...owner} onClose={onClose} busy={busy} onBusy={setBusy} />
    </Sheet>
  )
}

interface DeleteFormProps extends AccountOwner {
  onClose: () => void
  busy: boolean
  onBusy: (busy: boolean) => void
}

function DeleteForm({ userId, email, onClose, busy, onBusy }: DeleteFormProps) {
  const navigate = useNavigate()
  const toast = useToast()
  const { mutateAsync } = useAccountDeleteMutation(userId)
  const form = useAppForm({
    schema: deleteSchema,
    start: { password: '' },
    send: ({ password }) => {
      onBusy(true)
      return mutateAsync(password)
    },
    done: () => {
      // Not loaded with the profile: few devices have such catches.
      import('../../../data/catches/waiting-queue.ts')
        .then(({ forgetWaiting }) => forgetWaiting(userId))
        .catch((error: unknown) => console.warn('waiting catches', error))
      toast('Your account is deleted. Tight lines, wherever you fish.')
      void navigate('/', { replace: true, state: SIGN_OUT_ON_ARRIVAL })
    },
    onError: () => onBusy(false),
    action: 'deleteAccount',
    text: deleteFailure,
    unanswered: 'The server did not answer, so your account may already be deleted. Try again to check.',
  })

  return (
    <Form form={form} className={styles.confirmation}>
      <p>
        <b className="strong">Deleted for good:</b> your profile and photos, your journal, your posts, comments and
        reactions, your game entries, points, badges, connections, prizes and saved addresses.
      </p>
      <p>
        <b className="strong">Kept, without your name:</b> points you gave to others, referrals, and the club’s records
        of prizes and of what its admins did, and announcements that you scheduled as an admin. What was reported is
        kept for another 30 days if the admins have not decided yet. Copies in backups disappear as backups are
        replaced.
      </p>
      <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
      <PasswordField form={form} name="password" label="Your password" autoComplete="current-password" data-autofocus />
      <Failure form={form} fixed />
      <div className="sheet-actions">
        <Button variant="line" onClick={onClose} disabled={busy}>
          Cancel
        </Button>
        <SendButton form={form} variant="danger" held={form.done} busyText="Deleting...">
          Delete account
        </SendButton>
      </div>
    </Form>
  )
}
