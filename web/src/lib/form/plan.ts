import type { BaseSyntheticEvent, RefObject } from 'react'
import type { Control, FieldPath, FieldValues } from 'react-hook-form'
import type { FailureTexts, FormFailure } from './failure.ts'
import type { FormSchema } from './schema.ts'
import type { Base } from './versions.ts'

/** Sent together with the values. */
export interface Sending<In> {
  /** ID of the request, the same for every attempt; the database carries it out once. */
  request: string
  /** Version of the row that the form started from; blank where it has none. */
  seen: string
  /** The values as typed into the fields. */
  typed: In
}

export interface FormPlan<In extends FieldValues, Out, Result> extends FailureTexts {
  schema: FormSchema<In, Out>
  /** The values that the form opens with: blank fields, or the current row. */
  start: In
  /** Time of the row's last change. A change made elsewhere is then shown and never overwritten. */
  version?: string | undefined
  /** `fields`: a change made elsewhere appears in the fields that were not edited here. */
  follow?: 'fields'
  /** ID of the member who types; the viewer by default. */
  writer?: string
  /** Name under which the draft survives a reload of the tab; without it nothing is kept. */
  keep?: string | undefined
  /** Whether one request ID stands for the form until it is saved, or for each different text. */
  requests?: 'form' | 'text'
  /** The same values may be sent again after a success, e.g. to ask for another mail. */
  repeats?: boolean
  /** Asks the member before sending; with false nothing changes. */
  confirm?: (out: Out) => boolean | Promise<boolean>
  send: (out: Out, sending: Sending<In>) => Promise<Result>
  /** What the form continues with after saving: the new row, or `blank`. Without it the form is done. */
  next?: 'blank' | ((result: Result) => Base<In>)
  /** Message about a success, shown for a moment; also where only the row shows that it was saved. */
  success?: string
  done?: (result: Result, out: Out) => void
  /** Messages for the fields that the service rejected; they are shown at the fields. */
  fault?: (error: unknown) => Partial<Record<FieldPath<In>, string>> | undefined
  /** Whether the request's ID stands for something else already; another attempt then has a new one. */
  spent?: (error: unknown) => boolean
  /** Called with a failure that belongs to no field. */
  onError?: (error: unknown) => void
  /** Loads the current row; without it the form uses `start`. */
  reload?: () => Promise<Base<In> | undefined>
  /** The text to show when it could not be loaded. */
  reloadFailed?: (error: unknown) => string
}

/** A form as its fields and its page see it. */
export interface AppForm<In extends FieldValues = FieldValues> {
  id: string
  ref: RefObject<HTMLFormElement | null>
  schema: FormSchema<In, unknown>
  /** Without the type of its values, so that a set of fields fits every form that has them. */
  control: Control
  values: In
  /** There are unsaved changes. */
  dirty: boolean
  busy: boolean
  /** It was sent and takes no further input. */
  done: boolean
  /** The row was changed elsewhere, and this form has changes of its own: it cannot be sent. */
  stale: boolean
  /** The values are a draft from before a reload or a visit to another page. */
  restored: boolean
  failure: FormFailure | undefined
  success: string | undefined
  submit: (event?: BaseSyntheticEvent) => Promise<void>
  /** Shows what is wrong, as submitting does. Resolves to true when nothing is. */
  check(): Promise<boolean>
  /** Changes fields other than through their inputs. */
  change(part: Partial<In>): void
  /** Returns to the saved values and deletes the draft. */
  discard: () => void
  /** Loads the current row in place of the form's values. */
  reload: () => Promise<void>
  dismiss: () => void
}
