import Eye from 'lucide-react/icons/eye'
import EyeOff from 'lucide-react/icons/eye-off'
import { type InputHTMLAttributes, type Ref, useState } from 'react'
import { IconButton } from './icon-button.tsx'

export interface PasswordInputProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'type'> {
  /** Set it: `current-password` or `new-password`, so that password managers know which one to offer. */
  autoComplete: 'current-password' | 'new-password'
  /** Names the password in the eye button's label when a form has several, e.g. `new password`. */
  what?: string
  ref?: Ref<HTMLInputElement>
}

/** A password input with a Show / Hide button; it allows pasting and password managers. */
export function PasswordInput({ what = 'password', ref, ...rest }: PasswordInputProps) {
  const [shown, setShown] = useState(false)
  return (
    <div className="affix">
      <input
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        {...rest}
        ref={ref}
        className="input"
        type={shown ? 'text' : 'password'}
      />
      <IconButton
        label={shown ? `Hide ${what}` : `Show ${what}`}
        icon={shown ? <EyeOff className="icon" aria-hidden="true" /> : <Eye className="icon" aria-hidden="true" />}
        aria-controls={rest.id}
        onClick={() => setShown(!shown)}
      />
    </div>
  )
}
