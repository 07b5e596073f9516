import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'

/**
 * After a change of page moves the focus to its heading, so that a screen reader reads it and Tab starts there.
 * The first page is left alone, and so is a change of the query or fragment within a page.
 */
export function useFocusOnNavigation(): void {
  const { pathname } = useLocation()
  const shown = useRef(pathname)
  useEffect(() => {
    if (shown.current === pathname) return
    shown.current = pathname
    const heading = document.querySelector<HTMLElement>('main h1') ?? document.querySelector<HTMLElement>('main')
    if (!heading) return
    if (!heading.hasAttribute('tabindex')) heading.tabIndex = -1
    // ScrollRestoration decides where the page is scrolled to.
    heading.focus({ preventScroll: true })
  }, [pathname])
}
