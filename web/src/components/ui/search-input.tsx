import Search from 'lucide-react/icons/search'
import X from 'lucide-react/icons/x'
import { type InputHTMLAttributes, type Ref, useImperativeHandle, useRef } from 'react'
import { IconButton } from './icon-button.tsx'
import * as styles from './search-input.module.css'
import { TextInput } from './text-input.tsx'

export interface SearchInputProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'onChange' | 'value'> {
  /** The accessible name, and the placeholder unless there is one. */
  label: string
  value: string
  onType: (text: string) => void
  /** Called instead of `onType` when the text is cleared by the button. */
  onClear?: () => void
  ref?: Ref<HTMLInputElement>
}

/** A search input with a button that clears it, the same in every browser. */
export function SearchInput({ label, value, onType, onClear, placeholder = label, ref, ...rest }: SearchInputProps) {
  const input = useRef<HTMLInputElement>(null)
  useImperativeHandle(ref, () => input.current as HTMLInputElement, [])
  return (
    <div className={styles.search}>
      <TextInput
        maxLength={100}
        autoComplete="off"
        enterKeyHint="search"
        dir="auto"
        {...rest}
        ref={input}
        type="search"
        lead={<Search className="icon" aria-hidden="true" />}
        aria-label={label}
        placeholder={placeholder}
        value={value}
        onChange={(event) => onType(event.target.value)}
      />
      {value && (
        <IconButton
          className={styles.clear}
          label="Clear search"
          icon={<X className="icon" aria-hidden="true" />}
          onClick={() => {
            if (onClear) onClear()
            else onType('')
            input.current?.focus()
          }}
        />
      )}
    </div>
  )
}
