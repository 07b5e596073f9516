import X from 'lucide-react/icons/x'
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef } from 'react'
import { useBackCloses } from '../../hooks/use-back-closes.ts'
import { isSheetOpen } from '../../lib/single-keys.ts'
import { IconButton } from '../ui/icon-button.tsx'
import * as styles from './detail-panel.module.css'

export interface FormPanelProps {
  title: ReactNode
  /** Called on the close button, Escape and Back. The parent then closes it, or asks first. */
  onClose: () => void
  children: ReactNode
}

/**
 * A form beside its list, which stays usable. Back and Escape close it, as they close a sheet; focus starts on the element
 * that carries `data-autofocus`, else on the title.
 */
export function FormPanel({ title, onClose, children }: FormPanelProps) {
  const panel = useRef<HTMLElement>(null)
  const titleId = useId()
  useBackCloses(true, onClose)
  useEffect(() => {
    const first = panel.current?.querySelector<HTMLElement>('[data-autofocus]')
    const target = first ?? panel.current?.querySelector<HTMLElement>('h2')
    target?.focus({ preventScroll: true })
  }, [])
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.defaultPrevented || isSheetOpen()) return
    event.preventDefault()
    onClose()
  }
  return (
    <section ref={panel} role="dialog" aria-labelledby={titleId} className={styles.panel} onKeyDown={onKeyDown}>
      <div className={styles.panelHead}>
        <h2 id={titleId} tabIndex={-1} className="grow ellipsis">
          {title}
        </h2>
        <IconButton label="Close" icon={<X className="icon" aria-hidden="true" />} onClick={onClose} />
      </div>
      {children}
    </section>
  )
}
