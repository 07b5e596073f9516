import X from 'lucide-react/icons/x'
import { type MouseEvent, type ReactNode, useEffect, useId, useLayoutEffect, useReducer, useRef } from 'react'
import { useBackCloses } from '../../hooks/use-back-closes.ts'
import { holdPage } from '../../lib/hold-page.ts'
import { joinClasses } from '../../lib/join-classes.ts'
import { IconButton } from './icon-button.tsx'

export interface SheetProps {
  open: boolean
  /** Called on the close button, Escape, Back and a click outside. The parent then closes it, or asks first. */
  onClose: () => void
  title: ReactNode
  /** False during a request that must not be interrupted: Escape, Back and clicks outside then do nothing. */
  dismissable?: boolean
  className?: string
  children: ReactNode
}

/**
 * A modal: bottom sheet on phones, centred dialog on laptops. The native dialog brings focus containment, Escape,
 * the inert page behind it and the return of focus. Children are mounted only while it is open; focus starts on the
 * element that carries `data-autofocus`, else on the close button.
 */
export function Sheet({ open, onClose, title, dismissable = true, className, children }: SheetProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const titleId = useId()
  const [refusals, refuse] = useReducer((count: number) => count + 1, 0)
  const close = () => dismissable && onClose()
  useBackCloses(open, close)
  useEffect(() => (open ? holdPage() : undefined), [open])

  // biome-ignore lint/correctness/useExhaustiveDependencies: a dialog that refused to close is shown again
  useEffect(() => {
    const element = dialog.current
    if (!element) return
    if (open && !element.open) {
      element.showModal()
      element.querySelector<HTMLElement>('[data-autofocus]')?.focus()
    }
    if (!open && element.open) element.close()
  }, [open, refusals])

  // One that is taken away while it is open is closed first, or the browser does not return the focus.
  useLayoutEffect(() => {
    const element = dialog.current
    return () => element?.close()
  }, [])

  const clickOutside = (event: MouseEvent<HTMLDialogElement>) => {
    // A click on the dialog element itself is on the backdrop; all visible content is inside its box.
    if (event.target !== event.currentTarget) return
    const box = event.currentTarget.getBoundingClientRect()
    const inside =
      event.clientX >= box.left && event.clientX <= box.right && event.clientY >= box.top && event.clientY <= box.bottom
    if (!inside) close()
  }

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the browser handles Escape
    <dialog
      ref={dialog}
      className={joinClasses('sheet', className)}
      aria-labelledby={titleId}
      onClick={clickOutside}
      onCancel={(event) => {
        // `cancel` bubbles from file inputs inside the sheet too. When it cannot be cancelled, `close` follows.
        if (event.target !== event.currentTarget || !event.cancelable) return
        event.preventDefault()
        close()
      }}
      onClose={(event) => {
        // The event comes with the next frame; by then, the sheet may have been opened again.
        if (event.target !== event.currentTarget || !open || event.currentTarget.open) return
        // The browser does not allow cancelling a second Escape, or Back on Android, without a click in between.
        close()
        refuse()
      }}
    >
      {open && (
        <>
          <div className="sheet-head">
            <h2 id={titleId}>{title}</h2>
            <IconButton label="Close" icon={<X className="icon" aria-hidden="true" />} onClick={close} />
          </div>
          {children}
        </>
      )}
    </dialog>
  )
}
