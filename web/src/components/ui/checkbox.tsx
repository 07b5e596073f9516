import type { InputHTMLAttributes, ReactNode, Ref } from 'react'

export interface CheckboxProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'type'> {
  label: ReactNode
  ref?: Ref<HTMLInputElement>
}

/** A 24 px box inside a 44 px row; the whole row is the label. */
export function Checkbox({ label, ref, ...rest }: CheckboxProps) {
  return (
    <label className="check">
      <input {...rest} ref={ref} type="checkbox" />
      <span>{label}</span>
    </label>
  )
}
