import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router'

/** Event on the document when the member leaves a page and discards unsaved input: every form deletes its draft. */
export const LEAVING = 'bankside:leaving'

export interface LeaveGuard {
  /** The member has clicked a link to another page and must be asked. */
  asking: boolean
  stay: () => void
  leave: () => void
}

/**
 * Intercepts clicks on links to other pages of the app while `active`. The router has no blocking, so Back and reload
 * are not intercepted; that is harmless, because drafts are kept for the member's return.
 */
export function useLeaveGuard(active: boolean): LeaveGuard {
  const navigate = useNavigate()
  const [target, setTarget] = useState<string>()

  useEffect(() => {
    if (!active) return
    const hold = (event: MouseEvent) => {
      const path = pageOfLink(event, window.location)
      if (path === undefined) return
      event.preventDefault()
      // The capture phase runs before the link's own handler, which must not receive it, and before another form's
      // guard: one question is enough.
      event.stopImmediatePropagation()
      setTarget(path)
    }
    document.addEventListener('click', hold, { capture: true })
    return () => document.removeEventListener('click', hold, { capture: true })
  }, [active])

  return {
    asking: target !== undefined,
    stay: () => setTarget(undefined),
    leave: () => {
      setTarget(undefined)
      document.dispatchEvent(new Event(LEAVING))
      if (target !== undefined) void navigate(target)
    },
  }
}

/** The path of another page that a click would open in this tab; undefined for any other click. */
function pageOfLink(event: MouseEvent, here: Location): string | undefined {
  if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return undefined
  const link = event.target instanceof Element ? event.target.closest('a') : null
  // One that opens a dialog here leads nowhere.
  if (
    !link?.href ||
    link.hasAttribute('aria-haspopup') ||
    (link.target && link.target !== '_self') ||
    link.hasAttribute('download')
  )
    return undefined
  const url = new URL(link.href)
  if (url.origin !== here.origin || url.pathname === here.pathname) return undefined
  return url.pathname + url.search + url.hash
}
