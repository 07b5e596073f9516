import { randomUUID } from 'node:crypto'
import { skipWelcome } from './support/skip-welcome.ts'
import { expect, test } from './support/test.ts'

test('a guest registers, saves a profile, signs out and in again, and is ranked once an admin gives points', async ({
  page,
  instance,
}) => {
  const username = `swim_${randomUUID().slice(0, 8)}`
  const email = `${username}@bankside.test`

  await page.goto('/')
  await page.getByRole('main').getByRole('link', { name: 'Register' }).first().click()
  await expect(page).toHaveURL(/\/register$/)
  await page.getByLabel('Username').fill(username)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill('quiet-water')
  await page.getByRole('button', { name: 'Register' }).click()
  await skipWelcome(page)

  await page.goto('/profile')
  await expect(page.getByLabel('Username')).toHaveValue(username)
  await page.getByLabel('Bio').fill('Short overnighters after work.')
  await page.getByLabel('Personal best weight').fill('34.5')
  await page.getByLabel('Primary fishing area').fill('North West')
  await page.getByRole('button', { name: 'Save Profile' }).click()
  await expect(page.getByText('Profile updated successfully!')).toBeVisible()
  await expect(page.getByText('Profile updated successfully!')).toBeHidden()

  await page.getByRole('button', { name: 'Exit' }).click()
  await expect(page.getByRole('link', { name: 'Login' }).first()).toBeVisible()

  await page.goto('/login')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill('quiet-water')
  await page.getByRole('button', { name: 'Sign In' }).click()
  await expect(page).toHaveURL(/\/profile$/)
  await expect(page.getByLabel('Bio')).toHaveValue('Short overnighters after work.')
  await expect(page.getByLabel('Personal best weight')).toHaveValue('34.5')

  const member = await instance.signedIn({ email, password: 'quiet-water' })
  const { data } = await member.auth.getUser()
  await instance.givePoints({ id: data.user?.id ?? '', username, email, password: '' }, 2_345_678)
  await page.getByRole('link', { name: 'Leaderboard' }).first().click()
  for (const tab of ['All Time', 'This Month', 'This Week']) {
    await page.getByRole('tab', { name: tab }).click()
    await expect(page.getByRole('tab', { name: tab })).toHaveAttribute('aria-selected', 'true')
    await expect(page.getByRole('main').getByText(username).first()).toBeVisible()
    await expect(page.getByRole('main').getByText('2,345,678').first()).toBeVisible()
  }
})

test.describe('with the keyboard alone', () => {
  // The page signs out right after saving: a reload that is still running is refused once the session has ended.
  test.use({ expectedErrors: /401/ })

  test('a guest registers, saves and signs out', async ({ page }) => {
    const username = `keys_${randomUUID().slice(0, 8)}`
    await page.goto('/register')
    await page.getByLabel('Username').press('Tab')
    await page.getByLabel('Username').focus()
    await page.keyboard.type(username)
    await page.keyboard.press('Tab')
    await page.keyboard.type(`${username}@bankside.test`)
    await page.keyboard.press('Tab')
    await page.keyboard.type('quiet-water')
    await page.keyboard.press('Enter')
    await tabTo(page, 'Skip for now')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/\/dashboard$/)

    await page.goto('/profile')
    await expect(page.getByLabel('Bio')).toBeVisible()
    await tabTo(page, 'Bio')
    await page.keyboard.type('No mouse on the bank.')
    await tabTo(page, 'Save Profile')
    await page.keyboard.press('Enter')
    await expect(page.getByText('Profile updated successfully!')).toBeVisible()
    await tabTo(page, 'Exit')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('link', { name: 'Login' }).first()).toBeVisible()
  })
})

/** Presses Tab until the element with that accessible name has the focus; fails after a full round. */
async function tabTo(page: import('@playwright/test').Page, name: string): Promise<void> {
  const target = page.getByRole('textbox', { name }).or(page.getByRole('button', { name, exact: true }))
  for (let presses = 0; presses < 80; presses += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`the Tab key never reaches "${name}"`)
}
