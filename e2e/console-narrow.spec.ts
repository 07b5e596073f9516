import { randomUUID } from 'node:crypto'
import { openConsole, SECTIONS } from './support/console.ts'
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
