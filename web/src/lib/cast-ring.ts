/** The focused button, or the submit button of the form that holds the focused field. */
export function castControl(): Element | null {
  const { activeElement } = document
  return activeElement?.closest('button') ?? activeElement?.closest('form')?.querySelector('[type=submit]') ?? null
}

/**
 * Shows one ring that expands from a control after a successful action: a square, a guess, a claim, a gift. It is
 * left out with reduced motion. The ring is drawn over the page, so the control may be removed in the meantime.
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
