import { randomUUID } from 'node:crypto'
import type { Locator } from '@playwright/test'
import { dialog, openConsole, SECTIONS } from './support/console.ts'
import { outside } from './support/outside.ts'
import { expect, test } from './support/test.ts'

const WIDTHS = [412, 390, 360, 320]

test('every control of the console fits on a phone', async ({ page, signIn, instance }) => {
  const admin = await instance.signedIn(instance.bailiff)
  const title = `Narrow ${randomUUID().slice(0, 8)}`
  const game = (status: string) => ({
    type: 'carp_of_week',
    title,
    status,
    start_date: new Date(Date.now() - 3_600_000).toISOString(),
    end_date: new Date(Date.now() + 3_600_000).toISOString(),
  })
  await admin
    .from('games')
    .insert([game('draft'), game('active')] as never)
    .throwOnError()
  instance.atEnd(() => admin.from('games').delete().eq('title', title).throwOnError())
  await openConsole({ page, signIn, instance }, '', 'Home')
  for (const section of SECTIONS) {
    await page.goto(section === 'games' ? `/admin/games?q=${title}` : `/admin/${section}`)
    await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
    await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
    if (section === 'games') await expect(page.getByRole('button', { name: `Activate ${title}` })).toBeVisible()
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 844 })
      expect(await outside(page), `/admin/${section} at ${width}`).toEqual([])
    }
  }
})

/** Edges of an element in the window. */
const edges = async (element: Locator) => {
  const box = await element.boundingBox()
  return { top: box?.y ?? Number.NaN, bottom: (box?.y ?? 0) + (box?.height ?? 0) }
}

test('the actions of a long dialog stay in view and are before no field in use', async ({ page, signIn, instance }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await openConsole({ page, signIn, instance }, 'cards', 'Cards')
  await page.getByRole('button', { name: 'Add card' }).click()
  const sheet = dialog(page, 'Add a card')
  const browser = await page.context().newCDPSession(page)
  for (const standard of [16, 32]) {
    await browser.send('Page.setFontSizes', { fontSizes: { standard, fixed: standard } })
    await expect(page.locator('html')).toHaveCSS('font-size', `${standard}px`)
    await sheet.evaluate((element) => element.scrollTo(0, 0))
    const actions = ['Cancel', 'Create card'].map((name) => sheet.getByRole('button', { name, exact: true }))
    for (const action of actions) expect((await edges(action)).bottom).toBeLessThanOrEqual(844)
    for (const field of await sheet.locator('input:visible, textarea:visible, select:visible').all()) {
      await field.focus()
      expect((await edges(field)).bottom).toBeLessThanOrEqual((await edges(actions[0] as Locator)).top)
    }
  }
  // Above the keyboard they are at the end of the fields, as there is less to see.
  await page.evaluate(() => document.documentElement.setAttribute('data-keyboard', 'open'))
  await sheet.evaluate((element) => element.scrollTo(0, 0))
  expect((await edges(sheet.getByRole('button', { name: 'Cancel', exact: true }))).top).toBeGreaterThan(844)
})
