import type { ComponentProps, ReactNode } from 'react'
import { type FieldPath, type FieldPathByValue, type FieldValues, useController } from 'react-hook-form'
import type { AppForm } from '../../lib/form/plan.ts'
import { maxOf } from '../../lib/form/schema.ts'
import { joinClasses } from '../../lib/join-classes.ts'
import { trimmedLength } from '../../lib/trimmed-length.ts'
import { Checkbox } from '../ui/checkbox.tsx'
import { Field } from '../ui/field.tsx'
import { PasswordInput, type PasswordInputProps } from '../ui/password-input.tsx'
import { TextArea, type TextAreaProps } from '../ui/text-area.tsx'
import { TextInput, type TextInputProps } from '../ui/text-input.tsx'

/** One field of a form: its name and its label. */
export interface FieldOf<In extends FieldValues, Name extends FieldPath<In> = FieldPath<In>> {
  form: AppForm<In>
  name: Name
  label: ReactNode
  /** Secondary text beside the label, e.g. `optional`. */
  note?: string | undefined
  hint?: ReactNode
  /** Shows how many characters of the schema's limit are used. */
  counted?: boolean
  /** Class of the whole field; `className` is that of its input. */
  fieldClass?: string | undefined
}

type TextName<In extends FieldValues> = FieldPathByValue<In, string>
type NoValue<Props> = Omit<Props, 'name' | 'value' | 'form'>

/** A field's value, error and setter, for inputs without a component here. */
export function useFormField<Value>(form: AppForm, name: string) {
  const { field, fieldState } = useController({ control: form.control, name })
  return {
    id: `${form.id}-${name}`,
    name,
    ref: field.ref,
    value: field.value as Value,
    change: (value: Value) => field.onChange(value),
    error: fieldState.error?.message,
  }
}

function useTextField(form: AppForm, name: string, counted: boolean | undefined) {
  const field = useFormField<string>(form, name)
  const max = maxOf(form.schema, name)
  const counter = counted && max !== undefined ? { counter: { length: trimmedLength(field.value), max } } : {}
  const input = {
    name,
    ref: field.ref,
    value: field.value,
    onChange: (event: { target: { value: string } }) => field.change(event.target.value),
  }
  return { field: { id: field.id, error: field.error, ...counter }, input }
}

/** A line of text. */
export function TextField<In extends FieldValues>(props: FieldOf<In, TextName<In>> & NoValue<TextInputProps>) {
  const { form, name, label, note, hint, counted, fieldClass, ...rest } = props
  const { field, input } = useTextField(form, name, counted)
  return (
    <Field {...field} label={label} note={note} hint={hint} className={fieldClass}>
      {(control) => <TextInput {...control} {...input} {...rest} />}
    </Field>
  )
}

/** Several lines of text. */
export function AreaField<In extends FieldValues>(props: FieldOf<In, TextName<In>> & NoValue<TextAreaProps>) {
  const { form, name, label, note, hint, counted, fieldClass, ...rest } = props
  const { field, input } = useTextField(form, name, counted)
  return (
    <Field {...field} label={label} note={note} hint={hint} className={fieldClass}>
      {(control) => <TextArea dir="auto" {...control} {...input} {...rest} />}
    </Field>
  )
}

/** A password with a button that reveals it. */
export function PasswordField<In extends FieldValues>(props: FieldOf<In, TextName<In>> & NoValue<PasswordInputProps>) {
  const { form, name, label, note, hint, fieldClass, ...rest } = props
  const { field, input } = useTextField(form, name, false)
  return (
    <Field {...field} label={label} note={note} hint={hint} className={fieldClass}>
      {(control) => <PasswordInput {...control} {...input} {...rest} />}
    </Field>
  )
}

/** One of a few choices; `children` are its options. */
export function SelectField<In extends FieldValues>(
  props: FieldOf<In, TextName<In>> & NoValue<ComponentProps<'select'>>,
) {
  const { form, name, label, note, hint, fieldClass, className, children, ...rest } = props
  const { field, input } = useTextField(form, name, false)
  return (
    <Field {...field} label={label} note={note} hint={hint} className={fieldClass}>
      {(control) => (
        <select className={joinClasses('input', className)} {...control} {...input} {...rest}>
          {children}
        </select>
      )}
    </Field>
  )
}

interface CheckFieldProps<In extends FieldValues> {
  form: AppForm<In>
  name: FieldPathByValue<In, boolean>
  label: ReactNode
  hint?: ReactNode
  className?: string
  disabled?: boolean
}

/** A checkbox. */
export function CheckField<In extends FieldValues>({ form, name, hint, className, ...rest }: CheckFieldProps<In>) {
  const { id, value, change, ref } = useFormField<boolean>(form, name)
  const box = (
    <Checkbox
      {...rest}
      name={name}
      ref={ref}
      checked={value}
      aria-describedby={hint ? `${id}-hint` : undefined}
      onChange={(event) => change(event.target.checked)}
    />
  )
  if (!hint) return box
  return (
    <div className={className}>
      {box}
      <p className="hint" id={`${id}-hint`}>
        {hint}
      </p>
    </div>
  )
}
