import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { dialog, openConsole } from './support/console.ts'
import type { Instance } from './support/instance.ts'
import { expect, test } from './support/test.ts'

test.use({ expectedErrors: /Failed to load resource|Failed to fetch|updat|load|save/i })

const unique = (word: string) => `${word} ${randomUUID().slice(0, 8)}`

/** The first change of a table is carried out but its answer is lost, and reads fail until the second change. */
async function loseAnswer(page: Page, table: string): Promise<void> {
  let changes = 0
  await page.route(`**/rest/v1/${table}?*`, async (route) => {
    const change = route.request().method() === 'PATCH'
    if (change) changes += 1
    if (changes === 0 || changes > 1) return route.fallback()
    if (change) await route.fetch()
    await route.abort()
  })
}

interface Save {
  page: Page
  instance: Instance
  signIn: (account: { email: string; password: string }) => Promise<void>
}

// Settings and texts of the landing page are saved in the same way, but other stories read them at the same time.
/** Each entry opens a form, changes it and returns its button and the message of a successful save. */
const FORMS = {
  'the name of a member': async ({ page, instance, signIn }: Save) => {
    const account = await instance.register(`m_${randomUUID().slice(0, 8)}`)
    await openConsole({ page, signIn, instance }, `users?q=${account.username}`, 'Users')
    await page.getByRole('button', { name: `Edit ${account.username}` }).click()
    const renamed = `n_${randomUUID().slice(0, 8)}`
    await dialog(page, `Edit ${account.username}`).getByLabel('Username').fill(renamed)
    return { table: 'profiles', button: 'Save', saved: `${renamed} is saved.` }
  },
  'a draft of a game': async ({ page, instance, signIn }: Save) => {
    const admin = await instance.signedIn(instance.bailiff)
    const game = { type: 'pick_swim', title: unique('Draft'), image_url: '/mark.svg', metadata: { winning_square: 7 } }
    const start_date = new Date(Date.now() + 3_600_000).toISOString()
    const end_date = new Date(Date.now() + 7_200_000).toISOString()
    const { data } = await admin
      .from('games')
      .insert({ ...game, start_date, end_date } as never)
      .select('id')
      .single()
      .throwOnError()
    await openConsole({ page, signIn, instance }, 'games', 'Games')
    await page.goto(`/admin/games?edit=${data.id}`)
    await page.getByLabel('Title').fill(unique('Named'))
    return { table: 'games', button: 'Save game' }
  },
  'a card': async ({ page, instance, signIn }: Save) => {
    const admin = await instance.signedIn(instance.bailiff)
    const title = unique('Card')
    const start_date = new Date(Date.now() - 3_600_000).toISOString()
    const end_date = new Date(Date.now() + 3_600_000).toISOString()
    await admin
      .from('info_cards')
      .insert({ title, description: 'x', placement: 'games', start_date, end_date } as never)
      .throwOnError()
    await openConsole({ page, signIn, instance }, 'cards', 'Cards')
    await page.getByRole('button', { name: `Edit ${title}` }).click()
    await page.getByRole('dialog').getByLabel('Title').fill(unique('Other'))
    return { table: 'info_cards', button: 'Save card' }
  },
}

for (const [what, open] of Object.entries(FORMS))
  test(`${what} whose answer was lost is saved at the second press, without a warning about another admin`, async ({
    page,
    instance,
    signIn,
  }) => {
    const { table, button, saved } = { saved: undefined, ...(await open({ page, instance, signIn })) }
    await loseAnswer(page, table)
    const send = page.getByRole('button', { name: button, exact: true })
    await send.click()
    await expect(
      page
        .getByRole('alert')
        .filter({ hasText: /^Failed to/ })
        .first(),
    ).toBeVisible()
    await send.click()
    if (saved) await expect(page.getByText(saved)).toBeVisible()
    else await expect(send.and(page.locator(':enabled'))).toHaveCount(0)
    await expect(page.getByText('Someone else changed this')).toHaveCount(0)
  })
