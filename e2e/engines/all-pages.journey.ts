import { SCREENS, VISITORS, type Visitor } from '../support/demo-screens.ts'
import { main } from './tab.ts'
import { DESK, expect, PHONE, test } from './test.ts'

// Each page is laid out at both widths, and as a window that is resized.
test('no page scrolls sideways at 390 and 1,280', async ({ openTab, instance, step }) => {
  const tab = await openTab(PHONE)
  for (const visitor of Object.keys(VISITORS) as Visitor[]) {
    const account = VISITORS[visitor]
    if (account) await tab.takeSession(await instance.session(account))
    for (const [who, name, address] of SCREENS) {
      if (who !== visitor) continue
      await step(name, async () => {
        await tab.open(address)
        await tab.sees(main)
        await tab.until('a page that has loaded', () =>
          tab.driver.evaluate(() => !document.querySelector('main [aria-busy="true"], main .skeleton')),
        )
        for (const size of [PHONE, DESK]) {
          await tab.resize(size)
          const beyond = await tab.driver.evaluate(() => {
            const { scrollWidth, clientWidth } = document.documentElement
            return scrollWidth - clientWidth
          })
          expect(beyond, `how far ${name} goes beyond ${size.width}`).toBeLessThanOrEqual(0)
        }
      })
    }
  }
})
