import { useQuery } from '@tanstack/react-query'
import { LoadFailure } from '../../../components/feedback/load-failure.tsx'
import { Spinner } from '../../../components/feedback/spinner.tsx'
import { useToast } from '../../../components/feedback/toast.tsx'
import { SelectField } from '../../../components/form/fields.tsx'
import { Failure, Form, SendButton } from '../../../components/form/form.tsx'
import { Button } from '../../../components/ui/button.tsx'
import { useSignOutMutation } from '../../../data/auth/sign-out-mutation.ts'
import { useCodeMutation } from '../../../data/two-step/app-mutations.ts'
import { type AuthenticatorApp, appsQuery } from '../../../data/two-step/apps-query.ts'
import { bannerText } from '../../../lib/failure-text.ts'
import { useAppForm } from '../../../lib/form/use-app-form.ts'
import * as styles from '../two-step.module.css'
import { codeFault, twoStepFailure } from '../two-step-failure.ts'
import { codeSchema } from '../two-step-schema.ts'
import { CodeField } from './code-field.tsx'

/** The second step of signing in. After a right code the page's guard sees the member and navigates. */
export function CodePanel({ userId }: { userId: string }) {
  const toast = useToast()
  const apps = useQuery(appsQuery(userId))
  const signOut = useSignOutMutation()
  return (
    <div className={styles.panel}>
      {apps.isPending ? (
        <Spinner />
      ) : apps.data?.length ? (
        <CodeForm apps={apps.data} />
      ) : (
        <LoadFailure action="signIn" error={apps.error} onRetry={() => void apps.refetch()} />
      )}
      <Button
        variant="ghost"
        block
        busy={signOut.isPending}
        onClick={() => signOut.mutate(undefined, { onError: (error) => toast(bannerText('signOut', error), true) })}
      >
        Sign out
      </Button>
      <p className="small muted">
        Is the phone with the app lost? Ask the club to remove two-step sign-in from your account.
      </p>
    </div>
  )
}

function CodeForm({ apps }: { apps: readonly AuthenticatorApp[] }) {
  const check = useCodeMutation()
  const form = useAppForm({
    schema: codeSchema,
    start: { appId: apps[0]?.id ?? '', code: '' },
    send: (values) => check.mutateAsync(values),
    // A code that was refused may be right for another app.
    repeats: true,
    fault: codeFault,
    action: 'signIn',
    text: twoStepFailure,
  })
  return (
    <Form form={form} className={styles.panel}>
      {apps.length > 1 && (
        <SelectField form={form} name="appId" label="Authenticator app">
          {apps.map(({ id, name }) => (
            <option key={id} value={id}>
              {name || 'Without a name'}
            </option>
          ))}
        </SelectField>
      )}
      <CodeField form={form} name="code" />
      <Failure form={form} fixed />
      <SendButton form={form} size="lg" block held={form.done} busyText="Checking...">
        Continue
      </SendButton>
    </Form>
  )
}
