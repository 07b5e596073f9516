import type { Ref, TextareaHTMLAttributes } from 'react'
import { joinClasses } from '../../lib/join-classes.ts'

export interface TextAreaProps extends TextareaHTMLAttributes<HTMLTextAreaElement> {
  ref?: Ref<HTMLTextAreaElement>
}

/** A multi-line input; spread the field's control props and the form's registration onto it. */
export function TextArea({ className, ref, ...rest }: TextAreaProps) {
  return <textarea {...rest} ref={ref} className={joinClasses('input', className)} />
}
