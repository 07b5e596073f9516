import { randomUUID } from 'node:crypto'
import { expect, expectAccessible, expectNoSidewaysScroll, test } from './support/test.ts'

test.use({ expectedErrors: /404|Edge Function/ })

test('a link that is not from this site stops no emails, and a guest sees a message', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 700 })
  await page.goto(`/unsubscribe#${randomUUID()}.replies.${'0'.repeat(40)}`)
  await expect(page.getByRole('heading', { name: 'Fewer emails', level: 1 })).toBeVisible()
  await expectNoSidewaysScroll(page)
  await expectAccessible(page)
  const answer = page.waitForResponse(/\/functions\/v1\/deliver\/unsubscribe/)
  await page.getByRole('button', { name: 'Stop these emails' }).click()
  expect((await answer).status()).toBe(404)
  await expect(page.getByText('This link does not work. Open it again from the email.')).toBeVisible()
})

test('a press stops emails of the kind that the link names', async ({ page }) => {
  await page.route(/\/functions\/v1\/deliver\/unsubscribe/, (route) => route.fulfill({ json: {} }))
  const token = `${randomUUID()}.mentions-replies.text`
  await page.goto(`/unsubscribe#${token}`)
  await expect(
    page.getByText('Press the button to stop emails of these kinds: Mentions, Comments and replies.'),
  ).toBeVisible()
  const request = page.waitForRequest(/\/functions\/v1\/deliver\/unsubscribe/)
  await page.getByRole('button', { name: 'Stop these emails' }).press('Enter')
  const sent = await request
  expect([sent.method(), new URL(sent.url()).searchParams.get('token')]).toEqual(['POST', token])
  await expect(
    page.getByText('You will no longer receive emails of these kinds: Mentions, Comments and replies.'),
  ).toBeVisible()
})

test('an address without its token offers no button, and says where emails are chosen', async ({ page }) => {
  for (const path of ['/unsubscribe', '/unsubscribe#']) {
    await page.goto(path)
    await expect(page.getByRole('heading', { name: 'Fewer emails', level: 1 })).toBeVisible()
    await expect(page.getByText('This link is not complete.')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Stop these emails' })).toHaveCount(0)
    await expect(page.getByRole('link', { name: 'Notification settings' })).toHaveAttribute(
      'href',
      '/notifications/settings',
    )
  }
  await expectAccessible(page)
})
