/** The button that sends what the reader is at: the focused one, or that of the form around the focused field. */
export function castControl(): Element | null {
  const { activeElement } = document
  return activeElement?.closest('button') ?? activeElement?.closest('form')?.querySelector('[type=submit]') ?? null
}

/**
 * One ring that expands from a control, once, after a successful cast: a square, a guess, a claim, a gift. Nothing for
 * who prefers less motion. It is drawn over the page, so the control may go away meanwhile.
 */
export function castRing(control: Element | null): void {
  if (!control || matchMedia('(prefers-reduced-motion: reduce)').matches) return
  const { left, top, width, height } = control.getBoundingClientRect()
  const ring = document.createElement('span')
  ring.className = 'cast-ring'
  ring.setAttribute('aria-hidden', 'true')
  const size = Math.min(width, height)
  ring.style.width = ring.style.height = `${size}px`
  ring.style.left = `${left + (width - size) / 2}px`
  ring.style.top = `${top + (height - size) / 2}px`
  ring.addEventListener('animationend', () => ring.remove())
  document.body.append(ring)
}
