import { useLayoutEffect, useRef } from 'react'
import { useLocation } from 'react-router'

/**
 * After a change of page moves the focus to its heading, so that a screen reader reads it and Tab starts there; on a page
 * for searching to its field, which has `data-first`.
 * Does nothing on the first page, and on a change of the query or fragment within a page.
 */
export function useFocusOnNavigation(): void {
  const { pathname } = useLocation()
  const shown = useRef(pathname)
  // With the page itself: an effect after the first paint could take the focus from a field already tapped.
  useLayoutEffect(() => {
    if (shown.current === pathname) return
    shown.current = pathname
    const find = (part: string) => document.querySelector<HTMLElement>(part)
    const heading = find('main [data-first]') ?? find('main h1') ?? find('main')
    if (!heading) return
    if (heading.tabIndex < 0) heading.tabIndex = -1
    // ScrollRestoration decides the scroll position.
    heading.focus({ preventScroll: true })
  }, [pathname])
}
