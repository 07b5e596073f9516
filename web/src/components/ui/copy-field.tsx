import Check from 'lucide-react/icons/check'
import Copy from 'lucide-react/icons/copy'
import { useId, useRef } from 'react'
import { SHOWN_MS } from '../../../../contract/src/limits.ts'
import { usePassingText } from '../../hooks/use-passing-text.ts'
import { copyText } from '../../lib/copy-text.ts'
import * as styles from './copy-field.module.css'
import { IconButton } from './icon-button.tsx'

/** A long value on one line, with a button that copies it. */
export function CopyField({ label, value }: { label: string; value: string }) {
  const id = useId()
  const field = useRef<HTMLInputElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const [copied, showCopied] = usePassingText(SHOWN_MS.copied)
  const copy = async () => {
    if (!(await copyText(value, field.current))) return
    button.current?.focus()
    showCopied('Copied!')
  }
  const Icon = copied ? Check : Copy
  return (
    <div className={styles.field}>
      <label className="small muted" htmlFor={id}>
        {label}
      </label>
      <input
        ref={field}
        id={id}
        className={styles.value}
        readOnly
        value={value}
        onFocus={(event) => event.target.select()}
      />
      <IconButton
        ref={button}
        line
        label={`Copy: ${label}`}
        icon={<Icon className="icon" aria-hidden="true" />}
        onClick={() => void copy()}
      />
      <span className="visually-hidden" role="status">
        {copied}
      </span>
    </div>
  )
}
