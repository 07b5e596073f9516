import CircleAlert from 'lucide-react/icons/circle-alert'
import type { ReactNode } from 'react'
import { formatPoints } from '../../lib/numbers.ts'

/** Attributes for the control inside a field; spread them onto the input. */
export interface FieldControlProps {
  id: string
  'aria-describedby': string | undefined
  'aria-invalid': true | undefined
}

export interface FieldProps {
  id: string
  label: ReactNode
  /** Secondary text beside the label, e.g. `optional`. */
  note?: string
  hint?: ReactNode
  error?: string | undefined
  counter?: { length: number; max: number }
  className?: string
  children: (control: FieldControlProps) => ReactNode
}

/**
 * Label, control, hint and error of one form field.
 * The render prop receives `id`, `aria-describedby` and `aria-invalid`, so that no control can forget them.
 */
export function Field({ id, label, note, hint, error, counter, className, children }: FieldProps) {
  const hintId = `${id}-hint`
  const errorId = `${id}-error`
  const counterId = `${id}-counter`
  const describedBy = [hint && hintId, error && errorId, counter && counterId].filter(Boolean).join(' ')
  return (
    <div className={className ? `field ${className}` : 'field'}>
      <div className="label">
        <label htmlFor={id}>
          {label}
          {note && <span className="label-note"> {note}</span>}
        </label>
        {counter && (
          <span className="counter" id={counterId}>
            {formatPoints(counter.length)} / {formatPoints(counter.max)}
            <span className="visually-hidden"> characters</span>
          </span>
        )}
      </div>
      {children({ id, 'aria-describedby': describedBy || undefined, 'aria-invalid': error ? true : undefined })}
      {hint && (
        <p className="hint" id={hintId}>
          {hint}
        </p>
      )}
      {error && (
        <p className="field-error" id={errorId}>
          <CircleAlert className="icon" aria-hidden="true" />
          <span>{error}</span>
        </p>
      )}
    </div>
  )
}
