import { useEffect } from 'react'

// Collapsing browser bars cover less than this; keyboards cover more.
const SMALLEST_KEYBOARD_PX = 150

/**
 * Marks the document while the on-screen keyboard covers part of it: `data-keyboard="open"` on the root element and
 * its height as `--keyboard`, so that the tab bar can hide and sheets can rise above it. A sheet that gets lower then
 * keeps the field in use in sight.
 */
export function useOnScreenKeyboard(): void {
  useEffect(() => {
    const viewport = window.visualViewport
    if (!viewport) return
    const root = document.documentElement
    const measure = () => {
      // While zoomed in, the visual viewport is small for another reason.
      const covered = viewport.scale > 1.01 ? 0 : window.innerHeight - viewport.height - viewport.offsetTop
      const open = covered > SMALLEST_KEYBOARD_PX
      const rises = open && root.dataset.keyboard === undefined
      if (open) root.dataset.keyboard = 'open'
      else delete root.dataset.keyboard
      root.style.setProperty('--keyboard', open ? `${Math.round(covered)}px` : '0px')
      const field = document.activeElement
      if (rises && field?.closest('dialog')) field.scrollIntoView({ block: 'nearest' })
    }
    viewport.addEventListener('resize', measure)
    viewport.addEventListener('scroll', measure)
    return () => {
      viewport.removeEventListener('resize', measure)
      viewport.removeEventListener('scroll', measure)
    }
  }, [])
}
