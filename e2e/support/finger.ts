import type { Page } from '@playwright/test'

/**
 * What a finger stumbles over on the current page: fields on which Safari zooms in, keyboards that do not fit what is
 * typed, targets less than 44 px high or 24 px wide, and a page that fights the browser's own gestures.
 */
export function fingerFaults(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const faults: string[] = []
    const shown = (element: Element) => element.checkVisibility({ opacityProperty: true, visibilityProperty: true })
    const nameOf = (element: Element) => {
      const label = element instanceof HTMLInputElement ? element.labels?.[0]?.textContent : undefined
      const words = element.getAttribute('aria-label') ?? label ?? element.textContent ?? ''
      return `${element.tagName.toLowerCase()} "${words.trim().slice(0, 40)}"`
    }
    const typed = 'input:not([type=checkbox], [type=radio], [type=file], [type=range], [type=hidden], [type=color])'
    for (const field of document.querySelectorAll<HTMLInputElement>(`${typed}, textarea, select`)) {
      if (!shown(field)) continue
      const size = Number.parseFloat(getComputedStyle(field).fontSize)
      if (size < 16) faults.push(`${nameOf(field)}: text of ${size} px, on which Safari zooms in`)
      if (field.type === 'number' && !field.inputMode) faults.push(`${nameOf(field)}: no inputmode`)
      if (field.type === 'search' && field.enterKeyHint !== 'search') faults.push(`${nameOf(field)}: no enterkeyhint`)
      if (/^(email|password|tel)$/.test(field.type) && !field.autocomplete)
        faults.push(`${nameOf(field)}: no autocomplete`)
    }
    const targets = 'a[href], button, summary, select, [role=switch], [role=tab], input:not([type=hidden], [type=file])'
    for (const target of document.querySelectorAll<HTMLElement>(targets)) {
      if (!shown(target) || target.closest('[inert], .skip-link')) continue
      const label = target instanceof HTMLInputElement ? target.labels?.[0] : undefined
      const boxes = [target, label].flatMap((element) => (element ? [element.getBoundingClientRect()] : []))
      const width = Math.max(...boxes.map((box) => box.width))
      // Some have a part that is not seen around them.
      const around = getComputedStyle(target, '::after')
      const more =
        around.position === 'absolute' ? -Number.parseFloat(around.top) - Number.parseFloat(around.bottom) : 0
      const height = Math.max(...boxes.map((box) => box.height)) + Math.max(0, more || 0)
      // A link in a sentence is as high as its line, and the time of a post is one line under the name.
      if (getComputedStyle(target).display === 'inline' || width < 2 || height < 2) continue
      const least = target.querySelector('time') ? 24 : 43.5
      if (height < least || width < 24)
        faults.push(`${nameOf(target)}: ${Math.round(width)} × ${Math.round(height)} px`)
    }
    for (const element of [document.documentElement, document.body]) {
      const style = getComputedStyle(element)
      if (style.overscrollBehaviorY !== 'auto') faults.push('the page does not let itself be pulled to refresh')
      if (style.touchAction !== 'auto') faults.push(`touch-action: ${style.touchAction} on the page`)
    }
    return faults
  })
}
