import CircleAlert from 'lucide-react/icons/circle-alert'
import CircleCheck from 'lucide-react/icons/circle-check'
import { createContext, type ReactNode, useCallback, useContext, useEffect, useState } from 'react'

const SHOWN_MS = 5000

interface Toast {
  id: number
  text: ReactNode
  failed: boolean
}

type Show = (text: ReactNode, failed?: boolean) => void

const ToastContext = createContext<Show>(() => {})

/** Shows a short message above the tab bar for five seconds; a newer one replaces it. Only a success has a tick. */
export function useToast(): Show {
  return useContext(ToastContext)
}

export interface ToastProviderProps {
  /** Stays in the region, below the temporary messages. */
  standing?: ReactNode
  children: ReactNode
}

/** Holds the toast region; wraps the whole app, so that a message survives the navigation that follows it. */
export function ToastProvider({ standing, children }: ToastProviderProps) {
  const [toast, setToast] = useState<Toast>()
  const [held, setHeld] = useState(false)
  const show = useCallback<Show>(
    (text, failed = false) => setToast((last) => ({ id: (last?.id ?? 0) + 1, text, failed })),
    [],
  )
  const Icon = toast?.failed ? CircleAlert : CircleCheck

  useEffect(() => {
    if (!toast || held) return
    const timer = setTimeout(() => setToast(undefined), SHOWN_MS)
    return () => clearTimeout(timer)
  }, [toast, held])

  return (
    <ToastContext value={show}>
      {children}
      {/* The live region stays in the document: screen readers often skip one that is added with its text. */}
      <div className="toast-dock" aria-live="polite">
        {toast && (
          <div
            key={toast.id}
            className="toast"
            role="status"
            onMouseEnter={() => setHeld(true)}
            onMouseLeave={() => setHeld(false)}
            onFocus={() => setHeld(true)}
            onBlur={() => setHeld(false)}
          >
            <Icon className="icon" aria-hidden="true" />
            <span>{toast.text}</span>
          </div>
        )}
        {standing}
      </div>
    </ToastContext>
  )
}
