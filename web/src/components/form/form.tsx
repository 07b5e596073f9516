import type { FormHTMLAttributes, ReactNode } from 'react'
import type { FieldValues } from 'react-hook-form'
import type { AppForm } from '../../lib/form/plan.ts'
import { Banner } from '../feedback/banner.tsx'
import { Button, type ButtonProps } from '../ui/button.tsx'
import { FailureSpot } from '../ui/failure-spot.tsx'
import { RestoredNotice } from '../ui/restored-notice.tsx'
import { UnsavedGuard } from '../ui/unsaved-guard.tsx'

interface FormOf<In extends FieldValues> {
  form: AppForm<In>
}

type FormProps<In extends FieldValues> = FormOf<In> &
  Omit<FormHTMLAttributes<HTMLFormElement>, 'onSubmit' | 'noValidate'> & {
    /** Says what would be lost when the page is left; without it the form does not ask. */
    unsaved?: string
    /** Shows a notice above the fields when a draft was restored. */
    restores?: boolean
  }

/** The form element: sends on submit, and asks before unsaved input is left behind. */
export function Form<In extends FieldValues>({ form, unsaved, restores, children, ...rest }: FormProps<In>) {
  return (
    <form {...rest} ref={form.ref} onSubmit={form.submit} noValidate>
      {restores && form.restored && <RestoredNotice onDiscard={form.discard} />}
      {children}
      {unsaved && <UnsavedGuard dirty={form.dirty} text={unsaved} onLeave={form.discard} />}
    </form>
  )
}

/** Why the last submit failed, beside the button. Forms of rows that several people edit use `SaveFailure`. */
export function Failure<In extends FieldValues>({ form, fixed }: FormOf<In> & { fixed?: boolean }) {
  return <FailureSpot>{form.failure && <FailureBanner form={form} fixed={fixed} />}</FailureSpot>
}

export interface FailureBannerProps<In extends FieldValues> extends FormOf<In> {
  /** It disappears only with the next submit. */
  fixed?: boolean | undefined
  className?: string
}

/** The failure and its reason, if known. */
export function FailureBanner<In extends FieldValues>({ form, fixed, className }: FailureBannerProps<In>) {
  if (!form.failure) return null
  const { text, reason } = form.failure
  return (
    <Banner tone="danger" className={className} onDismiss={fixed ? undefined : form.dismiss}>
      {reason === undefined ? (
        text
      ) : (
        <>
          {text}. <span className="small">{reason}</span>
        </>
      )}
    </Banner>
  )
}

/** A success message, shown for a moment. */
export function Success<In extends FieldValues>({ form }: FormOf<In>) {
  return form.success === undefined ? null : <Banner tone="success">{form.success}</Banner>
}

export interface SendButtonProps<In extends FieldValues>
  extends FormOf<In>,
    Omit<ButtonProps, 'form' | 'type' | 'busy'> {
  /** Disables sending until something was changed. */
  needsChange?: boolean
  /** Stays busy after sending, until the page navigates. */
  held?: boolean
  children: ReactNode
}

/** Submits the form; ignores presses during a request. */
export function SendButton<In extends FieldValues>({
  form,
  needsChange,
  held,
  disabled,
  ...rest
}: SendButtonProps<In>) {
  const idle = needsChange === true && !form.dirty && !form.busy
  return <Button {...rest} type="submit" busy={form.busy || held} disabled={disabled || idle} />
}
