import { type FormEvent, useId, useRef, useState } from 'react'
import { SHOWN_MS } from '../../../../../contract/src/limits.ts'
import { Banner } from '../../../components/feedback/banner.tsx'
import { ErrorBanner } from '../../../components/feedback/error-banner.tsx'
import { Button } from '../../../components/ui/button.tsx'
import { Card } from '../../../components/ui/card.tsx'
import { Field } from '../../../components/ui/field.tsx'
import { PasswordInput } from '../../../components/ui/password-input.tsx'
import { usePasswordChangeMutation } from '../../../data/profile/password-change-mutation.ts'
import { usePassingText } from '../../../hooks/use-passing-text.ts'
import { checkPasswordChange, type PasswordErrors, type PasswordWords } from '../password-rules.ts'

const BLANK: PasswordWords = { current: '', next: '', confirm: '' }
const FIELDS = [
  { name: 'current', label: 'Current password', what: 'current password', autoComplete: 'current-password' },
  { name: 'next', label: 'New password', what: 'new password', autoComplete: 'new-password' },
  { name: 'confirm', label: 'Confirm new password', what: 'confirmed new password', autoComplete: 'new-password' },
] as const

/** Changes one's own password. @param username for password managers, which file the new one under it. */
export function PasswordSection({ username }: { username: string | undefined }) {
  const id = useId()
  const form = useRef<HTMLFormElement>(null)
  const [words, setWords] = useState(BLANK)
  const [errors, setErrors] = useState<PasswordErrors>({})
  const [success, showSuccess] = usePassingText(SHOWN_MS.success)
  const change = usePasswordChangeMutation()

  const type = (name: keyof PasswordWords, value: string) => {
    const next = { ...words, [name]: value }
    setWords(next)
    const left = checkPasswordChange(next)
    setErrors(Object.fromEntries(Object.entries(left).filter(([field]) => field in errors)))
  }

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (change.isPending) return
    showSuccess(undefined)
    const found = checkPasswordChange(words)
    setErrors(found)
    const first = FIELDS.find(({ name }) => found[name])
    if (first) return form.current?.querySelector<HTMLElement>(`[name="${first.name}"]`)?.focus()
    change.mutate(words, {
      onSuccess: () => {
        setWords(BLANK)
        showSuccess('Password updated successfully!')
      },
    })
  }

  return (
    <Card as="section" pad className="password" aria-labelledby={`${id}-heading`}>
      <h2 id={`${id}-heading`}>Change password</h2>
      {change.isError && <ErrorBanner action="updatePassword" error={change.error} onDismiss={change.reset} />}
      {success && <Banner tone="success">{success}</Banner>}
      <form ref={form} onSubmit={submit} noValidate>
        <input type="text" name="username" autoComplete="username" value={username ?? ''} readOnly hidden />
        {FIELDS.map(({ name, label, what, autoComplete }) => (
          <Field key={name} id={`${id}-${name}`} label={label} error={errors[name]}>
            {(control) => (
              <PasswordInput
                {...control}
                name={name}
                what={what}
                autoComplete={autoComplete}
                value={words[name]}
                onChange={(event) => type(name, event.target.value)}
              />
            )}
          </Field>
        ))}
        <Button type="submit" variant="line" busy={change.isPending}>
          Change password
        </Button>
      </form>
    </Card>
  )
}
