/**
 * Prevents touches from scrolling the page behind a modal. The style sheet locks the page, but Safari on a phone
 * scrolls a locked one in some situations, e.g. while its bars are hidden.
 * @returns a function that ends it.
 */
export function holdPage(): () => void {
  let free = false
  const begin = ({ touches: [finger] }: TouchEvent) => {
    if (finger) free = movesInside(finger)
  }
  const move = (event: TouchEvent) => {
    // Two fingers zoom.
    if (!free && event.touches.length === 1 && event.cancelable) event.preventDefault()
  }
  document.addEventListener('touchstart', begin, { passive: true })
  document.addEventListener('touchmove', move, { passive: false })
  return () => {
    document.removeEventListener('touchstart', begin)
    document.removeEventListener('touchmove', move)
  }
}

/** Whether the finger moves a slider, or scrolls something smaller than the page. */
function movesInside({ target, clientX, clientY }: Touch): boolean {
  let element = target instanceof Element ? target : null
  for (; element && element !== document.body; element = element.parentElement) {
    if (element.matches('input[type="range"]')) return true
    const { scrollWidth, clientWidth, scrollHeight, clientHeight } = element
    if (scrollWidth <= clientWidth && scrollHeight <= clientHeight) continue
    if (!/auto|scroll/.test(getComputedStyle(element).overflow)) continue
    // A touch of its backdrop has the dialog for its target, too.
    const { left, right, top, bottom } = element.getBoundingClientRect()
    if (clientX >= left && clientX <= right && clientY >= top && clientY <= bottom) return true
  }
  return false
}
