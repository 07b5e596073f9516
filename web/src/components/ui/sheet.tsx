import clsx from 'clsx'
import X from 'lucide-react/icons/x'
import { type MouseEvent, type ReactNode, useEffect, useId, useRef } from 'react'
import { IconButton } from './icon-button.tsx'

export interface SheetProps {
  open: boolean
  /** Called on the close button, Escape and a click outside. The parent then sets `open` to false. */
  onClose: () => void
  title: ReactNode
  /** False while a request runs that must not be interrupted: Escape and clicks outside do nothing. */
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

  useEffect(() => {
    const element = dialog.current
    if (!element) return
    if (open && !element.open) {
      element.showModal()
      element.querySelector<HTMLElement>('[data-autofocus]')?.focus()
    }
    if (!open && element.open) element.close()
  }, [open])

  const clickOutside = (event: MouseEvent<HTMLDialogElement>) => {
    // The backdrop belongs to the dialog element itself; everything visible is inside its box.
    if (event.target !== event.currentTarget || !dismissable) return
    const box = event.currentTarget.getBoundingClientRect()
    const inside =
      event.clientX >= box.left && event.clientX <= box.right && event.clientY >= box.top && event.clientY <= box.bottom
    if (!inside) onClose()
  }

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape is the keyboard's way out, and the browser handles it
    <dialog
      ref={dialog}
      className={clsx('sheet', className)}
      aria-labelledby={titleId}
      onClick={clickOutside}
      onCancel={(event) => {
        // `cancel` bubbles from file inputs inside the sheet too.
        if (event.target !== event.currentTarget) return
        event.preventDefault()
        if (dismissable) onClose()
      }}
      onClose={(event) => {
        if (event.target === event.currentTarget && open) onClose()
      }}
    >
      {open && (
        <>
          <div className="sheet-head">
            <h2 id={titleId}>{title}</h2>
            <IconButton
              label="Close"
              icon={<X className="i" aria-hidden="true" />}
              onClick={() => dismissable && onClose()}
            />
          </div>
          {children}
        </>
      )}
    </dialog>
  )
}
