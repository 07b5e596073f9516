import { expect, type Page } from '@playwright/test'

/** The controls that extend beyond the window, with their edges, except in scrolling strips and names that are cut. */
export const outside = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const strip = (of: Element) => {
      for (let at: Element | null = of; at; at = at.parentElement) {
        const { overflowX, clipPath, textOverflow } = getComputedStyle(at)
        if (/auto|scroll/.test(overflowX) || clipPath !== 'none' || textOverflow === 'ellipsis') return true
      }
      return false
    }
    return [...document.querySelectorAll('a[href], button, input, select, textarea')].flatMap((control) => {
      const { left, right, width } = control.getBoundingClientRect()
      if (width === 0 || (left >= 0 && right <= window.innerWidth) || strip(control)) return []
      const name = control.getAttribute('aria-label') ?? control.textContent ?? ''
      return `${name.slice(0, 40)}: ${Math.round(left)} to ${Math.round(right)}`
    })
  })

/** {@link outside} in a narrow window, with the browser's text at its usual size and at twice that. The window stays. */
export async function outsideWhenNarrow(page: Page): Promise<string[]> {
  const found: string[] = []
  const browser = await page.context().newCDPSession(page)
  await page.setViewportSize({ width: 320, height: 844 })
  for (const standard of [16, 32]) {
    await browser.send('Page.setFontSizes', { fontSizes: { standard, fixed: standard } })
    await expect(page.locator('html')).toHaveCSS('font-size', `${standard}px`)
    found.push(...(await outside(page)).map((control) => `${standard} px: ${control}`))
  }
  await browser.send('Page.setFontSizes', { fontSizes: { standard: 16, fixed: 13 } })
  await browser.detach()
  return found
}
