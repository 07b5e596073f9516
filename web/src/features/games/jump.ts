/**
 * Scrolls to a part of the page and moves the focus to its heading. A link's own jump would add an entry to the history,
 * so that Back would stay on this page.
 */
export function jumpTo(id: string): void {
  const part = document.getElementById(id)
  if (!part) return
  // At once: if games were added or removed during smooth scrolling, it would end in the wrong place.
  part.scrollIntoView({ block: 'start' })
  const heading = part.matches('h2') ? part : part.querySelector<HTMLElement>('h3')
  ;(heading as HTMLElement | null)?.focus({ preventScroll: true })
}
