import { useState } from 'react'
import { PasswordField, TextField } from '../../../components/form/fields.tsx'
import { Failure, Form, SendButton } from '../../../components/form/form.tsx'
import { Button } from '../../../components/ui/button.tsx'
import { CopyField } from '../../../components/ui/copy-field.tsx'
import { Sheet } from '../../../components/ui/sheet.tsx'
import { type NewApp, useBeginAppMutation, useCodeMutation } from '../../../data/two-step/app-mutations.ts'
import { useAppForm } from '../../../lib/form/use-app-form.ts'
import * as styles from '../two-step.module.css'
import { codeFault, isSignInTooOld, nameFault, twoStepFailure } from '../two-step-failure.ts'
import { codeSchema, nameSchema } from '../two-step-schema.ts'
import { CodeField } from './code-field.tsx'

export interface AddAppProps {
  email: string | undefined
  /** It switches two-step sign-in on. */
  isFirst: boolean
  /** Names of the apps that the account has. */
  taken: readonly string[]
  onClose: () => void
  /** @param text what to tell the member. */
  onAdded: (text: string) => void
}

/** Adds an authenticator app: its name, then the QR code and the first code of the app. */
export function AddApp({ email, isFirst, taken, onClose, onAdded }: AddAppProps) {
  const [begun, setBegun] = useState<NewApp>()
  const [busy, setBusy] = useState(false)
  const added = isFirst
    ? 'Two-step sign-in is on. Your other devices are signed out: sign in there again, with a code.'
    : 'The authenticator app was added.'
  return (
    <Sheet
      open
      onClose={onClose}
      title={isFirst ? 'Switch on two-step sign-in' : 'Add an authenticator app'}
      dismissable={!busy}
    >
      {begun ? (
        <FirstCode app={begun} isFirst={isFirst} onBusy={setBusy} onClose={onClose} onDone={() => onAdded(added)} />
      ) : (
        <NameForm email={email} taken={taken} onBusy={setBusy} onClose={onClose} onBegun={setBegun} />
      )}
    </Sheet>
  )
}

interface StepProps {
  onBusy: (busy: boolean) => void
  onClose: () => void
}

type NameFormProps = StepProps & Pick<AddAppProps, 'email' | 'taken'> & { onBegun: (app: NewApp) => void }

function NameForm({ email, taken, onBusy, onClose, onBegun }: NameFormProps) {
  const begin = useBeginAppMutation()
  // The service asks for it when the sign-in was long ago.
  const [asksPassword, askPassword] = useState(false)
  const form = useAppForm({
    schema: nameSchema,
    start: { name: freeName(taken), password: '' },
    send: async ({ name, password }) => {
      onBusy(true)
      try {
        const credentials = asksPassword && email !== undefined ? { email, password } : undefined
        return await begin.mutateAsync({ name, credentials })
      } finally {
        onBusy(false)
      }
    },
    repeats: true,
    done: onBegun,
    fault: nameFault,
    onError: (error) => isSignInTooOld(error) && askPassword(true),
    action: 'saveSettings',
    text: twoStepFailure,
  })
  return (
    <Form form={form} className={styles.panel}>
      <p>
        You need an authenticator app, such as Google Authenticator, Microsoft Authenticator or 2FAS, or a password
        manager that has codes.
      </p>
      <TextField
        form={form}
        name="name"
        label="Name"
        hint="So that you recognise it in the list, for example by the phone that the app is on."
        autoComplete="off"
        data-autofocus
      />
      {asksPassword && (
        <>
          <input type="text" name="username" autoComplete="username" value={email ?? ''} readOnly hidden />
          <PasswordField form={form} name="password" label="Your password" autoComplete="current-password" />
        </>
      )}
      <Failure form={form} fixed />
      <div className="sheet-actions">
        <Button variant="line" onClick={onClose} disabled={form.busy}>
          Cancel
        </Button>
        <SendButton form={form} busyText="One moment...">
          Continue
        </SendButton>
      </div>
    </Form>
  )
}

type FirstCodeProps = StepProps & Pick<AddAppProps, 'isFirst'> & { app: NewApp; onDone: () => void }

function FirstCode({ app, isFirst, onBusy, onClose, onDone }: FirstCodeProps) {
  const check = useCodeMutation()
  const form = useAppForm({
    schema: codeSchema,
    start: { appId: app.id, code: '' },
    send: async (values) => {
      onBusy(true)
      try {
        return await check.mutateAsync(values)
      } finally {
        onBusy(false)
      }
    },
    repeats: true,
    done: onDone,
    fault: codeFault,
    action: 'saveSettings',
    text: twoStepFailure,
  })
  return (
    <Form form={form} className={styles.panel}>
      <ol className={styles.steps}>
        <li>Scan the QR code with the app, or type the key into it.</li>
        <li>Enter the six digits that the app shows then.</li>
      </ol>
      <img
        className={styles.square}
        src={app.qrCode}
        alt="QR code for the authenticator app"
        width={208}
        height={208}
      />
      <CopyField label="Key" value={app.secret} />
      <a className="tap-line" href={app.uri}>
        Open it in an app on this device
      </a>
      <CodeField form={form} name="code" />
      <Failure form={form} fixed />
      <div className="sheet-actions">
        <Button variant="line" onClick={onClose} disabled={form.busy}>
          Cancel
        </Button>
        <SendButton form={form} held={form.done} busyText="Checking...">
          {isFirst ? 'Switch on' : 'Add'}
        </SendButton>
      </div>
    </Form>
  )
}

function freeName(taken: readonly string[]): string {
  for (let number = 1; ; number += 1) {
    const name = number === 1 ? 'Phone' : `Phone ${number}`
    if (!taken.includes(name)) return name
  }
}
