import { type FormEvent, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { Banner } from '../../../components/feedback/banner.tsx'
import { useToast } from '../../../components/feedback/toast.tsx'
import { Button } from '../../../components/ui/button.tsx'
import { Field } from '../../../components/ui/field.tsx'
import { PasswordInput } from '../../../components/ui/password-input.tsx'
import { Sheet } from '../../../components/ui/sheet.tsx'
import { type AccountOwner, useAccountDeleteMutation } from '../../../data/privacy/account-delete-mutation.ts'
import { SIGN_OUT_ON_ARRIVAL } from '../../../lib/sign-out-on-arrival.ts'
import { deleteFailure } from '../delete-failure.ts'

export interface DeleteAccountProps extends AccountOwner {
  open: boolean
  onClose: () => void
}

/** Asks for the password, says what goes, and leads a deleted member out to the landing page. */
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
  const field = useRef<HTMLInputElement>(null)
  const running = useRef(false)
  const [password, setPassword] = useState('')
  const [missing, setMissing] = useState(false)
  const [failure, setFailure] = useState<string>()
  const { mutateAsync } = useAccountDeleteMutation({ userId, email })

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (running.current) return
    setFailure(undefined)
    setMissing(password === '')
    if (password === '') return field.current?.focus()
    running.current = true
    onBusy(true)
    try {
      await mutateAsync(password)
      toast('Your account is deleted. Tight lines, wherever you fish.')
      void navigate('/', { replace: true, state: SIGN_OUT_ON_ARRIVAL })
    } catch (error) {
      running.current = false
      setFailure(deleteFailure(error))
      onBusy(false)
    }
  }

  return (
    <form onSubmit={submit} noValidate className="delete-account">
      {failure && <Banner tone="danger">{failure}</Banner>}
      <p>
        <b className="strong">What goes, for good:</b> your profile and photos, your posts, comments and reactions, your
        game entries, points, badges, connections, prizes and saved addresses.
      </p>
      <p>
        <b className="strong">What stays:</b> points you gave to others are still theirs, and what admins recorded about
        their own work, without your name. Backups the club keeps are replaced in time.
      </p>
      <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
      <Field id="delete-password" label="Your password" error={missing ? 'Enter your password' : undefined}>
        {(control) => (
          <PasswordInput
            {...control}
            ref={field}
            autoComplete="current-password"
            value={password}
            onChange={(event) => setPassword(event.target.value)}
            data-autofocus
          />
        )}
      </Field>
      <div className="sheet-actions">
        <Button variant="line" onClick={onClose} disabled={busy}>
          Cancel
        </Button>
        <Button type="submit" variant="danger" busy={busy} busyText="Deleting...">
          Delete account
        </Button>
      </div>
    </form>
  )
}
