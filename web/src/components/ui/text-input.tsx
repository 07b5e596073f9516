import type { InputHTMLAttributes, ReactNode, Ref } from 'react'
import { joinClasses } from '../../lib/join-classes.ts'

export interface TextInputProps extends InputHTMLAttributes<HTMLInputElement> {
  /** An icon inside the left edge, e.g. a magnifier. */
  lead?: ReactNode
  ref?: Ref<HTMLInputElement>
}

/** A single-line input; spread the field's control props and the form's registration onto it. */
export function TextInput({ lead, className, ref, ...rest }: TextInputProps) {
  const input = <input type="text" {...rest} ref={ref} className={joinClasses('input', className)} />
  if (!lead) return input
  return (
    <div className="affix lead">
      {lead}
      {input}
    </div>
  )
}
