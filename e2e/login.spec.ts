import { holdAnswers } from './support/hold.ts'
import { expect, test } from './support/test.ts'

test.describe('refused', () => {
  test.use({ expectedErrors: /400|signIn|sign in|Invalid login credentials/i })

  test('a wrong password shows the service’s message and keeps the email', async ({ page, instance }) => {
    const account = await instance.register()
    await page.goto('/login')
    await page.getByLabel('Email').fill(account.email)
    await page.getByLabel('Password', { exact: true }).fill('not-the-password')
    await page.getByRole('button', { name: 'Sign In' }).click()
    await expect(page.getByRole('alert')).toContainText('Invalid login credentials')
    await expect(page.getByLabel('Email')).toHaveValue(account.email)
    await expect(page).toHaveURL(/\/login$/)
  })
})

test('the button says Signing In... while the request is running', async ({ page, instance }) => {
  const account = await instance.register()
  const release = await holdAnswers(page, '**/auth/v1/token**')
  await page.goto('/login')
  await page.getByLabel('Email').fill(account.email)
  await page.getByLabel('Password', { exact: true }).fill(account.password)
  await page.getByRole('button', { name: 'Sign In' }).click()
  await expect(page.getByRole('button', { name: 'Signing In...' })).toBeVisible()
  release()
  await expect(page).toHaveURL(/\/profile$/)
})

test('a request for a new password gets the same answer with and without an account', async ({ page, instance }) => {
  const account = await instance.register()
  const answers: (string | null)[] = []
  for (const email of [account.email, 'nobody@bankside.test']) {
    await page.goto('/forgot-password')
    await page.getByLabel('Email').fill(email)
    await page
      .getByRole('button')
      .filter({ hasText: /send|link|reset/i })
      .click()
    answers.push(await page.getByRole('status').first().textContent())
  }
  expect(answers[0]).toBeTruthy()
  expect(answers[0]?.replace(account.email, '')).toBe(answers[1]?.replace('nobody@bankside.test', ''))
})
