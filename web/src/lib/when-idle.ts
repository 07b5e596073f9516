const AFTER_LOAD_MS = 2_000

/**
 * Runs a function once the page has loaded and the browser is idle.
 * @returns a function that cancels it.
 */
export function whenIdle(run: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let idle: number | undefined
  const start = () => {
    timer = setTimeout(() => {
      // Safari has no idle callbacks.
      if (typeof requestIdleCallback === 'undefined') run()
      else idle = requestIdleCallback(run, { timeout: AFTER_LOAD_MS })
    }, AFTER_LOAD_MS)
  }
  if (document.readyState === 'complete') start()
  else window.addEventListener('load', start, { once: true })
  return () => {
    window.removeEventListener('load', start)
    clearTimeout(timer)
    if (idle !== undefined) cancelIdleCallback(idle)
  }
}
